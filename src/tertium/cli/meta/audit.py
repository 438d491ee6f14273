"""Check published confidence intervals of correlations."""

from typing import Any

import click

from tertium.cli._command import Command
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._types import CONFIDENCE_LEVEL, Number
from tertium.core.limits import MOST_SAMPLES


@click.command(cls=Command)
@click.argument("table", metavar="TABLE")
@click.option(
    "--n",
    type=Number(int, minimum=1, maximum=MOST_SAMPLES),
    help="Number of systems, if the table has no column n.",
)
@click.option(
    "--confidence-level",
    type=CONFIDENCE_LEVEL,
    default=0.95,
    show_default=True,
    help="Confidence level of the intervals.",
)
@result_options
def command(
    table: str,
    n: int | None,
    confidence_level: float,
    **options: Any,
) -> None:
    """Check published confidence intervals of correlations.

    TABLE has a header with the columns metric, r, ci (half the width of a symmetric interval; or
    low and high) and n. Each interval is compared with Fisher's. A result file written by --output
    is shown again.

    \b
    Examples:
      tertium meta audit table.tsv
      tertium meta audit table.csv --n 5
    """
    from tertium.api.audit import audit
    from tertium.meta.audit import Audit

    found = read_stored_result(Audit, [table]) or audit(
        table, n=n, confidence_level=confidence_level
    )
    emit_result(found, take_outputs(options))
