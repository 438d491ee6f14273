"""Panels of a page, found by file name."""
