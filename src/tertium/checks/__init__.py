"""Checks of test sets: one file each, named as in `--allow NAME`.

A check defines `find(testset)`, which yields findings. An error that stops the reader,
before there is a test set, is a member, too; its `ALLOWED` describes the effect of allowing it.

This module exports findings, and the functions that run checks.
"""

from tertium.checks._findings import Finding as Finding
from tertium.checks._findings import Findings as Findings
from tertium.checks._running import allowed_names as allowed_names
from tertium.checks._running import enforce as enforce
from tertium.checks._running import how_to_allow as how_to_allow
from tertium.checks._running import run_checks as run_checks
