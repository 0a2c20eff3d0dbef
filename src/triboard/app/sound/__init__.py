"""Announcements: sounds and words for the few events that matter, never the only channel."""
