"""What annotators get besides the items: a form, a tutorial and attention checks."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from tertium.campaign.attention_checks import assign_checks, places_of_checks
from tertium.campaign.description import Description
from tertium.campaign.design import Design
from tertium.campaign.form import Form, read_form
from tertium.campaign.items import LONGEST_TEXT
from tertium.campaign.known_items import (
    CHECK,
    TUTORIAL,
    Asked,
    KnownItem,
    digest_of,
    read_known_items,
)
from tertium.campaign.limit import check_limit
from tertium.campaign.prolific import read_codes
from tertium.campaign.questions import TextQuestion, read_questions
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks import load_task
from tertium.core import files, wording
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.testset import TestSet
from tertium.storage.items import NewHit, NewItem, NewOutput
from tertium.storage.known_items import NewKnownItem

Path = str | os.PathLike[str]


@dataclass(frozen=True)
class Preparation:
    """The contents of the files, and the checks of each HIT.

    Attributes:
        form: The questions before the work.
        tutorial: Items of the tutorial.
        checks: Attention checks to draw from, in random order.
        drawn: Numbers of the checks of each HIT; None for those that are drawn later.
    """

    form: Form | None
    tutorial: Sequence[KnownItem]
    checks: Sequence[KnownItem]
    drawn: Sequence[Sequence[int | None]]

    @property
    def items(self) -> int:
        """Number of attention checks in all HITs."""
        return sum(map(len, self.drawn))

    def described(self, description: Description) -> Description:
        """Add the form, and what identifies the tutorial, to the description of a campaign."""
        digest = digest_of(self.tutorial) if self.tutorial else ""
        return replace(description, form=self.form, tutorial=digest, checks=len(self.checks))

    def known_items(self) -> list[NewKnownItem]:
        """Tutorial and checks as the database keeps them."""
        return [
            NewKnownItem(kind, item.name, item.to_json(), item.texts)
            for kind, several in ((TUTORIAL, self.tutorial), (CHECK, self.checks))
            for item in several
        ]

    def with_checks(self, hits: Sequence[NewHit], design: Design, seed: int) -> list[NewHit]:
        """Insert the attention checks into HITs at random places."""
        random = Random(f"places of checks {seed}")
        made = []
        for hit, planned, drawn in zip(hits, design.hits, self.drawn, strict=True):
            items = list(hit.items)
            places = places_of_checks(planned.items, len(drawn), random)
            for place, number in sorted(zip(places, drawn, strict=True), reverse=True, key=_place):
                items.insert(place, self._item(number))
            numbered = [item._replace(position=place) for place, item in enumerate(items, 1)]
            made.append(NewHit(hit.annotator, numbered))
        return made

    def _item(self, number: int | None) -> NewItem:
        """The item of a check, or a place without texts."""
        if number is None:
            return NewItem(position=0, segment="", document="", outputs=())
        return self.item_of(self.checks[number])

    def item_of(self, check: KnownItem) -> NewItem:
        """The item of a check."""
        return NewItem(
            position=0,
            segment=check.name,
            document="",
            outputs=[NewOutput(CHECK, "", text) for text in check.outputs],
            source=check.source,
            reference=check.reference,
            expected=check.key.to_json(),
        )


def prepare(
    description: Description,
    design: Design,
    names: Sequence[str],
    *,
    tutorial: Path = "",
    attention_checks: Path = "",
    form: Path = "",
) -> Preparation:
    """Read the files, draw checks for HITs, and refuse what does not fit the campaign.

    Args:
        description: The campaign.
        design: Its HITs.
        names: Its annotators; none in a pool.
        tutorial: File of the tutorial; "" if there is none.
        attention_checks: File of attention checks; "" if there are none.
        form: File of the form; "" if there is none.
    """
    settings = description.settings
    _check_used(settings, description.pool, bool(tutorial), bool(attention_checks))
    checks = _known_items(attention_checks, CHECK, description)
    Random(f"order of checks {settings.seed}").shuffle(checks)
    annotators = [hit.annotator for hit in design.hits]
    drawn = assign_checks(annotators, len(checks), settings.checks_per_hit, settings.seed)
    sizes = [
        (hit.annotator, len(hit.items) + len(own))
        for hit, own in zip(design.hits, drawn, strict=True)
    ]
    check_limit(sizes, settings.limit, names)
    return Preparation(
        form=read_form(files.read_text(form), files.name_of(form)) if form else None,
        tutorial=_known_items(tutorial, TUTORIAL, description),
        checks=checks,
        drawn=drawn,
    )


def text_questions(
    path: Path, testset: TestSet, settings: CampaignSettings
) -> tuple[TextQuestion, ...]:
    """Read comprehension questions, which the task comprehension needs, and no other.

    Args:
        path: File of the questions; "" if there is none.
        testset: The outputs to judge.
        settings: What annotators are asked.
    """
    from tertium.formats.json_lines import objects_of

    wanted = "questions" in load_task(settings.task).answers
    if wanted and not path:
        raise UsageError(
            f"The task {settings.task} needs questions.",
            hint=f"Give them with {wording.option('questions', wording.FILE)}.",
        )
    if not path:
        return ()
    if not wanted:
        raise UsageError(
            f"{wording.option('questions')} does not apply to {settings.task}.",
            hint=f"Choose {wording.option('task', 'comprehension')}.",
        )
    origin = files.name_of(path)
    lines = objects_of(files.read_bytes(path), origin)
    return read_questions(lines, testset.segment_ids, origin)


def asked_places(questions: Sequence[TextQuestion], testset: TestSet) -> tuple[int, ...] | None:
    """Places of the segments that there are questions on; None if there are no questions."""
    if not questions:
        return None
    segments = {one.segment for one in questions}
    return tuple(place for place, one in enumerate(testset.segment_ids) if one in segments)


def check_texts(testset: TestSet, longest_output: int) -> None:
    """Refuse texts that a page or a database cannot hold."""
    outputs = {id(stream) for runs in testset.outputs.values() for stream in runs}
    for role, stream in testset.streams():
        longest = longest_output if id(stream) in outputs else LONGEST_TEXT
        for place, text in enumerate(stream):
            if len(text) > longest:
                raise DataError(
                    f"{role} has {counted(len(text), 'character')} in one segment; a campaign shows"
                    f" at most {longest:,}.",
                    where=stream.where(place),
                )
            if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
                raise DataError(
                    f"{role} has a character that is not valid in UTF-8.",
                    where=stream.where(place),
                    hint="Remove it from the file.",
                )


def _known_items(path: Path, kind: str, description: Description) -> list[KnownItem]:
    from tertium.formats.json_lines import objects_of

    if not path:
        return []
    origin = files.name_of(path)
    task = load_task(description.settings.task)
    asked = Asked(task, description.question, description.context)
    lines = objects_of(files.read_bytes(path), origin)
    return read_known_items(lines, kind, asked, origin)


def _check_used(settings: CampaignSettings, pool: bool, tutorial: bool, checks: bool) -> None:
    """Refuse settings that would change nothing."""
    codes = read_codes(settings.prolific_codes)
    given = "tutorial" if tutorial else "attention_checks" if checks else ""
    if given and "questions" in load_task(settings.task).answers:
        raise UsageError(
            f"{wording.option(given)} does not apply to {settings.task}, whose questions have"
            " right answers.",
            hint=f"Add easy questions to {wording.option('questions')} instead.",
        )
    for name, used, needed in (
        ("checks_per_hit", checks, "attention_checks"),
        ("most_failed_checks", checks, "attention_checks"),
        ("tutorial_pass", tutorial, "tutorial"),
    ):
        if not used and getattr(settings, name) != getattr(type(settings), name):
            raise UsageError(
                f"{wording.option(name)} changes nothing without {wording.option(needed)}.",
                hint=f"Add {wording.option(needed, wording.FILE)}.",
            )
    if codes and not pool:
        raise UsageError(
            f"{wording.option('prolific_codes')} applies to a pool, which participants of Prolific"
            " join.",
            hint=f"Add {wording.option('pool', True)}.",
        )


def _place(pair: tuple[int, int | None]) -> int:
    return pair[0]
