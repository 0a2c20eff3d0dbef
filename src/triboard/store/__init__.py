"""The store: what outlives a power cut. The journal, the games that are over, small checked files."""
