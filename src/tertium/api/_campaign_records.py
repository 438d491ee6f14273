"""What a campaign keeps besides judgments: answers to checks, tutorial and form; and resets."""

import json
import os
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tertium.campaign.attention_checks import CheckAnswer
from tertium.campaign.description import Description
from tertium.campaign.known_items import AnswerKey
from tertium.core import outputs
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted
from tertium.storage import resets
from tertium.storage.campaigns import AnnotatorRow
from tertium.storage.checks import check_answers
from tertium.storage.database import Database
from tertium.storage.forms import all_forms
from tertium.storage.tutorials import tutorial_rows
from tertium.storage.work import hits_of

# What can be exported besides judgments.
RECORDS = ("checks", "tutorial", "form")


class TutorialAnswer(NamedTuple):
    """An answer to an item of the tutorial.

    Attributes:
        annotator: Name of the annotator.
        item: Name of the item.
        attempt: Number of the answer, from 1.
        correct: Whether the answer is as expected.
        answer: The answer, as JSON.
        submitted: When it was submitted, in seconds since 1970.
    """

    annotator: str
    item: str
    attempt: int
    correct: bool
    answer: str
    submitted: float


class CampaignRecords:
    """The part of an opened campaign that reads these records, and resets answers."""

    name: str
    id: int
    database: Database
    description: Description

    def _annotator(self, name: str) -> AnnotatorRow:
        raise NotImplementedError

    def check_answers(self, annotator: int | None = None) -> list[CheckAnswer]:
        """Answers to attention checks, wrong ones included, as they arrived.

        Args:
            annotator: Id of an annotator; None for all.
        """
        if not self.description.checks:
            return []
        with self.database.reading() as connection:
            rows = check_answers(connection, self.id, annotator)
        keys: dict[str, AnswerKey] = {}
        attempts: dict[tuple[Any, ...], int] = {}
        found = []
        for row in rows:
            if row.expected not in keys:
                keys[row.expected] = AnswerKey.from_json(row.expected)
            key, place = keys[row.expected], (row.annotator, row.hit, row.position)
            attempts[place] = attempts.get(place, 0) + 1
            found.append(
                CheckAnswer(
                    annotator=row.name,
                    check=row.check,
                    loud=key.strict,
                    hit=row.hit,
                    position=row.position,
                    attempt=attempts[place],
                    passed=key.accepts(json.loads(row.answer)),
                    answer=row.answer,
                    submitted=row.submitted,
                )
            )
        return found

    def tutorial_answers(self) -> list[TutorialAnswer]:
        """All answers to items of the tutorial, wrong ones included, as they arrived."""
        with self.database.reading() as connection:
            rows = tutorial_rows(connection, self.id)
        attempts: dict[tuple[int, int], int] = {}
        found = []
        for row in rows:
            place = (row.annotator, row.item)
            attempts[place] = attempts.get(place, 0) + 1
            found.append(
                TutorialAnswer(
                    annotator=row.annotator_name,
                    item=row.name,
                    attempt=attempts[place],
                    correct=row.correct,
                    answer=row.answer,
                    submitted=row.submitted,
                )
            )
        return found

    def form_answers(self) -> dict[str, dict[str, Any]]:
        """Answers to the questions before the work, by the name of the annotator."""
        return {name: answers for name, answers, _ in self._forms()}

    def export_records(
        self, what: str, path: str | os.PathLike[str], *, force: bool = False
    ) -> int:
        """Write answers that are no judgments to a file.

        Args:
            what: "checks", "tutorial" or "form".
            path: Where to write: .csv or .jsonl.
            force: Whether to replace an existing file.

        Returns:
            The number of rows.
        """
        from tertium.formats.rows import write_rows

        columns: Sequence[str]
        rows: list[dict[str, Any]]
        if what == "checks":
            columns, rows = CheckAnswer._fields, [one._asdict() for one in self.check_answers()]
        elif what == "tutorial":
            columns = TutorialAnswer._fields
            rows = [one._asdict() for one in self.tutorial_answers()]
        elif what == "form":
            questions = self.description.form.questions if self.description.form else ()
            columns = ("annotator", "submitted", *(one.name for one in questions))
            rows = [
                {"annotator": name, "submitted": submitted, **answers}
                for name, answers, submitted in self._forms()
            ]
        else:
            raise UsageError(f"What to export must be one of {', '.join(RECORDS)}. Got {what!r}.")
        if not rows:
            raise DataError(f"There are no answers to the {what} yet.", where=self.name)
        written = [row | {"submitted": _time(row["submitted"])} for row in rows]
        with outputs.replacing(force):
            write_rows(os.fspath(path), columns, written)
        return len(rows)

    def reset(
        self, name: str, *, hit: int | None = None, tutorial: bool = False, form: bool = False
    ) -> int:
        """Let an annotator answer again; the answers so far are kept, but do not count.

        Args:
            name: The annotator.
            hit: The HIT to reset, as the page of the annotator counts them from 1; by default all,
                unless the tutorial or the form is reset.
            tutorial: Whether the annotator begins with the tutorial again.
            form: Whether the annotator answers the questions before the work again.

        Returns:
            The number of items and tutorial answers that do not count any more, and of forms.
        """
        found, now = self._annotator(name), time.time()

        def reset(connection: Any) -> int:
            number = 0
            resets.note_reset(connection, found.id)
            if hit is not None or not (tutorial or form):
                chosen = None if hit is None else [self._hit(connection, found, hit)]
                number += resets.reset_items(connection, self.id, found.id, chosen, now)
            if tutorial:
                number += resets.reset_tutorial(connection, found.id, now)
            if form:
                number += resets.reset_form(connection, found.id, now)
            return number

        return self.database.submit(reset)

    def _hit(self, connection: Any, annotator: AnnotatorRow, number: int) -> int:
        own = hits_of(connection, self.id, annotator.id)
        if not 1 <= number <= len(own):
            raise UsageError(
                f"{annotator.name} has {counted(len(own), 'HIT')}; HIT {number} does not exist.",
                hint="HITs are counted from 1, as on the page of the annotator.",
            )
        return own[number - 1].hit

    def _forms(self) -> list[tuple[str, dict[str, Any], float]]:
        with self.database.reading() as connection:
            rows = all_forms(connection, self.id)
        return [(row.annotator_name, _object(row.answers), row.submitted) for row in rows]


def _object(text: str) -> dict[str, Any]:
    content: Mapping[str, Any] = json.loads(text)
    return dict(content)


def _time(seconds: float) -> str:
    """A time in UTC, as in files of ratings."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
