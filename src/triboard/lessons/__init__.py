"""Lessons: tasks as data, the ladder on which they are climbed, and what an answer to one is worth."""
