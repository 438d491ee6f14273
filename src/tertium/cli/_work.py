"""Options for how a command works: workers and warnings."""

from typing import Any

import click

from tertium.cli._declare import together
from tertium.cli._types import WORKERS


def _ignore_warnings(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        import warnings

        from tertium.core.errors import DataWarning

        warnings.simplefilter("ignore", DataWarning)


quiet_option = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    # Before other options are checked, which may warn.
    is_eager=True,
    expose_value=False,
    callback=_ignore_warnings,
    help="Do not show warnings.",
)

jobs_option = click.option(
    "-j", "--jobs", type=WORKERS, help="Number of workers.  [default: one per core]"
)

worker_options = together(
    click.option(
        "--engine",
        default="threads",
        show_default=True,
        metavar="ENGINE",
        help="Where the workers run: threads, processes, dask:ADDRESS or ray:ADDRESS.",
    ),
    jobs_option,
)


def take_workers(options: dict[str, Any]) -> dict[str, Any]:
    """Remove the options of workers from `options`, and return those that the command has."""
    return {name: options.pop(name) for name in ("jobs", "engine") if name in options}
