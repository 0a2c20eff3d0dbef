"""What a maker builds: parts, wires and numbers, all from the board files."""
