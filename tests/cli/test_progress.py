"""A bar appears on a terminal once the work takes a second, and only there."""

import io
import sys
import time

import pytest

from tertium.api.compare_metrics import compare_metrics
from tertium.api.correlate import correlate
from tertium.api.simulate import simulate
from tertium.core.progress import of, shown_as
from tertium.report import progress
from tertium.report.progress import bars_on_terminal


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def wait_for(self, text):
        """Wait for what a thread shows; a test that waits for ever has failed."""
        until = time.monotonic() + 60
        while text not in self.getvalue():
            assert time.monotonic() < until, self.getvalue()
            time.sleep(0.001)


def terminal_of(monkeypatch, after=0.0):
    """Take a terminal for standard error, where a bar appears after so many seconds."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_AFTER", after)
    return terminal


def test_no_bar_without_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with bars_on_terminal(), of("Scoring") as advance:
        advance(0.5)


def test_no_bar_without_standard_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    with bars_on_terminal(), of("Scoring") as advance:
        advance(0.5)


def test_no_bar_within_a_second(monkeypatch):
    terminal = terminal_of(monkeypatch, after=1000.0)
    with bars_on_terminal(), of("Scoring") as advance:
        advance(0.5)
    assert terminal.getvalue() == ""


def test_a_bar_appears_without_any_progress(monkeypatch):
    terminal = terminal_of(monkeypatch)
    with bars_on_terminal(), of("Scoring"):
        terminal.wait_for("Scoring")
    assert "%" not in terminal.getvalue()


def test_side_work_has_a_bar_of_its_own(monkeypatch):
    terminal = terminal_of(monkeypatch)
    with bars_on_terminal(), of("Scoring") as advance:
        advance(0.25)
        terminal.wait_for("25%")
        with of("Reading a table") as advance_side:
            advance_side(0.5)
            terminal.wait_for("Reading a table")
        advance(0.5)
        terminal.wait_for("75%")
    with of("Nobody looks") as advance_side:
        advance_side(1.0)


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_a_bar_goes_and_the_cursor_comes_back(monkeypatch, error):
    terminal = terminal_of(monkeypatch)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    try:
        with bars_on_terminal(), of("Scoring") as advance:
            advance(0.5)
            terminal.wait_for("50%")
            if error is not None:
                raise error
    except KeyboardInterrupt:
        pass
    shown = terminal.getvalue()
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")
    assert shown.rindex("\x1b[2K") > shown.rindex("Scoring")


def test_what_a_verb_does_is_shown(monkeypatch):
    terminal = terminal_of(monkeypatch)

    @shown_as("Reading")
    def read(number: int) -> int:
        terminal.wait_for("Reading")
        return number + 1

    with bars_on_terminal():
        assert read(1) == 2


SCORES = "\n".join(
    ["system\tsegment\thuman\tx\ty"]
    + [f"{s}\t{i}\t{s * i % 7}\t{s * i % 5}\t{(s + i) % 4}" for s in range(16) for i in range(15)]
)


@pytest.mark.parametrize(
    "work",
    [
        lambda advance: simulate(n=5, trials=50_000, progress=advance),
        lambda advance: correlate(
            "s.tsv", "kendall-b", level="segment", gold="human", trials=5000, progress=advance
        ),
        lambda advance: compare_metrics(
            "s.tsv", "kendall-b", level="segment", gold="human", trials=5000, progress=advance
        ),
    ],
)
def test_meta_evaluation_tells_how_far_it_has_come(tmp_path, monkeypatch, work):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.tsv").write_text(SCORES)
    shares: list[float] = []
    work(shares.append)
    assert sum(shares) == pytest.approx(1)
    # Within a metric or a pair, too.
    assert max(shares) < 0.3
