"""What staff set and do while the board runs: hours, pause, sensors without trust, log, restarts."""
