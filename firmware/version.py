"""Which firmware this is, and which version of the protocol (docs/protocol.md) it speaks."""

FIRMWARE = "0.1.0"
MAJOR = 1
MINOR = 2
