"""Statistics without people: how often and how long the board is played, by hour and game
(docs/statistics.md)."""
