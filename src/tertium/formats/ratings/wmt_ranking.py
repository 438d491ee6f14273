"""Relative rankings of WMT: CSV with a header, a ranking of five systems or a pair per row.

Columns: `srclang`, `trglang`, `segmentId`, optionally `documentId`, `judgeId` (or `judgeID`), then
for five systems (WMT13, WMT14) or two (WMT16) `system1Id`, ... and `system1rank`, ..., where 1 is
best; WMT16 also has `rankingID`, the ranking of five that a pair comes from. "Collapsed" files join
the names of systems with the same output by "+". Agreement counts such an output once; rankings
copy its judgments to each system.

A row becomes one judgment per system, of the task ranking or, for a pair, preference. These share a
batch, which is named by a fingerprint of the file (so that files can be joined), the ranking that a
pair comes from, and a number. A rank of -1 means that the item was skipped; the row is dropped.
Line ends may be CR CR LF. `srcIndex` and the numbers of systems are not used.
"""

from collections import Counter
from typing import NamedTuple

from tertium.core import files
from tertium.core.streams import digest
from tertium.formats.cells import first_record, records
from tertium.formats.ratings._judgments import Judgments, Unusable
from tertium.formats.ratings._table import header_of, named
from tertium.human.ratings import Ratings

SUFFIXES = ()

_NEEDED = (
    "srclang",
    "trglang",
    "segmentId",
    "system1Id",
    "system1rank",
    "system2Id",
    "system2rank",
)

_COLUMNS = (
    *("annotator", "languages", "document", "segment", "task"),
    *("system", "value", "batch"),
)


class _Ranking(NamedTuple):
    whole: str
    item: tuple[str, ...]
    systems: tuple[str, ...]
    ranks: tuple[str, ...]


def sniff(head: bytes) -> bool:
    """Whether the header has languages, systems and ranks."""
    return set(_NEEDED) <= set(first_record(head))


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    found = records(files.decode_records(data, origin))
    header = header_of(found, _NEEDED, origin)
    size = sum(f"system{number}rank" in header for number in range(1, 6))
    judgments = Judgments(origin, _COLUMNS)
    rankings = {}
    for line, row in named(found, header, judgments):
        try:
            rankings[line] = _ranking(row, size)
        except Unusable as error:
            judgments.drop(line, str(error))
    fingerprint = digest(map(repr, rankings.values()))[:8]
    pairs: Counter[str] = Counter()
    for line, ranking in rankings.items():
        pairs[ranking.whole] += 1
        batch = f"{fingerprint}:{ranking.whole}{pairs[ranking.whole]}"
        for system, rank in zip(ranking.systems, ranking.ranks, strict=True):
            judgments.add(line, (*ranking.item, system, rank, batch))
    return judgments.ratings()


def _ranking(row: dict[str, str], size: int) -> _Ranking:
    numbers = range(1, size + 1)
    systems = tuple(row.get(f"system{number}Id", "") for number in numbers)
    ranks = tuple(row[f"system{number}rank"] for number in numbers)
    if "-1" in ranks:
        raise Unusable("skipped: rank -1")
    if not all(systems):
        raise Unusable("no system")
    item = (
        row.get("judgeId") or row.get("judgeID", ""),
        f"{row['srclang']}-{row['trglang']}",
        row.get("documentId", "").removeprefix("-1"),
        row["segmentId"],
        "preference" if size == 2 else "ranking",
    )
    whole = f"{row['rankingID']}:" if "rankingID" in row else ""
    return _Ranking(whole, item, systems, ranks)
