"""Example data: a small German-English news test set with simulated systems and ratings."""

from pathlib import Path


def folder() -> Path:
    """Return the folder that holds the news test set."""
    return Path(__file__).parent / "news"
