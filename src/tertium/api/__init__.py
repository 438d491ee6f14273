"""Verbs: what the command line and Python users share, one file each."""
