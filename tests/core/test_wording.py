"""Options and calls inside messages."""

import shlex
from ast import literal_eval

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.wording import FILE, Placeholder, call, on_command_line, option

VALUES = [
    ("trials", None, "--trials", "trials"),
    ("trials", 1000, "--trials 1000", "trials=1000"),
    ("force", True, "--force", "force=True"),
    ("checks", False, "--no-checks", "checks=False"),
    ("confidence_level", 0.9, "--confidence-level 0.9", "confidence_level=0.9"),
    ("level", "document", "--level document", 'level="document"'),
    ("allow", ["blank", "long"], "--allow blank,long", 'allow=["blank", "long"]'),
    ("documents", FILE, "--documents FILE", "documents=FILE"),
    ("language_pair", "de-en", "--language-pair de-en", 'language_pair="de-en"'),
    ("systems", None, "SYSTEM", "systems"),
    ("systems", "a.txt", "a.txt", 'systems="a.txt"'),
    (
        "layers",
        {"frames": {"a": FILE}},
        "--layer frames=a=FILE",
        'layers={"frames": {"a": FILE}}',
    ),
    (
        "rename",
        {Placeholder("JUDGED"): Placeholder("OUTPUT")},
        "--rename JUDGED=OUTPUT",
        "rename={JUDGED: OUTPUT}",
    ),
]


@pytest.mark.parametrize(("name", "value", "flag", "keyword"), VALUES)
def test_an_option_is_named_as_its_reader_types_it(
    name: str, value: object, flag: str, keyword: str
) -> None:
    assert option(name, value) == keyword
    with on_command_line():
        assert option(name, value) == flag
    assert option(name, value) == keyword


@pytest.mark.parametrize(
    ("function", "options", "command", "code"),
    [
        ("score", {}, "tertium score", "tertium.score()"),
        (
            "score",
            {"confidence": True},
            "tertium score --confidence",
            "tertium.score(confidence=True)",
        ),
        (
            "rank",
            {"level": "segment"},
            "tertium human rank --level segment",
            'tertium.rank(level="segment")',
        ),
        ("correlate", {}, "tertium meta correlate", "tertium.correlate()"),
        ("compare_metrics", {}, "tertium meta compare", "tertium.compare_metrics()"),
    ],
)
def test_a_call_is_named_as_its_reader_types_it(
    function: str, options: dict[str, object], command: str, code: str
) -> None:
    assert call(function, **options) == code
    with on_command_line():
        assert call(function, **options) == command


@given(st.text())
def test_any_value_can_be_typed_as_shown(value: str) -> None:
    name, _, literal = option("allow", value).partition("=")
    assert (name, literal_eval(literal)) == ("allow", value)
    with on_command_line():
        assert shlex.split(option("allow", value)) == ["--allow", value]
