"""Notices: typed, stored in result files, worded when they are shown."""

import json
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core import wording
from tertium.core.errors import DataWarning, FormatError
from tertium.core.notices import Notice, known, sentences, warn
from tertium.core.records import from_plain, to_plain
from tertium.core.wording import on_command_line


@dataclass(frozen=True)
class TestNotice(Notice):
    """Base of the notices of this file."""

    __test__ = False


@dataclass(frozen=True)
class FewThings(TestNotice):
    """Too few things of a system."""

    system: str
    things: int
    shares: tuple[float, ...] = ()

    def sentence(self) -> str:
        return f"{self.system}: {self.things} things; see {wording.option('level', 'document')}."


@dataclass(frozen=True)
class OddLine(TestNotice):
    """A line that looks odd."""

    system: str

    def sentence(self) -> str:
        return f"{self.system} has an odd line."

    @classmethod
    def combined(cls, notices: Sequence[Self]) -> list[str]:
        return [f"{', '.join(notice.system for notice in notices)} have odd lines."]


@dataclass(frozen=True)
class Holder:
    """A result with notices."""

    warnings: tuple[TestNotice, ...]


numbers = st.floats(allow_nan=False, allow_infinity=False)
any_notice = st.one_of(
    st.builds(FewThings, st.text(), st.integers(-(2**63), 2**63), st.lists(numbers).map(tuple)),
    st.builds(OddLine, st.text()),
)


@given(st.lists(any_notice))
def test_notices_come_back_from_a_result_file(notices: list[TestNotice]) -> None:
    holder = Holder(tuple(notices))
    stored = json.loads(json.dumps(to_plain(holder)))
    assert from_plain(Holder, stored) == holder


def test_a_stored_notice_has_its_name_and_its_fields() -> None:
    stored = to_plain(FewThings("a", 3, (0.5,)))
    assert stored == {"notice": "few-things", "system": "a", "things": 3, "shares": [0.5]}


@pytest.mark.parametrize(
    ("stored", "complaint"),
    [
        ({"notice": "few-thing", "system": "a"}, "warnings[0].notice: No notice is named"),
        ({"notice": "few-thing", "system": "a"}, "Did you mean 'few-things'?"),
        ({"notice": "", "system": "a"}, "warnings[0].notice: No notice is named"),
        ({"notice": "test-notice"}, "warnings[0].notice: No notice is named"),
        ({"notice": 3, "system": "a"}, "warnings[0].notice: Expected text"),
        ({"system": "a"}, "warnings[0]: No 'notice'."),
        ({"notice": "odd-line"}, "warnings[0]: No 'system'."),
        ({"notice": "odd-line", "system": "a", "more": 1}, "warnings[0]: Unknown key 'more'."),
        ({"notice": "odd-line", "system": 1}, "warnings[0].system: Expected text"),
        ("a has an odd line.", "warnings[0]: Expected an object, found text."),
    ],
)
def test_a_damaged_notice_is_refused(stored: object, complaint: str) -> None:
    with pytest.raises(FormatError) as raised:
        from_plain(Holder, {"warnings": [stored]}, "result.json")
    assert complaint in str(raised.value)
    assert str(raised.value).startswith("result.json: ")


def test_a_notice_names_flags_on_the_command_line_and_keywords_in_python() -> None:
    notice = FewThings("a", 3)
    assert str(notice) == 'a: 3 things; see level="document".'
    with on_command_line():
        assert str(notice) == "a: 3 things; see --level document."


def test_notices_of_a_class_are_worded_together_and_no_sentence_twice() -> None:
    notices = [OddLine("a"), FewThings("a", 1), OddLine("b"), FewThings("a", 1)]
    assert sentences(notices) == ["a, b have odd lines.", str(FewThings("a", 1))]


def test_a_warning_is_worded_when_it_is_shown() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn(FewThings("a", 3))
    (warning,) = caught
    assert issubclass(warning.category, DataWarning)
    assert warning.filename == __file__
    with on_command_line():
        assert str(warning.message) == "a: 3 things; see --level document."
    assert str(warning.message) == 'a: 3 things; see level="document".'


@given(st.text())
def test_text_of_the_user_is_never_taken_for_an_option(text: str) -> None:
    for shown in (text, f"{{option('level')}} {text}", f"{text} %(level)s $level --level [b]"):
        with on_command_line():
            assert str(OddLine(shown)) == f"{shown} has an odd line."


def test_names_of_notices_are_unique() -> None:
    kinds = [kind for kind in _all(Notice) if kind.sentence is not Notice.sentence]
    assert len(known(Notice)) == len({kind.notice for kind in kinds}) == len(kinds)


def _all(base: type[Notice]) -> list[type[Notice]]:
    known(Notice)  # imports all of them
    below = base.__subclasses__()
    return [*below, *(kind for one in below for kind in _all(one))]
