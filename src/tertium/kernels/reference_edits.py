"""Definitions of the kernels of WER and TER in plain Python, with their edit operations."""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from tertium.kernels.reference import Tokens


def wer_statistics(output: Tokens, reference: Tokens) -> list[int]:
    """Edits (Levenshtein), and length of the reference."""
    return [_edits(wer_operations(output, reference)), len(reference)]


def ter_statistics(
    output: Tokens, references: Sequence[Tokens], *, tercom: bool = False
) -> list[float]:
    """Fewest edits over the references, shifts included, and their mean length."""
    counts = []
    for reference in references:
        operations, shifts = ter_edits(output, reference, tercom=tercom)
        counts.append(len(shifts) + _edits(operations))
    return [min(counts), sum(map(len, references)) / len(references)]


def wer_operations(output: Tokens, reference: Tokens) -> str:
    """Operations of a minimum edit of output into reference (Levenshtein)."""
    return _operations(output, reference, _whole(len(output), len(reference)))


class _Candidate(NamedTuple):
    saved: int
    size: int
    start: int
    target: int


def ter_edits(
    output: Tokens, reference: Tokens, *, tercom: bool = False
) -> tuple[str, list[tuple[int, int, int]]]:
    """Operations and shifts of the translation edit rate (Snover et al. 2006).

    Greedy search: the allowed shift that saves most edits is applied, until no shift saves any.
    Blocks have at most 10 words and are moved by at most 50 words. sacreBLEU uses a beam of 25
    around the diagonal, and stops after 1,000 candidate shifts; TERCOM uses a beam of 20 edits
    above the best, and tries longer blocks first.
    """
    words = list(output)
    shifts: list[tuple[int, int, int]] = []
    if not reference or not words:
        return ("d" if words else "i") * max(len(words), len(reference)), shifts
    band = (_whole if tercom else _beam)(len(words), len(reference))
    beam_cost = 20 if tercom else math.inf
    tried = 0
    while True:
        operations = _operations(words, reference, band, beam_cost)
        candidates = []
        for start, size, targets in _shiftable(words, reference, operations, tercom):
            for target in targets:
                shifted = _moved(words, start, size, _landing(words, start, size, target, tercom))
                left = _edits(_operations(shifted, reference, band, beam_cost))
                candidates.append(_Candidate(_edits(operations) - left, size, start, target))
                tried += 1
            if tried >= 1000 and not tercom:
                return operations, shifts
        best = (_chosen_by_tercom if tercom else _chosen_by_sacrebleu)(candidates)
        if best.saved <= 0:
            return operations, shifts
        landing = _landing(words, best.start, best.size, best.target, tercom)
        words = _moved(words, best.start, best.size, landing)
        shifts.append((best.start, best.size, landing))


def _chosen_by_sacrebleu(candidates: list[_Candidate]) -> _Candidate:
    """Most edits saved, then longest, then leftmost, then moved farthest to the left."""
    return max(
        candidates,
        key=lambda one: (one.saved, one.size, -one.start, -one.target),
        default=_Candidate(0, 0, 0, 0),
    )


def _chosen_by_tercom(candidates: list[_Candidate]) -> _Candidate:
    """Most edits saved, then longest, then first found.

    The search stops once it saves more than a block of the current size could without the beam.
    """
    best = _Candidate(0, 0, 0, 0)
    for one in sorted(candidates, key=lambda one: -one.size):
        if best.saved > 2 * one.size:
            break
        if one.saved > best.saved:
            best = one
    return best


def _edits(operations: str) -> int:
    return len(operations) - operations.count("m")


def _whole(rows: int, columns: int) -> list[tuple[int, int]]:
    """All columns of each row of the distance table."""
    return [(0, columns + 1)] * (rows + 1)


def _beam(rows: int, columns: int) -> list[tuple[int, int]]:
    """Columns of each row of the distance table within sacreBLEU's beam."""
    ratio = columns / rows
    width = 25 if ratio / 2 <= 25 else math.ceil(ratio / 2 + 25)
    band = [(0, columns + 1)]
    for row in range(1, rows + 1):
        diagonal = math.floor(row * ratio)
        high = columns + 1 if row == rows else min(columns + 1, diagonal + width)
        band.append((max(0, diagonal - width), high))
    return band


def _operations(
    output: Tokens,
    reference: Tokens,
    band: list[tuple[int, int]],
    beam_cost: float = math.inf,
) -> str:
    """Best operations within a band; match or substitution before deletion before insertion.

    Cells of a row, except the last row, are dropped if they cost over `beam_cost` more than
    the cheapest that a match or substitution leads to.
    """
    far = math.inf
    cost: dict[tuple[int, int], float] = {(0, j): j for j in range(len(reference) + 1)}
    chosen = dict.fromkeys(cost, "i")
    for i in range(1, len(output) + 1):
        cheapest = far
        for j in range(*band[i]):
            ways = [(cost.get((i - 1, j), far) + 1, "d")]
            if j > 0:
                same = output[i - 1] == reference[j - 1]
                diagonal = cost.get((i - 1, j - 1), far) + (not same)
                cheapest = min(cheapest, diagonal)
                ways.insert(0, (diagonal, "m" if same else "s"))
                ways.append((cost.get((i, j - 1), far) + 1, "i"))
            cost[i, j], chosen[i, j] = min(ways, key=lambda way: way[0])
        if i < len(output):
            for j in range(*band[i]):
                if cost[i, j] > cheapest + beam_cost:
                    del cost[i, j]
    i, j, operations = len(output), len(reference), ""
    while i > 0 or j > 0:
        operation = chosen[i, j]
        operations = operation + operations
        i -= operation != "i"
        j -= operation != "d"
    return operations


def _shiftable(
    words: Tokens, reference: Tokens, operations: str, tercom: bool
) -> list[tuple[int, int, list[int]]]:
    """Blocks that may be moved, as (start, size, targets)."""
    aligned: list[int] = []  # the word of the output aligned with each word of the reference
    wrong_words: list[bool] = []
    wrong_reference: list[bool] = []
    at = -1
    for operation in operations:
        if operation != "i":
            at += 1
            wrong_words.append(operation != "m")
        if operation != "d":
            aligned.append(at)
            wrong_reference.append(operation != "m")
    found = []
    for start in range(len(words)):
        for home in range(len(reference)):
            # The distance of a shift: sacreBLEU counts in words of the reference, TERCOM in the
            # words of the output aligned with them.
            if abs((aligned[home] if tercom else home) - start) > 50:
                continue
            for size in range(1, 11):
                block = words[start : start + size]
                if len(block) < size or list(block) != list(reference[home : home + size]):
                    break
                if not any(wrong_words[start : start + size]):
                    continue
                if not any(wrong_reference[home : home + size]):
                    continue
                if start <= aligned[home] < start + size:
                    continue
                targets = [aligned[p] + 1 if p >= 0 else 0 for p in range(home - 1, home + size)]
                distinct = [t for k, t in enumerate(targets) if k == 0 or t != targets[k - 1]]
                found.append((start, size, distinct))
    return found


def _landing(words: Tokens, start: int, size: int, target: int, tercom: bool) -> int:
    """Position of a block after a move.

    A target within the block means as many words to the right, one word less in TERCOM.
    """
    if target <= start:
        return target
    if target > start + size:
        return target - size
    return min(target - tercom, len(words) - size)


def _moved(words: Tokens, start: int, size: int, landing: int) -> list[Hashable]:
    rest = [*words[:start], *words[start + size :]]
    return [*rest[:landing], *words[start : start + size], *rest[landing:]]
