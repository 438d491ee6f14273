"""Files that commands write: checked before anything is computed."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli._streams import say
from tertium.core.errors import TertiumError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])


class OutputFile(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """Name of a file to write, which is checked when it is parsed.

    Args:
        check: Checks whether the command can write to a file of that name.
    """

    name = "path"

    def __init__(self, check: Callable[[str], object] | None = None) -> None:
        self.check = check

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check the name, and reserve the file for this option."""
        if ctx is None or param is None or ctx.resilient_parsing:
            return value
        from tertium.core import outputs

        self.check_place(value)
        if self.check is not None:
            self.check(value)
        ctx.with_resource(outputs.reserving(value, max(param.opts, key=len)))
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Let the shell complete names of files."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]

    def check_place(self, value: str) -> None:
        """Check that the file can be written."""
        from tertium.core import outputs

        outputs.check_file(value)


class OutputFileOrFolder(OutputFile):
    """Name of a file or a directory to write; the format, known later, decides which."""

    def check_place(self, value: str) -> None:
        """Check that no foreign file would be lost."""
        from tertium.core import outputs

        outputs.check_replaceable(value)


class OutputFolder(OutputFile):
    """Name of a directory to write files to."""

    def check_place(self, value: str) -> None:
        """Check that files can be written there."""
        from tertium.core import outputs

        outputs.check_folder(value)


def force_option(command: F) -> F:
    """`--force`, for commands that write files."""

    def replace(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            from tertium.core import outputs

            ctx.with_resource(outputs.replacing(True))

    return click.option(
        "--force",
        is_flag=True,
        # Before the names of files are checked.
        is_eager=True,
        expose_value=False,
        callback=replace,
        help="Replace existing files even if tertium did not write them.",
    )(command)


def write_and_show(writes: Iterable[Callable[[], None]], show: Callable[[], None]) -> None:
    """Write files, then show the result, even if a file could not be written."""
    failed: list[TertiumError] = []
    for write in writes:
        try:
            write()
        except TertiumError as error:
            failed.append(error)
    show()
    if failed:
        *others, last = failed
        for other in others:
            say(f"error: {other}")
        last.hint = f"{last.hint} The result is on standard output.".strip()
        raise last
