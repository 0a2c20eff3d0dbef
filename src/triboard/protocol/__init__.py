"""Wire protocol between host and controller, sans-IO: packets, messages, and what each end does.

It knows channels, counts and bytes; it has never heard of a game. `docs/protocol.md` is the full text.
"""
