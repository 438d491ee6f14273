"""Score texts in memory under one metric: `tertium.bleu(hypotheses, references)` and its like."""

from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from inspect import Parameter, Signature, cleandoc
from textwrap import fill
from typing import Any, get_type_hints

from tertium.checks import enforce
from tertium.core import plugins
from tertium.core.errors import UsageError
from tertium.core.layers import Layer
from tertium.core.results import Score
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.core.texts import References, Text, segments_of
from tertium.metrics import metric_class, score_output, warn_unsegmented, with_file

_HELP = {
    "hypotheses": "The output: one string per segment, as a list, an array or a column.",
    "references": "One text per reference, as a list, a mapping or a frame; or a single text.",
    "source": "The source text.",
    "params": "A file of parameters, as `tertium.write_parameters` writes it.",
}

_LAYER = "The layer of this name: a text, or the content of a file of this kind."


def metric_function(name: str) -> Callable[..., Score]:
    """Make the function of a metric, with its parameters as keywords.

    Args:
        name: The metric, as in "bleu".
    """

    def function(hypotheses: Text, references: References = (), **keywords: Any) -> Score:
        return _score(name, hypotheses, references, keywords)

    metric = metric_class(name)
    function.__name__ = function.__qualname__ = plugins.identifier(name)
    function.__module__ = "tertium"
    function.__doc__ = _docstring(metric)
    function.__signature__ = _signature(metric)  # type: ignore[attr-defined]
    return function


def _score(name: str, hypotheses: Text, references: References, keywords: dict[str, Any]) -> Score:
    needs = metric_class(name).needs
    for need in needs:
        no_text = need != "references" or (isinstance(references, tuple) and not references)
        if need not in keywords and no_text:
            raise UsageError(
                f"tertium.{plugins.identifier(name)} needs {need}.",
                hint=f"Give an argument: {need}=...",
            )
    source = keywords.pop("source", None)
    layers = {
        need: Layer.of(need, keywords.pop(need), "system") for need in needs if need in keywords
    }
    given = with_file(metric_class(name), keywords)
    testset = TestSet.of(
        references=references,
        systems={"system": segments_of(hypotheses, "hypotheses")},
        source=source,
        layers=layers,
    )
    if len(testset.references) == len(testset) > 1:
        # The counts are equal, so they do not show whether the references are transposed.
        enforce(testset, only=["transposed-references"])
    try:
        metric = _metric(name, **given)
    except TypeError:  # A value that cannot be hashed fits no parameter, and has its own message.
        metric = metric_class(name).of(given)
    metric = metric.for_testset(testset)
    warn_unsegmented([metric], testset)
    return score_output(testset, "system", 0, metric)


@lru_cache(maxsize=64)
def _metric(name: str, **parameters: Any) -> Metric:
    """Make a metric once: single sentences are scored one call at a time."""
    return metric_class(name).of(parameters)


def _signature(metric: type[Metric]) -> Signature:
    """Signature of the function of a metric: its texts and layers, then its parameters."""
    texts = [
        Parameter("hypotheses", Parameter.POSITIONAL_OR_KEYWORD, annotation="Text"),
        Parameter(
            "references",
            Parameter.POSITIONAL_OR_KEYWORD,
            default=Parameter.empty if "references" in metric.needs else (),
            annotation="References",
        ),
    ]

    def keyword(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
        return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    needs = [keyword(need, "Text" if need == "source" else Any) for need in _other_needs(metric)]
    hints = get_type_hints(metric)
    parameters = [
        keyword(item.name, hints[item.name], item.default)
        for item in fields(metric)
        if item.name not in _HELP
    ]
    if parameters:
        parameters.append(keyword("params", str | None, None))
    return Signature([*texts, *needs, *parameters], return_annotation=Score)


def _other_needs(metric: type[Metric]) -> list[str]:
    """Names of the texts and layers that a metric needs beside references."""
    return [need for need in metric.needs if need != "references"]


def _docstring(metric: type[Metric]) -> str:
    """Docstring of the function of a metric: that of its file, with the arguments added."""
    text = cleandoc(plugins.load("metrics", metric.name).__doc__ or "")
    text, _, example = text.partition("\nExample:\n")
    helps = dict.fromkeys(_other_needs(metric), _LAYER)
    helps |= {item.name: item.metadata.get("help", "") for item in fields(metric)} | _HELP
    arguments = [
        fill(f"{name}: {helps[name]}", 96, initial_indent=" " * 4, subsequent_indent=" " * 8)
        for name in _signature(metric).parameters
    ]
    parts = [
        text.strip(),
        "\n".join(["Args:", *arguments]),
        "Returns:\n    The score: `score.value`, `score.segments`, `score.signature`.",
        f"Example:\n{example.rstrip()}",
    ]
    return "\n\n".join(parts)
