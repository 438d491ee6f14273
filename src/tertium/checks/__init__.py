"""Checks of test sets: one file each, named as in `--allow NAME`.

A check defines `find(testset)`, which yields findings. An error that stops the reading of files,
before there is a test set, has a member too, whose `ALLOWED` says what happens if it is allowed.

This is also the door to the checks: what a finding is, and how checks are run.
"""

from tertium.checks._findings import Finding as Finding
from tertium.checks._findings import Findings as Findings
from tertium.checks._running import allowed_names as allowed_names
from tertium.checks._running import enforce as enforce
from tertium.checks._running import run_checks as run_checks
