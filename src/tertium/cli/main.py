"""Entry point of the command line."""

import io
import sys
import warnings
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from tertium.cli import _streams
from tertium.cli._group import Commands
from tertium.cli._streams import say, show_text
from tertium.core.errors import DataError, DataWarning, TertiumError
from tertium.core.wording import on_command_line


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from tertium.cli._version import version_text

        show_text(version_text())
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
    help="Show the versions of tertium, its kernels and its libraries, and exit.",
)
def tertium() -> None:
    """Which translation system is better, and how sure can we be?"""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; errors are shown in a line or two, without a traceback."""
    _streams.prepare()
    warnings.simplefilter("always", DataWarning)
    warnings.showwarning = _show_warning
    sys.exit(_streams.finish(_run(arguments)))


def _run(arguments: list[str] | None) -> int:
    """Run a command, and return its exit code."""
    try:
        with on_command_line(), _progress():
            code = tertium.main(arguments, prog_name="tertium", standalone_mode=False)
    except TertiumError as error:
        return _fail(f"error: {error.message}", _hint(error), error.exit_code)
    except click.NoSuchOption as error:
        return _fail(f"error: {_unknown_option(error)}", "", error.exit_code)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        say(shown.getvalue().rstrip("\n"))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", "", 130)
    except OSError:
        if _streams.failure() is None:
            raise
        return 0
    except MemoryError:
        return _fail("error: Not enough memory.", "", 1)
    except SystemExit as ended:
        code = ended.code
    return code if isinstance(code, int) else 0


def _progress() -> AbstractContextManager[None]:
    """Show progress bars if standard error is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from tertium.report.progress import bars_on_terminal

    return bars_on_terminal()


def _show_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    word = "warning: " if issubclass(category, DataWarning) else f"{category.__name__}: "
    say(f"{word}{message}")


def _hint(error: TertiumError) -> str:
    if not isinstance(error, DataError) or not error.check:
        return error.hint
    from tertium.checks import how_to_allow

    with on_command_line():
        return f"{error.hint}\n{how_to_allow(error.check)}".strip()


def _unknown_option(error: click.NoSuchOption) -> str:
    """Word the error: the command, the option, and the option that was probably meant."""
    from tertium.cli._renamed import new_name

    command = error.ctx.command_path if error.ctx else "tertium"
    near = "".join(f" Did you mean {name}?" for name in (error.possibilities or [])[:1])
    renamed = new_name(error.option_name, error.ctx)
    return f"{command} has no option {error.option_name}. {renamed or near.strip()}".rstrip()


def _fail(message: str, hint: str, code: int) -> int:
    say(message)
    if hint:
        say(hint)
    return code
