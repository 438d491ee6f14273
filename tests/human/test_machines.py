"""Machine annotators: they enter no human score unless they are named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.human.columns import Words
from tertium.human.machines import marked, of_people
from tertium.human.ratings import Ratings
from tests.command import run
from tests.contracts._calls import ratings as people_only
from tests.contracts._calls import texts


def by(name: str, kind: str = "machine", value: float = 1.0) -> Ratings:
    """Judgments of every output by one annotator, higher for the system b."""
    once = people_only().where(people_only().annotator.is_("x"))
    return replace(
        once,
        annotator=Words.always(name, len(once)),
        annotator_kind=Words.always(kind, len(once)),
        value=np.where(once.system.is_("b"), 100 - once.value, value * once.value),
    )


def with_machines(kind: str = "machine") -> Ratings:
    return Ratings.concatenated([people_only(), by("gemba", kind)])


TASK: dict[str, Any] = {"task": "adequacy"}

# Every verb that turns judgments into human scores, with numbers that depend on them.
VERBS: dict[str, Callable[..., Any]] = {
    "rank": lambda given, **more: tertium.rank(given, **TASK, **more, trials=9).to_rows(),
    "gold": lambda given, **more: tertium.gold(given, given, **more, trials=9).to_rows(),
    "compare": lambda given, **more: tertium.compare(given, **TASK, **more, trials=99).to_rows(),
    "score_table": lambda given, **more: (
        tertium.score_table(texts(), given, "bleu", **TASK, **more).scores["human"].tolist()
    ),
    "accuracy": lambda given, **more: (
        tertium.accuracy(texts(), ratings=given, **TASK, **more, trials=99).gold
    ),
    "supersample": lambda given, **more: (
        tertium.supersample(texts(), given, **TASK, **more, hybrids=50, trials=2).planes
    ),
    "tune": lambda given, **more: (
        tertium.tune(texts(), "chrf", given, **TASK, **more, folds=2, starts=0, trials=9).seen
    ),
}


@pytest.mark.parametrize("verb", VERBS)
def test_machines_change_no_human_score_unless_they_are_named(verb):
    people, both, named = (
        repr(VERBS[verb](given, **more))
        for given, more in (
            (people_only(), {}),
            (with_machines(), {}),
            (with_machines(), {"include_machines": ["gemba"]}),
        )
    )
    assert both == people
    assert named != people
    assert named == repr(VERBS[verb](with_machines(kind="")))


def test_relative_judgments_of_machines_are_excluded():
    """Two annotators prefer a, and a program prefers b."""
    names = ["ann", "bob", "gemba"]
    given = tertium.read_ratings(
        {
            "annotator": [name for name in names for _ in "ab"],
            "annotator_kind": [kind for kind in ("", "", "machine") for _ in "ab"],
            "batch": [name for name in names for _ in "ab"],
            "segment": ["1"] * 6,
            "system": ["a", "b"] * 3,
            "task": ["preference"] * 6,
            "value": [1, 2, 1, 2, 2, 1],
        }
    )
    without = tertium.rank(given, trials=9)
    assert [(one.system, one.wins) for one in without.systems] == [("a", 2), ("b", 0)]
    assert without.data.left_out == {"by machine annotators": 2}
    named = tertium.rank(given, trials=9, include_machines="gemba")
    assert [(one.system, one.wins) for one in named.systems] == [("a", 2), ("b", 1)]
    assert "filters:include_machines(gemba)" in named.signature


def test_excluded_judgments_are_counted():
    result = tertium.rank(with_machines(), **TASK, trials=0)
    # Of 144 judgments of three people, half are of fluency; the program gave 48 of both.
    assert result.data.left_out == {"by machine annotators": 48, "of other tasks": 72}
    assert result.data.used == 72
    assert "machines" not in result.signature
    named = tertium.rank(with_machines(), **TASK, trials=0, include_machines=["gemba"])
    assert named.data.left_out == {"of other tasks": 96}
    assert "filters:include_machines(gemba)+standardized" in named.signature


def test_only_the_named_machines_are_included():
    given = Ratings.concatenated([with_machines(), by("judge", value=0.5)])
    named = of_people(given, ["judge"])
    assert sorted(named.annotator.names) == ["judge (machine)", "x", "y", "z"]
    assert sorted(of_people(given).annotator.names) == ["x", "y", "z"]


def test_judgments_without_machines_stay_as_they_are():
    assert of_people(people_only()) is people_only()
    assert marked(people_only()) is people_only()


def test_an_unknown_machine_is_refused():
    with pytest.raises(UsageError) as caught:
        tertium.rank(with_machines(), **TASK, include_machines=["gemma"])
    assert str(caught.value) == (
        "There is no machine annotator 'gemma'. Did you mean 'gemba'? Known: gemba."
    )
    with pytest.raises(UsageError) as caught:
        tertium.rank(people_only(), **TASK, include_machines=["x"])
    assert caught.value.hint.startswith("All judgments are by people")


def test_a_machine_may_judge_adequacy_or_fluency_alone():
    fluency = people_only().of_task("fluency")
    adequacy = with_machines().of_task("adequacy")
    named = tertium.gold(adequacy, fluency, trials=0, include_machines=["gemba"])
    assert [one.left_out for one in named.judgments] == [{}, {}]
    with pytest.raises(UsageError, match="no machine annotator 'gemma'"):
        tertium.gold(adequacy, fluency, trials=0, include_machines=["gemma"])


@pytest.mark.parametrize("verb", VERBS)
def test_judgments_of_machines_alone_are_refused(verb):
    with pytest.raises(DataError) as caught:
        VERBS[verb](by("gemba"))
    assert "are by machine annotators: gemba." in str(caught.value)
    assert caught.value.hint == (
        'They enter human scores only if you name them: include_machines="gemba".'
    )


def test_a_task_that_machines_alone_judged_is_refused():
    given = Ratings.concatenated([people_only().of_task("adequacy"), by("gemba")])
    with pytest.raises(DataError, match=r": All judgments of fluency are by machine annotators"):
        tertium.rank(given, task="fluency")
    # Judgments of people are of one task, which is chosen.
    assert tertium.rank(given, trials=0).data.task == "adequacy"


def test_quality_control_in_a_ranking_is_that_of_people():
    given = with_machines()
    degraded = replace(given, kind=Words.always("bad_reference", len(given)), value=given.value / 2)
    both = Ratings.concatenated([given, degraded])
    control = tertium.rank(both, **TASK, trials=0).quality
    assert control is not None
    assert [one.annotator for one in control.annotators] == ["x", "y", "z"]
    named = tertium.rank(both, **TASK, trials=0, include_machines=["gemba"]).quality
    assert named is not None
    assert [one.annotator for one in named.annotators] == ["gemba (machine)", "x", "y", "z"]


def test_agreement_and_quality_control_mark_machines():
    values = tertium.agreement(with_machines(), **TASK).values
    assert values is not None
    assert [one.annotator for one in values.annotators] == ["gemba (machine)", "x", "y", "z"]
    control = tertium.quality(with_machines()).control
    assert [one.annotator for one in control.annotators] == ["gemba (machine)", "x", "y", "z"]


def test_a_person_and_a_machine_of_one_name_are_two_annotators():
    given = Ratings.concatenated([people_only(), by("x")])
    control = tertium.quality(given).control
    assert [one.annotator for one in control.annotators] == ["x", "x (machine)", "y", "z"]


def test_other_kinds_of_annotators_are_refused():
    """A misspelt kind must not make a program a person."""
    columns: dict[str, list[Any]] = {name: ["a"] * 3 for name in ("annotator", "system")}
    columns |= {"value": [1, 1, 1], "annotator_kind": ["Machine", "llm", ""]}
    with pytest.raises(FormatError) as caught:
        tertium.read_ratings(columns)
    assert "2 of 3 rows have an annotator_kind other than machine." in str(caught.value)


@pytest.fixture
def file(tmp_path):
    tertium.convert(with_machines(), tmp_path / "both.csv")
    return tmp_path / "both.csv"


@pytest.mark.parametrize(
    "command",
    [
        ["human", "rank", "{}", "--task", "adequacy", "--trials", "0"],
        ["human", "gold", "--adequacy", "{}", "--fluency", "{}", "--trials", "0"],
        ["compare", "--ratings", "{}", "--task", "adequacy", "--trials", "99"],
    ],
)
def test_commands(command, file):
    arguments = [word.format(file) for word in command]
    without, named = run(*arguments), run(*arguments, "--include-machine", "gemba")
    assert (without.code, named.code) == (0, 0)
    said = "48 by machine annotators"
    assert said in " ".join(without.stdout.split())
    assert said not in " ".join(named.stdout.split())
    assert "include_machines(gemba)" in named.stdout
    misspelt = run(*arguments, "--include-machine", "gemma")
    assert misspelt.code == 2
    assert "Did you mean 'gemba'?" in misspelt.stderr


def test_commands_that_join_judgments_with_outputs(file, tmp_path):
    testset = tmp_path / "texts.jsonl"
    tertium.convert(texts(), testset)
    arguments = ["meta", "supersample", testset, "--ratings", file, "--task", "adequacy"]
    arguments += ["--hybrids", "50", "--trials", "2", "-m", "bleu"]
    without, named = run(*arguments), run(*arguments, "--include-machine", "gemba")
    assert (without.code, named.code) == (0, 0)
    assert "include_machines(gemba)" not in without.stdout
    assert "include_machines(gemba)" in named.stdout


def test_the_command_line_names_its_option(tmp_path):
    tertium.convert(by("gemba"), tmp_path / "machine.csv")
    result = run("human", "rank", tmp_path / "machine.csv", "--task", "adequacy")
    assert result.code == 1
    assert "All judgments of adequacy are by machine annotators: gemba." in result.stderr
    assert "--include-machine gemba" in result.stderr


def test_outputs_cannot_be_compared_with_machines():
    with pytest.raises(UsageError, match="include_machines"):
        tertium.compare(texts(), include_machines=["gemba"])
