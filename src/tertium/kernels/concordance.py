"""Kernel of segment-level meta-evaluation: concordant and tied pairs of scores."""

from array import array

from tertium.core.arrays import Buffer, Rows
from tertium.kernels import _native

# Columns of `concordance` for each of the two sides.
CONCORDANCE_COLUMNS = 3


def concordance(
    cells: Buffer,
    sides: Buffer,
    values: Buffer,
    epsilon: float,
    ranks: Buffer,
    classes: int,
    masks: Buffer,
) -> Rows:
    """How pairs of cells are ordered by ranks and by scores, of which two metrics swap some.

    For each replicate and side: the pairs whose scores differ by more than `epsilon`, those of
    them whose ranks are in the same order, and those whose ranks are equal.

    Args:
        cells: The cell of each score, 32-bit integers, in ascending order of the scores.
        sides: A byte for each score: the metric it comes from, 0 or 1.
        values: The scores, ascending.
        epsilon: Scores that differ by no more are tied; at least 0.
        ranks: The other score of each cell, as a rank from 0: 32-bit integers.
        classes: Number of ranks.
        masks: For each replicate a byte for each cell: 1 where the metrics swap their scores.
    """
    if not len(cells) == len(sides) == len(values) or len(masks) % max(len(ranks), 1):
        raise ValueError("There must be a cell and a side for each value, and masks for all cells.")
    if not epsilon >= 0:
        raise ValueError("`epsilon` must be at least 0.")
    if not (
        _native.check_flat(cells, array("q", [0, len(cells)]), len(ranks))
        and _native.check_flat(ranks, array("q", [0, len(ranks)]), classes)
    ):
        raise ValueError("Cells and ranks must lie below their numbers.")
    replicates = len(masks) // max(len(ranks), 1)
    rows = memoryview(bytearray(8 * 2 * CONCORDANCE_COLUMNS * replicates)).cast("d")
    if len(cells):
        _native.concordance(cells, sides, values, epsilon, ranks, classes, masks, rows)
    return rows
