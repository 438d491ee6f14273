"""Checks of test sets: one file each, named as in `--allow NAME`.

A check defines `find(testset)`, which gives the findings. What is found while files are read,
before there is a test set, has a member too, with `ALLOWED` saying what allowing it does.
"""
