"""Tablée: old table games, playable by anyone, exactly by the book."""

__version__ = "0.1.0"
