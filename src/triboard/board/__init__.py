"""Boards: what is wired where, what the sensors say, and how that compares with a game's position."""
