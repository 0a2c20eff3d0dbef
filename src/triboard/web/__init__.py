"""The page on which people watch and play, and the server that carries it."""
