"""What ails this computer, the board and its daemon: small checks, each with a remedy."""
