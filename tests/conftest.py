"""What all tests share: reference data; nothing skips under TERTIUM_STRICT, no process is left."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import database_url, postgres_server  # noqa: F401
from tests.processes import adopt_orphans, children, still_running

STRICT = bool(os.environ.get("TERTIUM_STRICT"))
ROOT = Path(__file__).parent.parent
REFERENCE_DATA = Path(os.environ.get("TERTIUM_REFERENCE_DATA", ROOT.parent / "shared" / "data"))

# Time limits belong in benchmarks; derandomized, so that a red run is red again.
settings.register_profile(
    "tertium",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# What one runs all day tries fewer cases of each property.
settings.register_profile("quick", parent=settings.get_profile("tertium"), max_examples=15)
settings.load_profile("quick" if os.environ.get("TERTIUM_QUICK") else "tertium")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if STRICT and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"Skipped, which TERTIUM_STRICT forbids: {reason}"


def pytest_collectreport(report):
    if STRICT and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"Module skipped, which TERTIUM_STRICT forbids: {report.longrepr}"


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """Real data with expected values of independent programs; not part of the project."""
    if not REFERENCE_DATA.is_dir():
        pytest.skip(f"the reference data are not at {REFERENCE_DATA} (TERTIUM_REFERENCE_DATA)")
    return REFERENCE_DATA


@pytest.fixture
def hears_interruptions():
    """Handle signals as on a terminal: shells and nohup let jobs in the background ignore them."""
    before = {
        signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler),
        signal.SIGHUP: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    }
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True, scope="module")
def no_process_is_left():
    """Fail if the tests of a module leave a process behind."""
    adopt_orphans()
    before = children()
    yield
    workers = sys.modules.get("tertium.core.processes")
    if workers is not None:
        workers.end_idle()  # as at the end of the program
    assert not still_running(lambda: children() - before)
