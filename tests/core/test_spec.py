"""Specs print as their own names and parse from them."""

import math
from dataclasses import dataclass, fields
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core import plugins
from tertium.core.errors import ParameterError, UsageError
from tertium.core.spec import Spec, option, parse_call, split_list
from tertium.metrics import metric


@dataclass(frozen=True)
class Example(Spec):
    """One parameter of each type."""

    name = "example"

    flag: bool = option(False, "A flag.", shared=True)
    count: int = option(4, "A number of things.", minimum=1)
    size: float = option(1.5, "A size.", minimum=0)
    maybe: float | None = option(None, "A number or none.")
    level: float = option(0.95, "A level.", above=0, below=1)
    share: float = option(1.0, "A share.", above=0, maximum=1)
    word: str = option("a", "A word.", choices=("a", "b"))
    tok: str | None = option(None, "A tokenizer.", members="text.tokenizers")


def parsed(text: str) -> Example:
    name, arguments = parse_call(text)
    assert name == "example"
    return Example.of(arguments)


def test_defaults_are_not_printed():
    assert str(Example()) == "example"
    assert str(Example(count=2, flag=True)) == "example(count=2,flag=true)"
    assert str(Example(maybe=1, tok="13a")) == "example(maybe=1,tok=13a)"


@given(
    flag=st.booleans(),
    count=st.integers(1),
    size=st.floats(0, allow_infinity=False, allow_nan=False),
    maybe=st.none() | st.floats(allow_infinity=False, allow_nan=False),
    level=st.floats(0, 1, exclude_min=True, exclude_max=True),
    share=st.floats(0, 1, exclude_min=True),
    word=st.sampled_from(["a", "b"]),
    tok=st.none() | st.sampled_from(plugins.names("text.tokenizers")),
)
def test_it_parses_from_what_it_prints(**values):
    made = Example(**values)
    assert parsed(str(made)) == made
    assert str(parsed(str(made))) == str(made)


OTHERS: dict[str, tuple[Any, ...]] = {
    "int": (0, 3),
    "float": (0.5,),
    "true": (True,),
    "none": (None,),
}


def values_of(made: type[Spec]) -> list[list[Any]]:
    """For each parameter of a metric its default and a few other values."""
    found: list[list[Any]] = []
    for parameter, item in zip(made.parameters(), fields(made), strict=True):
        others: list[Any] = list(parameter.choices[:2])
        if not others:
            for word in parameter.type.split(" or "):
                others += OTHERS.get(word, ())
        found.append([item.default, *others])
    return found


def combinations(values):
    """All of them, or some where they are too many."""
    if math.prod(map(len, values)) <= 5000:
        return product(*values)
    random = Random(1)
    return [tuple(random.choice(choices) for choices in values) for _ in range(2000)]


@pytest.mark.slow
@pytest.mark.parametrize("name", plugins.names("metrics"))
def test_every_metric_parses_from_what_it_prints_for_all_parameters(name):
    made = plugins.load("metrics", name).METRIC
    names = [item.name for item in fields(made)]
    printed = set()
    for values in combinations(values_of(made)):
        try:
            one = made(**dict(zip(names, values, strict=True)))
        except ParameterError:
            continue
        assert metric(str(one)) == one
        printed.add(str(one))
    assert len(printed) > 1


@pytest.mark.parametrize(
    ("text", "value"),
    [("flag=true", True), ("flag=YES", True), ("flag=1", True), ("flag=no", False)],
)
def test_words_for_true_and_false(text, value):
    assert parsed(f"example({text})").flag is value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "example(flag=maybe)",
            "The 'flag' parameter of example must be true or false. Got 'maybe' instead.",
        ),
        (
            "example(count=x)",
            "The 'count' parameter of example must be a whole number. Got 'x' instead.",
        ),
        (
            "example(count=1.5)",
            "The 'count' parameter of example must be a whole number. Got '1.5' instead.",
        ),
        ("example(count=0)", "The 'count' parameter of example must be at least 1. Got 0 instead."),
        (
            "example(size=-1)",
            "The 'size' parameter of example must be at least 0. Got -1.0 instead.",
        ),
        *(
            (
                f"example(level={level})",
                f"The 'level' parameter of example must be between 0 and 1. Got {level} instead.",
            )
            for level in (0.0, 1.0, 95.0)
        ),
        *(
            (
                f"example(share={share})",
                f"The 'share' parameter of example must be {wanted}. Got {share} instead.",
            )
            for share, wanted in ((0.0, "more than 0"), (1.5, "at most 1"))
        ),
        (
            "example(size=nan)",
            "The 'size' parameter of example must be a number. Got 'nan' instead.",
        ),
        (
            "example(size=inf)",
            "The 'size' parameter of example must be a finite number. Got inf instead.",
        ),
        ("example(size=)", "The 'size' parameter of example must be a number. Got '' instead."),
        (
            "example(maybe=x)",
            "The 'maybe' parameter of example must be a number or none. Got 'x' instead.",
        ),
        (
            "example(word=c)",
            "The 'word' parameter of example must be one of a, b. Got 'c' instead.",
        ),
        (
            "example(wrd=a)",
            "example has no parameter 'wrd'. Did you mean 'word'? Parameters: count, flag, level,"
            " maybe, share, size, tok, word.",
        ),
    ],
)
def test_bad_values_share_one_message_template(text, message):
    with pytest.raises(ParameterError) as caught:
        parsed(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"count": True},
            "The 'count' parameter of example must be a whole number. Got True instead.",
        ),
        (
            {"count": "4"},
            "The 'count' parameter of example must be a whole number. Got '4' instead.",
        ),
        ({"flag": 1}, "The 'flag' parameter of example must be true or false. Got 1 instead."),
        (
            {"size": math.inf},
            "The 'size' parameter of example must be a finite number. Got inf instead.",
        ),
        ({"word": None}, "The 'word' parameter of example must be one of a, b. Got None instead."),
    ],
)
def test_values_in_python_have_their_types(values, message):
    with pytest.raises(ParameterError) as caught:
        Example(**values)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("bleu", ("bleu", {})),
        ("bleu()", ("bleu", {})),
        (" bleu ( tok = intl , lc=true ) ", ("bleu", {"tok": "intl", "lc": "true"})),
        ("x(a=b(c=d,e=f),g=h)", ("x", {"a": "b(c=d,e=f)", "g": "h"})),
        ("ja-mecab", ("ja-mecab", {})),
        ("x(a=)", ("x", {"a": ""})),
        ("x(a=b=c)", ("x", {"a": "b=c"})),
    ],
)
def test_a_call_is_a_name_and_its_arguments(text, call):
    assert parse_call(text) == call


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "'' is not of the form name(parameter=value,...). Quote it for the shell:"
            " 'bleu(tok=intl,lc=true)'.",
        ),
        (
            "bleu(",
            "'bleu(' is not of the form name(parameter=value,...). Quote it for the shell:"
            " 'bleu(tok=intl,lc=true)'.",
        ),
        ("bleu(tok)", "'tok' in 'bleu(tok)' is not of the form parameter=value."),
        ("bleu(=intl)", "'=intl' in 'bleu(=intl)' is not of the form parameter=value."),
        ("bleu(tok=a,tok=b)", "'bleu(tok=a,tok=b)' gives 'tok' twice."),
        ("bleu(tok=(a)", "The parentheses in 'tok=(a' do not match."),
    ],
)
def test_what_is_no_call(text, message):
    with pytest.raises(UsageError) as caught:
        parse_call(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("a", ["a"]),
        ("a,b", ["a", "b"]),
        (" a , b ,", ["a", "b"]),
        ("a(x=1,y=2),b", ["a(x=1,y=2)", "b"]),
        ("a(b(c,d),e),f", ["a(b(c,d),e)", "f"]),
        (",,a,,", ["a"]),
    ],
)
def test_lists_are_split_outside_parentheses(text, items):
    assert split_list(text) == items


@pytest.mark.parametrize("text", ["a(", "a)", "a(b", "(a))"])
def test_parentheses_must_match(text):
    with pytest.raises(UsageError) as caught:
        split_list(text)
    assert str(caught.value) == f"The parentheses in {text!r} do not match."


@given(st.text("ab(),= \n", max_size=12))
def test_any_text_is_a_call_or_an_error_of_ours(text):
    try:
        name, arguments = parse_call(text)
    except UsageError:
        return
    assert name.strip() == name
    assert all(key.strip() == key for key in arguments)


def test_parameters_describe_themselves():
    described = {p.name: p for p in Example.parameters()}
    assert described["flag"].shared
    assert described["flag"].type == "true or false"
    assert described["maybe"].type == "float or none"
    assert described["word"].choices == ("a", "b")
    assert described["tok"].choices == plugins.names("text.tokenizers")
    assert described["count"].default == "4"
