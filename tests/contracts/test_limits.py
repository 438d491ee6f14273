"""What holds for every number that a user can give: it has limits, and errors name them.

Found by discovery: the parameters of all Specs (metrics, tests, statistics, settings), and the
options of all commands.
"""

import importlib
import math
import pkgutil
import sys
from contextlib import suppress
from dataclasses import fields
from types import UnionType
from typing import get_args, get_type_hints

import click
import pytest
from tests.command import run
from tests.contracts.test_commands import CALLED
from tests.contracts.test_metrics import corpus
from tests.stand_ins import Comet

import tertium
from tertium.api.score import score
from tertium.cli._types import Number
from tertium.cli.main import tertium as program
from tertium.core import plugins
from tertium.core.errors import ParameterError, TertiumError
from tertium.core.spec import Spec
from tertium.metrics import metric

# Texts that are no number; numbers beyond any limit; numbers that some parameters take.
NO_NUMBERS = ("", "nan", "-nan", "inf", "1_000", "1,5", "0x10", "１２", "1e999", "9" * 5000)
TOO_LARGE = ("1e20", "1e308", "-1e308", "9" * 400, "-" + "9" * 400)
ODD = ("0", "-1", "1e-320", "-0.0", "1.0")


def specs() -> list[type[Spec]]:
    """Every Spec of the package."""
    for module in pkgutil.walk_packages(tertium.__path__, "tertium."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found, waiting = set(), [Spec]
    while waiting:
        more = waiting.pop().__subclasses__()
        found |= {one for one in more if one.__module__.startswith("tertium.")}
        waiting += more
    return sorted(found, key=lambda one: (one.__module__, one.__qualname__))


def kinds(spec: type[Spec], name: str) -> tuple[type, ...]:
    hint = get_type_hints(spec)[name]
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def numbers() -> list[tuple[type[Spec], str]]:
    """All parameters that take a number."""
    return [
        (spec, item.name)
        for spec in specs()
        for item in fields(spec)
        if {int, float} & set(kinds(spec, item.name))
    ]


NUMBERS = numbers()
of_each_number = pytest.mark.parametrize(
    ("spec", "name"), NUMBERS, ids=[f"{spec.__module__[8:]}.{name}" for spec, name in NUMBERS]
)


def bounds(spec: type[Spec], name: str) -> dict[str, float]:
    (metadata,) = (item.metadata for item in fields(spec) if item.name == name)
    names = ("minimum", "above", "maximum", "below")
    return {bound: metadata[bound] for bound in names if metadata.get(bound) is not None}


def test_all_members_were_found():
    found = {spec.__module__ for spec, _ in NUMBERS}
    assert {
        "tertium.metrics.bleu",
        "tertium.meta.statistics.kendall_like",
        "tertium.comparison.settings",
    } <= found


@of_each_number
def test_it_has_a_limit_on_either_side(spec, name):
    assert {"minimum", "above"} & set(bounds(spec, name))
    assert {"maximum", "below"} & set(bounds(spec, name))
    assert all(math.isfinite(bound) for bound in bounds(spec, name).values())


@of_each_number
def test_invalid_and_extreme_numbers_are_refused_by_name(spec, name):
    values = [*NO_NUMBERS, *TOO_LARGE, math.nan, math.inf, -math.inf, 10**400, -(10**400), 10**9999]
    for value in values:
        with pytest.raises(ParameterError, match=rf"^(The '{name}' .*|{name}) must be") as caught:
            spec.of({name: value})
        assert len(str(caught.value)) < 300


@of_each_number
def test_unusual_numbers_are_accepted_or_refused(spec, name):
    for value in (*ODD, *map(str, bounds(spec, name).values())):
        with suppress(ParameterError):
            assert isinstance(getattr(spec.of({name: value}), name), kinds(spec, name))


@of_each_number
def test_the_error_names_the_limit(spec, name):
    for bound, value in bounds(spec, name).items():
        if bound in ("minimum", "maximum"):
            beyond = value + 1 if bound == "maximum" else value - 1
            word = {"minimum": "at least", "maximum": "at most"}[bound]
            with pytest.raises(ParameterError, match=f"must be {word} {value:,}[.] Got"):
                spec.of({name: int(beyond)})


@pytest.mark.slow
@pytest.mark.parametrize("name", plugins.names("metrics"))
def test_metrics_work_at_the_limits_of_their_numbers(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "comet", Comet())
    spec = type(metric(name))
    for parameter in (parameter for one, parameter in NUMBERS if one is spec):
        for bound, value in bounds(spec, parameter).items():
            if bound in ("minimum", "maximum"):
                kind = float if float in kinds(spec, parameter) else int
                with suppress(TertiumError):
                    found = score(corpus(), spec.of({parameter: kind(value)}))[0]
                    assert not math.isinf(found.value)
                    assert not any(map(math.isinf, found.segments))


def test_weights_of_meteor_have_limits_too():
    for weights in ("nan", "1e999", "1+inf", "-1", "1_0", "1+", "1e7"):
        with pytest.raises(ParameterError, match="'weights' parameter of meteor must be numbers"):
            metric(f"meteor(weights={weights})")


# --- The command line ---------------------------------------------------------------------------


def found(called: str) -> tuple[click.Command, click.Context]:
    """Find a command by its name, as in "human rank"."""
    command: click.Command = program
    context = click.Context(program, **program.context_settings)
    for name in called.split():
        assert isinstance(command, click.Group)
        inside = command.get_command(context, name)
        assert inside is not None
        command, context = inside, click.Context(inside, parent=context)
    return command, context


@pytest.mark.parametrize("called", CALLED)
def test_options_refuse_invalid_and_extreme_numbers(called):
    command, context = found(called)
    parameters = command.get_params(context)
    required = ["x" for one in parameters if isinstance(one, click.Argument) and one.required]
    for option in parameters:
        if isinstance(option.type, Number) or option.metavar in ("INT", "FLOAT"):
            flag, name = max(option.opts, key=len), str(option.name)
            for value in (*NO_NUMBERS, *TOO_LARGE):
                result = run(*called.split(), f"{flag}={value}", *required)
                assert result.code == 2, (flag, value)
                assert flag in result.stderr or name.rpartition("_")[2] in result.stderr
                assert result.stdout == ""


@pytest.mark.parametrize("called", CALLED)
def test_no_option_takes_a_number_without_limits(called):
    command, _ = found(called)
    for parameter in command.params:
        without = isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType)
        assert not without, f"{called} {parameter.name}: its type should be of tertium.cli._types"


@pytest.mark.parametrize("called", ["human gold", "meta accuracy"])
@pytest.mark.parametrize("value", ["", "nan", "inf", "1e308", "0.9_5", "0.95,", "0", "1"])
def test_levels_are_between_0_and_1(called, value):
    result = run(*called.split(), f"--confidence-levels={value}")
    assert result == (
        2,
        "",
        f"error: --confidence-levels must be numbers between 0 and 1. Got {value!r} instead.\n",
    )
