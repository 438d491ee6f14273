"""Keywords of the verbs are the parameters of their settings, with the same defaults."""

from dataclasses import fields
from inspect import Parameter, signature
from typing import get_type_hints

import pytest

import tertium
from tertium.core.spec import Spec
from tertium.human.settings import RankSettings, RelativeRankSettings, Rules

# Each verb with its settings, and the parameters that it leaves at their defaults.
OWN = [
    (tertium.rank, RankSettings, set()),
    (tertium.rank, RelativeRankSettings, set()),
    (tertium.gold, RankSettings, {"alternative", "clusters", "confidence_level"}),
    (tertium.quality, Rules, set()),
]

# Each verb that takes settings of another study after a prefix; None stands for their defaults.
PREFIXED = [
    (tertium.rank, Rules, "quality_", set()),
    (tertium.gold, Rules, "quality_", {"shortest", "longest_run", "reference_mean"}),
]


@pytest.mark.parametrize(("verb", "settings", "without"), OWN)
def test_keywords_are_the_settings(verb, settings: type[Spec], without):
    keywords, hints = signature(verb).parameters, get_type_hints(verb)
    for item in fields(settings):
        if item.name in without:
            assert item.name not in keywords
            continue
        assert keywords[item.name].kind is Parameter.KEYWORD_ONLY
        assert keywords[item.name].default == item.default
        assert hints[item.name] == get_type_hints(settings)[item.name]


@pytest.mark.parametrize(("verb", "settings", "prefix", "without"), PREFIXED)
def test_prefixed_keywords_are_the_settings(verb, settings: type[Spec], prefix, without):
    keywords, hints = signature(verb).parameters, get_type_hints(verb)
    wanted = {prefix + item.name for item in fields(settings) if item.name not in without}
    assert {name for name in keywords if name.startswith(prefix)} == wanted
    for item in fields(settings):
        if item.name not in without:
            assert keywords[prefix + item.name].default is None
            assert hints[prefix + item.name] == get_type_hints(settings)[item.name] | None


@pytest.mark.parametrize(
    "verb", dict.fromkeys([verb for verb, *_ in (*OWN, *PREFIXED)]), ids=lambda verb: verb.__name__
)
def test_a_mistyped_keyword_is_an_error(verb):
    kinds = [parameter.kind for parameter in signature(verb).parameters.values()]
    assert Parameter.VAR_KEYWORD not in kinds
