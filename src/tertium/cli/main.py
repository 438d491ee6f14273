"""Entry point of the command line."""

import os
import sys
import warnings
from typing import Any

import click

from tertium.cli._group import Commands
from tertium.core import plugins
from tertium.core.errors import DataError, DataWarning, TertiumError


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from tertium.cli._version import version_text

        click.echo(version_text())
        ctx.exit()


@click.command(
    cls=Commands,
    folder="cli.commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version, that of the kernels and of the libraries, and exit.",
)
def tertium() -> None:
    """Which translation system is better, and how sure can we be?"""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; errors of users are one line, never a traceback."""
    warnings.simplefilter("always", DataWarning)
    warnings.showwarning = _show_warning
    try:
        code = tertium.main(arguments, prog_name="tertium", standalone_mode=False)
    except TertiumError as error:
        _fail(f"error: {error.message}", _hint(error), error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", "", 130)
    except BrokenPipeError:
        # The reader has gone, as in `tertium score ... | head`; nothing to say, and nobody to say
        # it to. What is still buffered would raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except MemoryError:
        _fail("error: Not enough memory.", "", 1)
    sys.exit(code if isinstance(code, int) else 0)


def _show_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    word = "warning: " if issubclass(category, DataWarning) else f"{category.__name__}: "
    click.echo(f"{word}{message}", err=True)


def _hint(error: TertiumError) -> str:
    if not isinstance(error, DataError) or not error.check:
        return error.hint
    allowed = getattr(plugins.load("checks", error.check), "ALLOWED", "")
    return f"{error.hint}\nTo go on all the same: --allow {error.check}. {allowed}".strip()


def _fail(message: str, hint: str, code: int) -> None:
    click.echo(message, err=True)
    if hint:
        click.echo(hint, err=True)
    sys.exit(code)
