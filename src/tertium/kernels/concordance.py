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
    """Count concordant pairs of cells, after two metrics have swapped scores in some cells.

    For each replicate and side: the pairs whose scores differ by more than `epsilon`; among these,
    the pairs whose ranks are in the same order, and the pairs with equal ranks.

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
        raise ValueError("Every value must have a cell and a side, and every cell a mask.")
    if not epsilon >= 0:
        raise ValueError("`epsilon` must be at least 0.")
    if not (
        _native.check_flat(cells, array("q", [0, len(cells)]), len(ranks))
        and _native.check_flat(ranks, array("q", [0, len(ranks)]), classes)
    ):
        raise ValueError("Cells and ranks must be below the numbers of cells and ranks.")
    replicates = len(masks) // max(len(ranks), 1)
    rows = memoryview(bytearray(8 * 2 * CONCORDANCE_COLUMNS * replicates)).cast("d")
    if len(cells):
        _native.concordance(cells, sides, values, epsilon, ranks, classes, masks, rows)
    return rows
