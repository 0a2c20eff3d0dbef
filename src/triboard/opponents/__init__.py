"""Opponents: what a side of any game plays, at five grades, from what that side may know. Pure."""
