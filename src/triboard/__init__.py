"""Triboard: the controller for physical electronic game boards."""
