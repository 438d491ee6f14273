"""Work of a campaign for other programs: collect it from the database, and write its files."""

import json
import os

from tertium import formats
from tertium.api._place import Place
from tertium.campaign.batches import Batch, BatchHit, BatchScreen, BatchSettings, hit_key
from tertium.campaign.items import ShownOutput
from tertium.campaign.known_items import CHECK, TUTORIAL, KnownItem
from tertium.core import files, outputs
from tertium.storage import campaigns, machines
from tertium.storage.known_items import known_items
from tertium.storage.work import ItemRow

KIND = "batches"


def batch_of(place: Place, instructions: str, *, superfluous: bool = False) -> Batch:
    """Collect the work of a campaign.

    Args:
        place: The campaign.
        instructions: Instructions for annotators.
        superfluous: Whether to include items that need no judgment any more.
    """
    with place.database.reading() as connection:
        created = campaigns.find(connection, place.name).created
        names = {one.id: one.name for one in campaigns.annotators(connection, place.id)}
        owners = machines.hits_of_people(connection, place.id)
        screens: dict[int, list[BatchScreen]] = {}
        numbers: dict[int, int] = {}
        for item in machines.items_of_people(connection, place.id, superfluous=superfluous):
            numbers[item.hit] = item.number
            screens.setdefault(item.hit, []).append(_screen(item))
        known = {
            kind: tuple(
                KnownItem.from_json(row.content) for row in known_items(connection, place.id, kind)
            )
            for kind in (TUTORIAL, CHECK)
        }
    hits = tuple(
        BatchHit(
            hit_key(place.name, created, numbers[hit]),
            numbers[hit],
            names.get(owners[hit] or 0, ""),
            tuple(shown),
        )
        for hit, shown in screens.items()
    )
    return Batch(
        place.name, created, place.description, instructions, hits, known[TUTORIAL], known[CHECK]
    )


def export_batches(
    batch: Batch,
    name: str,
    folder: str | os.PathLike[str],
    settings: BatchSettings,
    *,
    force: bool = False,
) -> list[str]:
    """Write the files of the work; return their names."""
    made = formats.load(KIND, name).make_files(batch, settings)
    with outputs.replacing(force):
        files.write_folder(folder, made)
    return list(made)


def _screen(item: ItemRow) -> BatchScreen:
    return BatchScreen(
        item=item.id,
        position=item.position,
        level=item.level,
        segment=item.segment,
        place=item.place,
        document=item.document,
        block=item.block,
        outputs=tuple(ShownOutput(*output) for output in item.outputs),
        source=item.source,
        reference=item.reference,
        condition=item.condition,
        extra={} if item.extra is None else json.loads(item.extra),
        weight=item.weight,
    )
