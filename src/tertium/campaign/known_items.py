"""Items whose right answer is known: those of a tutorial, and attention checks.

A file has one JSON object per line:

    {"source": "Guten Tag.", "output": "Good day.", "expected": {"value": [80, 100]}}
    {"id": "order", "source": "Ja.", "outputs": ["Yes.", "No."], "expected": {"better": [0, 1]}}

`output` or `outputs` are the texts to judge; `source` and `reference` are shown beside them where
the campaign shows them. `expected` is the expected answer (`expectations.py`). `feedback` explains
it: one text, or a table from languages to texts. A wrong answer to a tutorial item with
`"must": true`, or to an attention check with `"loud": true`, has to be put right.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tertium.campaign._file_values import check_keys, read_flag, read_text, read_texts, text_in
from tertium.campaign.expectations import Expectation, is_met, read_expectation
from tertium.campaign.items import LONGEST_TEXT
from tertium.campaign.tasks import Question, Task
from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.core.records import from_plain, to_plain

TUTORIAL, CHECK = "tutorial", "check"

# The key that makes a wrong answer wrong for good, by kind.
_STRICT = {TUTORIAL: "must", CHECK: "loud"}

_MOST = 10_000
_LONGEST_ID = 100
LONGEST_FEEDBACK = 5000


@dataclass(frozen=True)
class AnswerKey:
    """What the page must not know: the expected answer, and what is said after a wrong one.

    Attributes:
        expectation: The expected answer; None if any answer is right.
        strict: Whether a wrong answer has to be put right.
        feedback: Explanation of the right answer, by language.
    """

    expectation: Expectation | None
    strict: bool
    feedback: Mapping[str, str]

    def accepts(self, answer: Mapping[str, Any]) -> bool:
        """Whether an answer, in the form that is stored, is as expected."""
        return self.expectation is None or is_met(self.expectation, answer)

    def explanation(self, language: str) -> str:
        """The explanation in a language; "" if there is none."""
        return text_in(self.feedback, language)

    def to_json(self) -> str:
        """The key as the database keeps it."""
        return json.dumps(to_plain(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "AnswerKey":
        """Read a key from the database."""
        return from_plain(cls, json.loads(text), "answer key")


@dataclass(frozen=True)
class KnownItem:
    """An item with its answer key.

    Attributes:
        name: Its `id`, or the number of its line.
        outputs: The texts to judge.
        source: The source; None if it is not shown.
        reference: The reference; None if it is not shown.
        key: The answer key.
    """

    name: str
    outputs: tuple[str, ...]
    source: str | None
    reference: str | None
    key: AnswerKey

    @property
    def texts(self) -> list[str]:
        """All its texts."""
        return [
            *self.outputs,
            *(text for text in (self.source, self.reference) if text is not None),
        ]

    def to_json(self) -> str:
        """The item as the database keeps it."""
        return json.dumps(to_plain(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "KnownItem":
        """Read an item from the database."""
        return from_plain(cls, json.loads(text), "item with a known answer")


class Asked(NamedTuple):
    """What a campaign asks of annotators.

    Attributes:
        task: The annotation task.
        question: How annotators answer.
        context: Texts shown beside outputs: "source", "reference", "both" or "nothing".
    """

    task: Task
    question: Question
    context: str


def read_known_items(
    lines: Iterable[tuple[str, Mapping[str, Any]]], kind: str, asked: Asked, origin: str
) -> list[KnownItem]:
    """Read the items of a file.

    Args:
        lines: File and line of each object, and the object.
        kind: "tutorial" or "check".
        asked: What the campaign asks.
        origin: Name of the file.
    """
    found: list[KnownItem] = []
    known: dict[tuple[Any, ...], str] = {}
    for where, given in lines:
        item = _read(given, kind, asked, where)
        texts = (item.source, item.reference, item.outputs)
        for value in (("id", item.name), ("texts", *texts)):
            earlier = known.setdefault(value, where)
            if earlier != where:
                raise FormatError(f"The item has the same {value[0]} as {earlier}.", where=where)
        found.append(item)
    if not found:
        raise FormatError("The file has no items.", where=origin)
    if len(found) > _MOST:
        raise FormatError(
            f"The file has {counted(len(found), 'item')}; at most {_MOST:,} are allowed.",
            where=origin,
        )
    return found


def digest_of(items: Sequence[KnownItem]) -> str:
    """Identify a tutorial by its content: the first 32 digits of a SHA-256."""
    return _hash(items, "tutorial")[:32]


def proof_of(items: Sequence[KnownItem]) -> str:
    """Make what a browser keeps after it has finished a tutorial.

    It follows from the answer keys, which annotators do not know, so it cannot be made up; every
    campaign with the same tutorial recognizes it.
    """
    return _hash(items, "proof")


def _hash(items: Sequence[KnownItem], purpose: str) -> str:
    content = "\n".join([purpose, *(item.to_json() for item in items)])
    return hashlib.sha256(content.encode("utf-8")).hexdigest()


def _read(given: Mapping[str, Any], kind: str, asked: Asked, where: str) -> KnownItem:
    strict = _STRICT[kind]
    known = ("id", "source", "reference", "output", "outputs", "expected", "feedback", strict)
    check_keys(given, known, "The item", where)
    outputs = _outputs(given, asked.task, where)
    source = _beside(given, "source", asked.context, where)
    reference = _beside(given, "reference", asked.context, where)
    expectation = None
    if given.get("expected") is not None:
        expectation = read_expectation(
            given["expected"], outputs, source, asked.task, asked.question, where
        )
    must = read_flag(given.get(strict, False), repr(strict), where)
    if expectation is None and (kind == CHECK or must):
        raise FormatError(
            "The item has no 'expected' answer.",
            where=where,
            hint='Example: "expected": {"value": [80, 100]}.',
        )
    feedback: Mapping[str, str] = {}
    if given.get("feedback") is not None:
        feedback = read_texts(given["feedback"], "'feedback'", where, LONGEST_FEEDBACK)
    name = given.get("id", where.rpartition(":")[2])
    name = read_text(str(name) if isinstance(name, int) else name, "'id'", where, _LONGEST_ID)
    return KnownItem(name, outputs, source, reference, AnswerKey(expectation, must, feedback))


def _outputs(given: Mapping[str, Any], task: Task, where: str) -> tuple[str, ...]:
    if ("output" in given) == ("outputs" in given):
        raise FormatError("The item must have either 'output' or 'outputs'.", where=where)
    listed = given["outputs"] if "outputs" in given else [given["output"]]
    if not isinstance(listed, list):
        raise FormatError("'outputs' must be a list of texts.", where=where)
    if not task.fewest <= len(listed) <= task.most:
        allowed = f"{task.fewest} to {task.most}" if task.fewest < task.most else f"{task.most}"
        raise FormatError(
            f"The item has {counted(len(listed), 'output')}; {task.name} shows {allowed} on a"
            " screen.",
            where=where,
        )
    return tuple(read_text(text, "An output", where, LONGEST_TEXT, empty=True) for text in listed)


def _beside(given: Mapping[str, Any], name: str, context: str, where: str) -> str | None:
    """The source or the reference, if the campaign shows it; it is checked in any case."""
    text = given.get(name)
    if text is not None:
        text = read_text(text, f"The {name}", where, LONGEST_TEXT, empty=True)
    if context not in (name, "both"):
        return None
    if text is None:
        raise FormatError(
            f"The item has no {name!r}, which the campaign shows beside outputs.", where=where
        )
    return text
