"""The commands and Python code of the documentation: find them, run them, write their output anew.

`python -m tests.docs_examples` runs every command of README.md and docs/ in the folder that
`tertium example` makes and writes what it prints into the pages; `python -m tests.docs_examples
docs/compare.md` does so for single pages. Read the diff before you commit it: the test only
compares.

A page is run from top to bottom in one folder:

- console blocks, each command after `$ `, with the output that the page shows;
- commands in tables, in code that begins with `tertium` or contains `| tertium`; they must succeed;
- blocks of Python, all in one namespace; those with prompts (`pycon`) must print what they show.

A block or table that cannot be run says why in a comment above it: `<!-- not run: needs a GPU -->`.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from tests.command import run

ROOT = Path(__file__).parent.parent
# docs/reference is written when the documentation is built.
PAGES = [
    "README.md",
    *(
        str(page.relative_to(ROOT))
        for page in sorted(ROOT.glob("docs/**/*.md"))
        if page.parent.name != "reference"
    ),
]

_PART = re.compile(
    r"^```(?P<kind>console|python|pycon)\n(?P<block>.*?)^```$|^\|(?P<row>[^\n]*)\|$"
    r"|^<!-- not run: (?P<reason>[^>]+) -->$",
    re.MULTILINE | re.DOTALL,
)
_ROW = re.compile(r"`([^`]+)`")
_SHOWN_FILE = re.compile(
    r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```", re.MULTILINE | re.DOTALL
)

# Characters that a shell must expand or act upon.
_SHELL = re.compile(r"[|<>&*;]")


class Part(NamedTuple):
    """A command, or a block of Python; `shown` is its output, None if the page shows none."""

    kind: str
    text: str
    shown: str | None


def parts(page: str) -> list[Part]:
    """Everything on a page that can be run, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found: list[Part] = []
    excused = table = -1  # where a comment, or a table under a comment, ends
    for match in _PART.finditer(text):
        if match["reason"]:
            excused = match.end()
        elif excused >= 0 and not text[excused : match.start()].strip():
            excused, table = -1, match.end()
        elif match["row"] and match.start() == table + 1:
            table = match.end()
        elif match["row"]:
            spans = (span.replace("\\|", "|") for span in _ROW.findall(match["row"]))
            found += [Part("table", span, None) for span in spans if _is_command(span)]
        elif match["kind"] == "console":
            for part in _commands(match["block"]):
                command, _, output = part.partition("\n")
                found.append(Part("console", command, output.rstrip("\n")))
        else:
            found.append(Part(match["kind"], match["block"], None))
    return found


def examples(page: str) -> list[tuple[str, str]]:
    """Commands in the console blocks of a page, with the output shown for each."""
    return [(part.text, part.shown or "") for part in parts(page) if part.kind == "console"]


def shown_files(page: str) -> dict[str, str]:
    """Files that a page shows, in blocks with their name as caption."""
    return dict(_SHOWN_FILE.findall((ROOT / page).read_text(encoding="utf-8")))


def write_files(directory: Path) -> None:
    """Write the files that the commands name, as a reader does."""
    result = run("example", str(directory))
    assert result.code == 0, result.stderr


def printed(command: str) -> str:
    """What a command prints, messages first."""
    return _run(command)[1]


def succeeds(command: str) -> None:
    """Run a command of a table."""
    code, output = _run(command)
    assert code == 0, f"{command}\n{output}"


def run_python(code: str, namespace: dict[str, Any]) -> None:
    """Run a block of Python."""
    with redirect_stdout(StringIO()):
        exec(compile(code, "block", "exec"), namespace)


def run_session(code: str, namespace: dict[str, Any]) -> None:
    """Run a block of Python with prompts, and compare what it prints."""
    test = doctest.DocTestParser().get_doctest(code, {}, "block", None, None)
    test.globs = namespace
    report = StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.write, clear_globs=False)
    assert runner.failures == 0, report.getvalue()


def rewritten(page: str) -> str:
    """Give a page with the output of every command as it is now."""
    text = (ROOT / page).read_text(encoding="utf-8")
    outputs = {}
    for part in parts(page):
        if part.kind == "console":
            outputs[part.text] = printed(part.text)
        elif part.kind == "table":
            _run(part.text)
    return _PART.sub(lambda match: _shown_anew(match, outputs), text)


def _shown_anew(match: re.Match[str], outputs: dict[str, str]) -> str:
    if match["kind"] != "console":
        return match[0]
    block = ""
    for part in _commands(match["block"]):
        command, _, shown = part.partition("\n")
        output = outputs.get(command, shown.rstrip("\n"))
        block += f"$ {command}\n{output}\n" if output else f"$ {command}\n"
    return f"```console\n{block}```"


def _is_command(text: str) -> bool:
    return text.startswith("tertium ") or "| tertium " in text


def _commands(block: str) -> list[str]:
    return re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]


def _run(command: str) -> tuple[int, str]:
    """Exit code and output of a command; one that needs a shell gets it."""
    if command.startswith("tertium ") and not _SHELL.search(re.sub(r"'[^']*'", "", command)):
        result = run(*shlex.split(command)[1:])
        return result.code, (result.stderr + result.stdout).rstrip("\n")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PATH": path},
        check=False,
    )
    return done.returncode, (done.stderr + done.stdout).rstrip("\n")


def main() -> None:
    """Write the output of the commands of the pages that are named, by default of all."""
    for page in sys.argv[1:] or PAGES:
        with tempfile.TemporaryDirectory() as directory:
            write_files(Path(directory))
            os.chdir(directory)
            text = rewritten(page)
            os.chdir(ROOT)
        (ROOT / page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
