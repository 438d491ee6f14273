"""Tests of significance: one file each, with the test as `TEST`."""
