"""Gold standards: human verdicts, from result files or matrices of p-values."""

import os

from tertium.core import wording
from tertium.core.errors import DataError
from tertium.core.streams import digest
from tertium.formats.p_values import read_p_values
from tertium.formats.result_files import is_result, read_result
from tertium.human.gold import GoldResult, GoldStandard
from tertium.human.rank import HumanRanking


def read_gold_standard(path: str | os.PathLike[str]) -> GoldStandard:
    """Read a gold standard: a result of `tertium human gold` or `human rank`, or a matrix."""
    origin = os.fspath(path)
    if not is_result(path):
        matrix = read_p_values(path)
        return GoldStandard(matrix, {}, f"p-values:{digest([repr(matrix)])}")
    result = read_result(path)
    if isinstance(result, GoldResult):
        combined = {one.confidence_level: one.p_values for one in result.gold.combined}
        return GoldStandard(result.gold.adequacy, combined, result.signature)
    if isinstance(result, HumanRanking) and result.ranking is not None:
        if result.ranking.settings.alternative != "greater":
            raise DataError(
                "The ranking does not use one-sided tests.",
                where=origin,
                hint=f"Rank again without {wording.option('alternative')}.",
            )
        return GoldStandard(result.ranking.p_values, {}, result.signature)
    raise DataError(
        f"A result of `tertium {result.result}` has no human verdicts.",
        where=origin,
        hint="Give a result of `tertium human gold` or `tertium human rank`, or a matrix of"
        " p-values.",
    )
