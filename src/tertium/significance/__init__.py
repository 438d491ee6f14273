"""Significance tests: one file each, with the test as `TEST`.

This module is the door to them: it defines what a test and its outcome are, and makes tests from
their printed form.
"""

from tertium.significance._making import SCOPES as SCOPES
from tertium.significance._making import all_tests as all_tests
from tertium.significance._making import default_tests as default_tests
from tertium.significance._making import make_test as make_test
from tertium.significance._making import make_tests as make_tests
from tertium.significance._test import Outcome as Outcome
from tertium.significance._test import Test as Test
