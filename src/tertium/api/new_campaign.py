"""Make a campaign: a folder with its items, links and instructions."""

import json
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tertium.api._arguments import check_ratings, check_testset
from tertium.api._campaign_folder import (
    INSTRUCTIONS_FILE,
    MEDIA_FOLDER,
    SECRET_FILE,
    SQLITE_FILE,
    URL_FILE,
)
from tertium.api._campaign_preparation import (
    asked_places,
    check_texts,
    prepare,
    text_questions,
)
from tertium.api._item_extras import Extras
from tertium.api.open_campaign import Campaign
from tertium.campaign import links
from tertium.campaign.conditions import check_shares, draw_conditions
from tertium.campaign.description import Description
from tertium.campaign.design import Design, make_design, resolve
from tertium.campaign.media import read_media
from tertium.campaign.names import annotator_names, check_campaign
from tertium.campaign.prefill import Prefill
from tertium.campaign.scale import load_scale
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.shown_texts import reference_of, shown_reference_of, source_of
from tertium.campaign.tasks import load_task
from tertium.core import files, temporary_files, wording
from tertium.core.errors import DataError, StorageError, UsageError
from tertium.core.progress import shown_as
from tertium.core.testset import TestSet
from tertium.human.factors import REFERENCE, absent, condition_of
from tertium.human.ratings import Ratings
from tertium.storage import access, campaigns
from tertium.storage.database import open_database
from tertium.storage.items import NewHit, NewItem, NewOutput, NewSegment
from tertium.storage.known_items import NewKnownItem


@shown_as("Making the campaign")
def new_campaign(
    testset: TestSet,
    name: str | os.PathLike[str],
    *,
    annotators: int | Iterable[str] = 1,
    pool: bool = False,
    database: str = "",
    tutorial: str | os.PathLike[str] = "",
    attention_checks: str | os.PathLike[str] = "",
    form: str | os.PathLike[str] = "",
    prefill: Ratings | None = None,
    questions: str | os.PathLike[str] = "",
    media: str | os.PathLike[str] = "",
    task: str = "adequacy",
    answer: str = "auto",
    answer_scale: str = "ldc",
    show: str = "auto",
    judgments: int | None = None,
    design: str = "independent",
    systems_per_item: int | None = None,
    context: bool = False,
    document_score: bool = False,
    no_ties: bool = False,
    control_share: float = 0.15,
    hit_size: int = 100,
    degradation: str = "delete",
    typology: str = "vilar",
    sliders: str = "",
    prefill_share: float = 1.0,
    reference_share: float = 1.0,
    limit: int | None = None,
    checks_per_hit: int = 1,
    most_failed_checks: float = 0.5,
    tutorial_pass: float = 0.0,
    prolific_codes: str = "",
    until: str = "planned",
    select: str = "random",
    select_metric: str = "chrf",
    lease: float = 30.0,
    interface: str = "en",
    seed: int = 12345,
) -> Campaign:
    """Make a campaign, which `tertium campaign serve` shows to annotators.

    Args:
        testset: The outputs to judge, with source or references.
        name: Folder to make; its last part is the name of the campaign.
        annotators: Number of annotators, or their names.
        pool: Whether whoever has the joining link can work, instead of named annotators.
        database: Address of a PostgreSQL database; by default an SQLite file in the folder.
        tutorial: File of items with feedback, which annotators answer before the work (JSONL).
        attention_checks: File of items whose right answer is known, which are mixed with the others
            (JSONL).
        form: File of questions before the work (TOML).
        prefill: Errors to suggest to annotators, for tasks that mark errors: ratings with spans.
        questions: File of comprehension questions, which the task comprehension needs (JSONL).
        media: Directory with an audio, video or image file for each segment, which is its source.
        task: Annotation task.
        answer: How annotators answer, as "slider" or "five-point"; by default the usual way of the
            task.
        answer_scale: Five-point scale: a name, or a TOML file.
        show: Texts beside the outputs: "source", "reference", "both", "nothing" or "auto".
        judgments: Number of outputs to judge, rounded up to whole HITs; control items are added.
            By default every output once.
        design: "independent", or "paired": all outputs of a segment go to one annotator.
        systems_per_item: Number of outputs of a segment on a screen; by default one, or as many as
            the task needs.
        context: Whether the segments of a document are judged one after the other, with the text
            around them.
        document_score: Whether the whole document is judged after its segments.
        no_ties: Whether ties are refused, if outputs are compared with each other.
        control_share: Share of control items, if several outputs or documents are on a screen.
        hit_size: Number of items of a HIT: a multiple of 20.
        degradation: How degraded outputs are made: "delete" or "replace".
        typology: Categories and severities of errors: "vilar", "mqm", or a TOML file.
        sliders: Further sliders below each output, as in "fluency:0-100,style:1-7:1".
        prefill_share: Share of items on which suggested errors are shown.
        reference_share: Share of items on which the reference is shown.
        limit: Largest number of items that an annotator judges.
        checks_per_hit: Number of attention checks in each HIT.
        most_failed_checks: Share of silent attention checks above which an annotator who fails them
            gets a caution.
        tutorial_pass: Share of tutorial items that must be right at the first attempt; who has
            fewer gets no work.
        prolific_codes: Completion codes of Prolific, as in
            "passed=ABC,failed=DEF,screened-out=GHI", for a pool.
        until: "planned", or "decided": the campaign ends when all pairs of systems are decided.
        select: Segments to judge: "random", "disagreement", or a file with ids of segments.
        select_metric: Metric of the disagreement between systems.
        lease: Minutes without an answer after which the items of a pool return.
        interface: Language of the pages.
        seed: Seed of the design.

    Returns:
        The campaign, opened.

    Example:
        >>> news = tertium.read({"a": "a.txt", "b": "b.txt"}, source="src.txt")
        >>> tertium.new_campaign(news, "news24", annotators=["ann", "bob"], judgments=160)
        Campaign(news24: adequacy, 2 annotators, 0 of 200 items judged, running)
    """
    check_testset(testset)
    if prefill is not None:
        check_ratings(prefill)
    given = CampaignSettings(
        task=task,
        answer=answer,
        answer_scale=answer_scale,
        show=show,
        judgments=judgments,
        design=design,
        systems_per_item=systems_per_item,
        context=context,
        document_score=document_score,
        no_ties=no_ties,
        control_share=control_share,
        hit_size=hit_size,
        degradation=degradation,
        typology=typology,
        sliders=sliders,
        prefill_share=prefill_share,
        reference_share=reference_share,
        limit=limit,
        checks_per_hit=checks_per_hit,
        most_failed_checks=most_failed_checks,
        tutorial_pass=tutorial_pass,
        prolific_codes=prolific_codes,
        until=until,
        select=select,
        select_metric=select_metric,
        lease=lease,
        interface=interface,
        seed=seed,
    )
    settings = resolve(given)
    folder = Path(name)
    check_campaign(folder.name)
    check_database(database)
    names = [] if pool else annotator_names(annotators)
    if files.exists(folder):
        raise UsageError(
            f"{str(folder)!r} exists.",
            hint="Choose another name, or continue the campaign: `tertium campaign serve`.",
        )
    chosen = load_scale(answer_scale, task) if settings.answer == "five-point" else None
    asked = text_questions(questions, testset, settings)
    shown = read_media(media, testset.segment_ids) if media else None
    made = make_design(
        testset, settings, len(names), asked_places(asked, testset), media=shown is not None
    )
    check_shares(settings, made.context, prefilled=prefill is not None)
    suggested = None
    if prefill is not None:
        kinds = load_task(settings.task).typology(settings.typology)
        suggested = Prefill.of(testset, prefill, settings.task, made.context, kinds)
    fingerprint = "" if prefill is None else prefill.digest
    description = Description.of(testset, settings, made, chosen, pool, fingerprint, asked)
    prepared = prepare(
        description,
        made,
        names,
        tutorial=tutorial,
        attention_checks=attention_checks,
        form=form,
    )
    hits = _hits(
        testset,
        made,
        settings,
        Extras(suggested, asked, shown, testset.segment_ids, testset.document_ids),
    )
    write_campaign(
        folder,
        database,
        prepared.described(description),
        names,
        prepared.with_checks(hits, made, settings.seed),
        made.items + prepared.items,
        _segments(testset, made),
        prepared.known_items(),
        {} if shown is None else shown.by_name,
    )
    return Campaign(folder)


def check_database(url: str) -> None:
    """Refuse an SQLite file elsewhere: the folder has its own, which moves with it."""
    if url and not url.startswith("postgres"):
        raise UsageError(
            f"{wording.option('database')} must begin with postgresql://.",
            hint="Example: postgresql://user:password@host/database."
            " Without it, the campaign has an SQLite file in its folder.",
        )


def _hits(
    testset: TestSet, design: Design, settings: CampaignSettings, extras: Extras
) -> list[NewHit]:
    """Give the items of a design their ids, texts and conditions."""
    check_texts(testset, load_task(settings.task).longest_output)
    documents = testset.document_ids
    drawn = draw_conditions(
        [hit.items for hit in design.hits], settings, prefilled=extras.prefill is not None
    )
    return [
        NewHit(
            hit.annotator,
            [
                NewItem(
                    position=position,
                    segment="" if item.level == "document" else testset.segment_ids[item.segment],
                    document=documents[item.segment] if documents else "",
                    outputs=[NewOutput(*output) for output in item.outputs],
                    source=source_of(testset, design.context, item.segment),
                    reference=None
                    if condition_of(condition, REFERENCE) == absent(REFERENCE)
                    else shown_reference_of(testset, design.context, item.segment),
                    level=item.level,
                    place=item.segment,
                    block=item.block,
                    weight=design.weights.get(item.segment, 1.0),
                    condition=condition,
                    extra=extras.of_item(item, condition),
                )
                for position, (item, condition) in enumerate(
                    zip(hit.items, conditions, strict=True), 1
                )
            ],
        )
        for hit, conditions in zip(design.hits, drawn, strict=True)
    ]


def _segments(testset: TestSet, design: Design) -> list[NewSegment]:
    """All segments with their texts, from which pages show what stands around an item."""
    drawn = {place: number for number, place in enumerate(design.drawn)}
    documents, source = testset.document_ids, testset.source
    outputs = {name: runs[0].loaded for name, runs in testset.outputs.items()}
    references = [reference_of(testset, place) for place in range(len(testset))]
    return [
        NewSegment(
            segment=segment,
            document=documents[place] if documents else "",
            source=None if source is None else source[place],
            reference=None if (found := references[place]) is None else found[1],
            outputs={name: stream[place] for name, stream in outputs.items()},
            drawn=drawn.get(place),
        )
        for place, segment in enumerate(testset.segment_ids)
    ]


def write_campaign(
    folder: Path,
    database: str,
    description: Description,
    names: list[str],
    hits: list[NewHit],
    planned: int,
    segments: list[NewSegment],
    known: list[NewKnownItem],
    media: Mapping[str, Path],
) -> None:
    """Write everything to a folder aside, and rename it at the end: nothing is half made."""
    aside = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    secret = secrets.token_bytes(links.SECRET_BYTES)
    done = False
    temporary_files.begin(aside)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside.mkdir(mode=0o700)
        _write_private(aside / SECRET_FILE, secret.hex() + "\n")
        (aside / INSTRUCTIONS_FILE).write_text(description.default_instructions, encoding="utf-8")
        if media:
            (aside / MEDIA_FOLDER).mkdir()
            for file, path in media.items():
                shutil.copyfile(path, aside / MEDIA_FOLDER / file)
        if database:
            address = json.dumps({"url": database, "campaign": folder.name})
            _write_private(aside / URL_FILE, address + "\n")
        opened = open_database(database or f"sqlite:///{aside / SQLITE_FILE}", create=True)
        try:
            with opened.writing() as connection:
                campaigns.create(
                    connection,
                    folder.name,
                    description.to_json(),
                    names,
                    hits,
                    planned,
                    time.time(),
                    segments,
                    known,
                )
                _set_links(connection, folder.name, secret, description)
                if database:
                    # Before the commit: without the folder there is no campaign.
                    aside.rename(folder)
        finally:
            opened.close()
        if not database:
            aside.rename(folder)
        done = True
    except StorageError as error:
        # The folder aside is unknown to the reader.
        error.message = error.message.replace(aside.name, folder.name)
        raise
    except OSError as error:
        raise DataError(
            f"The folder of the campaign cannot be made: {error.strerror or error}.",
            where=str(folder),
        ) from None
    finally:
        temporary_files.end(aside)
        # The new folder has this secret; another process may have made the folder meanwhile.
        if not done and _has_secret(folder, secret):
            shutil.rmtree(folder, ignore_errors=True)


def _set_links(connection: Any, name: str, secret: bytes, description: Description) -> None:
    """Store the digests of the links of a new campaign."""
    row = campaigns.find(connection, name)
    people = campaigns.annotators(connection, row.id)
    holders: list[tuple[str, int | None, int]] = [
        *(("annotator", one.id, one.generation) for one in people),
        ("organiser", None, row.organiser_generation),
        ("viewer", None, row.viewer_generation),
        *((role, None, row.pool_generation) for role in description.pool_links),
    ]
    for role, holder, generation in holders:
        token = links.token(secret, role, holder or 0, generation)
        access.set_link(connection, row.id, role, holder, links.token_hash(token))


def _has_secret(folder: Path, secret: bytes) -> bool:
    try:
        return (folder / SECRET_FILE).read_text(encoding="utf-8").strip() == secret.hex()
    except OSError:
        return False


def _write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
