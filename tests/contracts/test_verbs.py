"""What holds for every public function of `tertium`: its signature and its docstring."""

import inspect
import re
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import tertium
from tertium.core import plugins

VERBS = [plugins.identifier(name) for name in plugins.names("api")]
FUNCTIONS = [name for name in dir(tertium) if inspect.isfunction(getattr(tertium, name))]

# The same role in files (`read`) and in memory (`testset`), so of other types.
IN_FILES = {"systems", "references", "source", "documents", "layers"}

# Names that other programs have for what is one of our keywords.
SYNONYMS = {
    "trials": {"samples", "resamples", "n_resamples", "draws", "repetitions", "bootstrap"},
    "metrics": {"metric"},
    "test": {"tests", "significance"},
    "statistic": {"statistics", "correlation", "correlations"},
    "confidence_level": {"significance_level", "conf"},
    "level": {"unit", "granularity"},
    "seed": {"random_state", "rng"},
    "jobs": {"workers", "threads", "processes", "n_jobs"},
    "language_pair": {"languages", "langpair", "pair"},
    "progress": {"callback", "advance"},
}


def parameters(name: str) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(getattr(tertium, name)).parameters)


def test_verbs_are_functions():
    assert {*VERBS} < {*FUNCTIONS}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_mistyped_keyword_is_an_error(name):
    kinds = {parameter.kind for parameter in parameters(name).values()}
    assert inspect.Parameter.VAR_KEYWORD not in kinds
    with pytest.raises(TypeError):
        getattr(tertium, name)(no_such_keyword=1)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_docstring_explains_all_arguments_in_their_order(name):
    text = inspect.getdoc(getattr(tertium, name)) or ""
    section = re.search(r"^Args:\n((?:    .*\n?|\n)*)", text, re.MULTILINE)
    explained = re.findall(r"^    (\w+): ", section[1], re.MULTILINE) if section else []
    assert explained == list(parameters(name))
    assert "Example:\n    >>> " in text


@pytest.mark.parametrize("name", VERBS)
def test_the_docstring_says_what_is_returned(name):
    verb = getattr(tertium, name)
    returned = get_type_hints(verb)["return"] is not NoneType
    assert ("Returns:\n" in (inspect.getdoc(verb) or "")) == returned


@pytest.mark.parametrize("name", VERBS)
def test_settings_are_given_by_keyword(name):
    positional = [
        parameter.name
        for parameter in parameters(name).values()
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    ]
    assert len(positional) <= 3
    assert not {"trials", "seed", "level", "test", "confidence_level", "jobs"} & {*positional}


@pytest.mark.parametrize("name", VERBS)
def test_a_keyword_has_one_name(name):
    for keyword, others in SYNONYMS.items():
        assert not others & {*parameters(name)}, f"Call it {keyword}."


@pytest.mark.parametrize("name", VERBS)
def test_resampling_verbs_have_a_seed_and_report_progress(name):
    keywords = {*parameters(name)}
    if "trials" in keywords:
        assert {"seed", "progress"} <= keywords


def accepted(annotation: Any) -> set[Any]:
    """Types of a union beside None; a sequence or collection is an iterable."""
    if isinstance(annotation, UnionType):
        return set().union(*map(accepted, get_args(annotation)))
    kind = get_origin(annotation) or annotation
    if kind is Any:
        return {object}
    # A string is a name, not a collection of letters.
    return {Iterable if kind is not str and issubclass(kind, Iterable) else kind} - {NoneType}


def test_a_keyword_means_the_same_in_all_verbs():
    """Types of one keyword are those of the verb that accepts most, or some of them."""
    types: dict[str, dict[str, set[Any]]] = {}
    for verb in VERBS:
        hints = get_type_hints(getattr(tertium, verb))
        for keyword in parameters(verb):
            types.setdefault(keyword, {})[verb] = accepted(hints[keyword])
    for keyword, verbs in types.items():
        if keyword in IN_FILES and {*verbs} == {"read", "testset"}:
            continue
        most = max(verbs.values(), key=len)
        for verb, some in verbs.items():
            known = all(not most.isdisjoint(one.__mro__) for one in some)
            assert known, f"{keyword} of {verb}"


def test_seeds_and_confidence_levels_have_one_default():
    for keyword in ("seed", "confidence_level", "confidence_levels", "jobs", "engine", "scale"):
        found = {parameters(v)[keyword].default for v in VERBS if keyword in parameters(v)}
        assert len(found) == 1, keyword
