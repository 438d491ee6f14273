"""Sentences about rankings by human judgments."""
