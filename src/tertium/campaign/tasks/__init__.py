"""Annotation tasks, one file each."""
