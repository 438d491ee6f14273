"""Formats of test sets."""
