"""Make a campaign from the campaign file of another program."""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tertium import formats
from tertium.api._batches import KIND
from tertium.api._campaign_folder import INSTRUCTIONS_FILE
from tertium.api._incoming_campaign import Maker
from tertium.api.new_campaign import check_database, write_campaign
from tertium.api.open_campaign import Campaign
from tertium.campaign.incoming import Incoming, IncomingHit
from tertium.campaign.names import annotator_names, check_annotator, check_campaign
from tertium.core import files, wording
from tertium.core.errors import FormatError, UsageError
from tertium.core.formatting import counted
from tertium.core.progress import shown_as

# Tasks that the file of another program may leave open.
TASKS = ("adequacy", "fluency", "esa", "mqm")

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


@shown_as("Making the campaign")
def new_campaign_from(
    paths: Paths,
    name: str | os.PathLike[str],
    *,
    annotators: int | Iterable[str] | None = None,
    pool: bool = False,
    database: str = "",
    task: str = "",
    interface: str = "en",
    seed: int = 12345,
) -> Campaign:
    """Make a campaign of ours from one of Pearmut or Appraise: the same HITs, texts and checks.

    Args:
        paths: A campaign file of Pearmut; or a file of batches of Appraise, and perhaps its
            manifest; or a folder with these files.
        name: Folder to make; its last part is the name of the campaign.
        annotators: Number of annotators, or their names; by default those of the file, or else
            whoever has the joining link.
        pool: Whether whoever has the joining link can work, instead of named annotators.
        database: Address of a PostgreSQL database; by default an SQLite file in the folder.
        task: Annotation task; by default that of the file.
        interface: Language of the pages.
        seed: Seed of the choice of attention checks.

    Returns:
        The campaign, opened.

    Example:
        >>> news = tertium.read({"a": "a.txt", "b": "b.txt"}, source="src.txt")
        >>> ours = tertium.new_campaign(news, "ours", annotators=["ann"], hit_size=20, judgments=16)
        >>> ours.export_batches("pearmut", "theirs")
        ['campaign.json']
        >>> tertium.new_campaign_from("theirs", "ours-again")
        Campaign(ours-again: adequacy, 1 annotator, 0 of 20 items judged, running)
    """
    folder = Path(name)
    check_campaign(folder.name)
    check_database(database)
    if files.exists(folder):
        raise UsageError(f"{str(folder)!r} exists.", hint="Choose another name.")
    found = _read(paths)
    if task:
        if task not in TASKS:
            raise wording.bad_option("task", f"one of {', '.join(TASKS)}", task)
        found = replace(found, task=task)
    names, hits = _shared(found, annotators, pool)
    maker = Maker(replace(found, hits=hits), names, interface, seed)
    write_campaign(
        folder,
        database,
        maker.description,
        list(names),
        maker.hits,
        sum(len(hit.items) for hit in maker.hits),
        maker.segments,
        maker.preparation.known_items(),
        {},
    )
    if found.instructions:
        (folder / INSTRUCTIONS_FILE).write_text(f"{found.instructions}\n", encoding="utf-8")
    return Campaign(folder)


def _read(paths: Paths) -> Incoming:
    """Recognize the program by the content of its files, and read them."""
    listed = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    inside = [one for path in listed for one in _files_in(path)]
    contents = {files.name_of(path): files.read_bytes(path) for path in inside}
    programs = {path: _program_of(data) for path, data in contents.items()}
    for path, program in programs.items():
        if not program:
            raise FormatError(
                "The file is no campaign of another program.",
                where=path,
                hint=f"Known programs: {', '.join(_programs())}.",
            )
    if len(set(programs.values())) != 1:
        raise UsageError(
            "Give the files of one campaign." if programs else "There are no files to read."
        )
    read: Incoming = formats.load(KIND, next(iter(programs.values()))).read_campaign(contents)
    return read


def _files_in(path: str | os.PathLike[str]) -> list[str | os.PathLike[str]]:
    """The campaign files of a folder; another path stands for itself."""
    if not files.is_directory(os.fspath(path)):
        return [path]
    listed = sorted(Path(path).glob("*.json"))
    return [one for one in listed if _program_of(files.read_bytes(one))]


def _programs() -> list[str]:
    return [one for one in formats.names(KIND) if hasattr(formats.load(KIND, one), "read_campaign")]


def _program_of(data: bytes) -> str:
    """Name of the program that a file is of; "" if it is of none."""
    head = data[: formats.HEAD]
    found = (one for one in _programs() if formats.load(KIND, one).sniff_campaign(head))
    return next(found, "")


def _shared(
    found: Incoming, annotators: int | Iterable[str] | None, pool: bool
) -> tuple[tuple[str, ...], tuple[IncomingHit, ...]]:
    """Names of the annotators, and the HITs with their annotators."""
    if pool and annotators is not None:
        raise UsageError("A pool has no named annotators.")
    owners = found.annotators
    if pool or (annotators is None and not owners):
        return (), tuple(replace(hit, annotator="") for hit in found.hits)
    names = owners if annotators is None else tuple(annotator_names(annotators))
    for name in names:
        check_annotator(name)
    if owners:
        if len(names) != len(owners):
            raise UsageError(
                f"The file has tasks of {counted(len(owners), 'annotator')};"
                f" {len(names)} are named."
            )
        renamed = dict(zip(owners, names, strict=True))
        return names, tuple(replace(hit, annotator=renamed[hit.annotator]) for hit in found.hits)
    if len(found.hits) < len(names):
        raise UsageError(
            f"The file has {counted(len(found.hits), 'task')} for"
            f" {counted(len(names), 'annotator')}."
        )
    return names, tuple(
        replace(hit, annotator=names[place % len(names)]) for place, hit in enumerate(found.hits)
    )
