"""Mutated files of every format through the command line: `python -m tests.fuzz --runs 100000`."""
