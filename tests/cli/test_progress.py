"""A bar appears on a terminal once the work takes a second, and only there."""

import io
import sys

import pytest

from tertium.cli import _options
from tertium.core import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_no_bar_without_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with _options.progress("Scoring") as advance:
        assert advance is None


def test_no_bar_within_a_second(monkeypatch, clock):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with _options.progress("Scoring") as advance:
        advance(0.5)
        clock[0] += 0.9
        advance(0.5)
    assert terminal.getvalue() == ""


def test_side_work_has_a_bar_of_its_own(monkeypatch, clock):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with _options.progress("Scoring") as advance:
        clock[0] += 1.1
        advance(0.25)
        with progress.of("Reading a table") as advance_side:
            clock[0] += 1.1
            advance_side(0.5)
            clock[0] += 1.1
            advance(0.25)
        advance(0.25)
    assert "Reading a table" in terminal.getvalue()
    assert "75%" in terminal.getvalue()
    with progress.of("Nobody looks") as advance_side:
        advance_side(1.0)


def test_a_bar_after_a_second_which_goes_when_the_work_is_done(monkeypatch, clock):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with _options.progress("Scoring") as advance:
        clock[0] += 1.1
        advance(0.25)
        advance(0.25)
    assert "Scoring" in terminal.getvalue()
    assert "50%" in terminal.getvalue()
