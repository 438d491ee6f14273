"""The texts of a test set, as the campaign keeps them: segments, sources and outputs."""

from typing import NamedTuple

from sqlalchemy import Connection, and_, select

from tertium.storage.schema import segments, texts, translations


class SegmentTexts(NamedTuple):
    """A segment with the outputs of all systems."""

    segment: str
    document: str
    source: str | None
    outputs: dict[str, str]


def texts_of_segments(connection: Connection, campaign: int) -> list[SegmentTexts]:
    """All segments of the test set, in order."""
    source = and_(texts.c.campaign == segments.c.campaign, texts.c.digest == segments.c.source)
    output = and_(
        texts.c.campaign == translations.c.campaign, texts.c.digest == translations.c.output
    )
    rows = connection.execute(
        select(segments.c.place, segments.c.segment, segments.c.document, texts.c.text)
        .outerjoin(texts, source)
        .where(segments.c.campaign == campaign)
        .order_by(segments.c.place)
    )
    found = {row.place: SegmentTexts(row.segment, row.document, row.text, {}) for row in rows}
    for row in connection.execute(
        select(translations.c.place, translations.c.system, texts.c.text)
        .join(texts, output)
        .where(translations.c.campaign == campaign)
    ):
        found[row.place].outputs[row.system] = row.text
    return list(found.values())
