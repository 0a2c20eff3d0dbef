"""The session: one pure state machine that decides everything, `reduce(state, event) -> Step`."""
