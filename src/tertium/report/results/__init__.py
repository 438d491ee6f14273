"""Presentations of results, one file each, found by the name of the result."""
