"""`tertium metrics`."""

import json

import pytest
from tests.command import run

import tertium
from tertium.core import plugins

NAMES = plugins.names("metrics")


def test_all_metrics_are_listed_within_80_columns():
    result = run("metrics")
    assert result.code == 0
    assert [line for line in result.stdout.splitlines() if line in NAMES] == list(NAMES)
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "needs references, --layer frames=FILE." in result.stdout
    assert "needs only outputs." in result.stdout


@pytest.mark.parametrize("name", NAMES)
def test_one_metric_is_explained(name):
    result = run("metrics", name)
    assert result.code == 0
    text = result.stdout
    assert "Reference: " in text
    assert "Example: tertium score" in text
    assert "is better." in text
    assert "@" in text
    for parameter in plugins.load("metrics", name).METRIC.parameters():
        assert f"\n  {parameter.name}=" in text


def test_several_can_be_explained_at_once():
    text = run("metrics", "bleu", "ter").stdout
    assert text.index("BLEU: ") < text.index("TER: ")


def test_extras_are_reported():
    assert (
        "pip install 'tertium[meteor]' installs its dependencies."
        in run("metrics", "meteor").stdout
    )


def test_an_unknown_metric_is_named():
    result = run("metrics", "blue")
    assert result.code == 2
    assert result.stderr.startswith("error: No metric named 'blue'. Did you mean 'bleu'?")


def test_json_has_everything():
    found = json.loads(run("metrics", "-f", "json").stdout)["metrics"]
    assert [item["metric"] for item in found] == list(NAMES)
    bleu = next(item for item in found if item["metric"] == "bleu")
    assert bleu["needs"] == ["references"]
    assert bleu["higher_is_better"] is True
    assert {"name": "lc", "type": "true or false", "choices": [], "default": "false"}.items() <= (
        next(p for p in bleu["parameters"] if p["name"] == "lc").items()
    )


@pytest.mark.parametrize("name", ["tsv", "csv", "markdown", "latex"])
def test_tables_have_a_row_for_each(name):
    assert all(one in run("metrics", "-f", name).stdout.replace("\\_", "_") for one in NAMES)


def test_python_users_have_the_same():
    described = tertium.describe(["bleu", "length-ratio"])
    assert [one.direction for one in described] == ["higher is better", "neither is better"]
    assert str(described).startswith("bleu: BLEU: ")
    assert len(tertium.describe()) == len(NAMES)
    assert described.to_frame().shape == (2, 5)
