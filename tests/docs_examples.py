"""The console blocks of the documentation: find them, run them, write their output anew.

`python -m tests.docs_examples` runs every command of README.md and docs/ in a folder of example
files and writes what it prints into the pages; `python -m tests.docs_examples docs/compare.md`
does so for single pages. Read the diff before you commit it: the test only compares.
"""

import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from tests.command import run

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", *(str(page.relative_to(ROOT)) for page in sorted(ROOT.glob("docs/**/*.md")))]

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SHOWN_FILE = re.compile(
    r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```", re.MULTILINE | re.DOTALL
)


def examples(page: str) -> list[tuple[str, str]]:
    """Commands of tertium in the console blocks of a page, with the output shown for each."""
    found = []
    for block in _BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        for part in _commands(block):
            command, _, output = part.partition("\n")
            if command.startswith("tertium "):
                found.append((command, output.rstrip("\n")))
    return found


def shown_files(page: str) -> dict[str, str]:
    """Files that a page shows, in blocks with their name as caption."""
    return dict(_SHOWN_FILE.findall((ROOT / page).read_text(encoding="utf-8")))


def write_files(directory: Path) -> None:
    """Write the files that the commands name, as a reader does."""
    result = run("example", str(directory))
    assert result.code == 0, result.stderr


def printed(command: str) -> str:
    """What a command prints, messages first."""
    result = run(*shlex.split(command)[1:])
    return (result.stderr + result.stdout).rstrip("\n")


def rewritten(page: str) -> str:
    """Give a page with the output of every command as it is now."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return _BLOCK.sub(lambda block: f"```console\n{_run_again(block[1])}```", text)


def _run_again(block: str) -> str:
    parts = []
    for part in _commands(block):
        command, _, shown = part.partition("\n")
        output = printed(command) if command.startswith("tertium ") else shown.rstrip("\n")
        parts.append(f"$ {command}\n{output}\n" if output else f"$ {command}\n")
    return "".join(parts)


def _commands(block: str) -> list[str]:
    return re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]


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
