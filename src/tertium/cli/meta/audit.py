"""Check published intervals of correlations."""

import click

from tertium.cli._numbers import LEVEL, Number
from tertium.cli._options import give, result_options, stored
from tertium.core.limits import MOST_SAMPLES
from tertium.core.plain import counted


@click.command()
@click.argument("table", metavar="TABLE")
@click.option(
    "--n",
    type=Number(int, minimum=1, maximum=MOST_SAMPLES),
    help="Number of systems, where the table does not tell.",
)
@click.option(
    "--level", type=LEVEL, default=0.95, show_default=True, help="Level of the intervals."
)
@result_options
def command(
    table: str,
    n: int | None,
    level: float,
    output_format: str,
    report: str | None,
    output: str | None,
) -> None:
    """Check published intervals of correlations.

    TABLE has a header with the columns metric, r, ci (half of a symmetric interval; or low and
    high) and n. Fisher's interval is given beside each. A file that --output wrote is shown again.

    \b
    Examples:
      tertium meta audit table.tsv
      tertium meta audit table.csv --n 5
    """
    from tertium.api.audit import audit
    from tertium.meta.audit import Audit
    from tertium.report.audit import audit_table

    found = stored(Audit, [table]) or audit(table, n=n, level=level)
    give(
        found,
        [audit_table(found)],
        output_format,
        output,
        report,
        "Published correlations",
        f"{counted(len(found.rows), 'interval')} beside Fisher's.",
    )
