"""Formats of segment scores."""
