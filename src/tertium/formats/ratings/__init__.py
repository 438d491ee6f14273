"""Formats of human judgments."""
