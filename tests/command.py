"""Running the command line within the test process."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from tertium.cli.main import main


class Result(NamedTuple):
    code: int
    stdout: str
    stderr: str


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    """Run `tertium ARGUMENTS`, as the installed command does, and give what it prints."""
    import warnings

    data = stdin.encode("utf-8") if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")),
        warnings.catch_warnings(),
    ):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else 1
    check_options_named(arguments, err.getvalue())
    return Result(code, out.getvalue(), err.getvalue())


def check_options_named(arguments: tuple[str, ...], text: str) -> None:
    """See that a command names no option that it does not have, but for those of other commands."""
    from tests.cli_commands import options_of

    called = [str(argument) for argument in arguments]
    text = re.sub(r"`tertium [^`]*`|\S*\.py\b.*", "", text)
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))
    # What the user wrote is repeated, also where only the beginning looks like an option.
    unknown = {one for one in named - options_of(called) if not _begins(one, called)}
    assert not unknown, f"{' '.join(called)}: no option of this command: {unknown}\n{text}"


def _begins(option: str, arguments: list[str]) -> bool:
    return any(argument.startswith(option) for argument in arguments)
