"""Groups of commands, loaded by `cli` only when they are asked for."""
