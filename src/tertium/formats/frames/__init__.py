"""Formats of semantic frames."""
