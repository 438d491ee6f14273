"""Show that no number changed: run every command of the documentation before and after a change.

    tools/docs_numbers.py record BEFORE --docs old/checkout --code old/checkout
    tools/docs_numbers.py record AFTER --docs old/checkout
    tools/docs_numbers.py compare BEFORE AFTER

`record` takes the `tertium` commands of the console blocks of README.md and docs/*.md, and those of
`docs_numbers.toml`, runs them on the example data and stores everything they print as JSON and
write to result files. With `--docs` the commands and the data are those of another checkout;
renamed options and values are then translated by the tables of `docs_numbers.toml`.

`compare` compares the numbers of each command in the order of the JSON. Field names are ignored,
but renamed fields are listed. The same numbers in another order are listed too, and so are
differences that `docs_numbers.toml` gives a reason for. Anything else is a difference, and the exit
code is 1.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TABLES = tomllib.loads((ROOT / "tools" / "docs_numbers.toml").read_text(encoding="utf-8"))

# Files that the documentation names, by the example data that they are made of.
FILES = {
    "ref.txt": "reference.A.en.txt",
    "ref2.txt": "reference.B.en.txt",
    "src.txt": "source.de.txt",
    "a.txt": "systems/large.txt",
    "b.txt": "systems/baseline.1.txt",
    "c.txt": "systems/distilled.txt",
    "d.txt": "systems/finetuned.txt",
    "e.txt": "systems/pivot.txt",
    "base.run1.txt": "systems/baseline.1.txt",
    "base.run2.txt": "systems/baseline.2.txt",
    "base.run3.txt": "systems/baseline.3.txt",
    "a.edited.txt": "post_edits/large.txt",
    "ratings.csv": "ratings.csv",
    "documents.tsv": "documents.tsv",
}

# Warnings may say the same in other words, with other numbers in them; typed ones have "notice".
WORDED = ("warnings", "notices", "notes", "cautions")


def main() -> None:
    """Read the command line and run the subcommand."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record", help="run all commands and store their numbers")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--docs", type=Path, default=ROOT, help="checkout of the commands")
    recording.add_argument("--code", type=Path, default=ROOT, help="checkout of the program")
    recording.add_argument("--only", default="", help="regular expression of commands to run")
    recording.add_argument("--jobs", type=int, default=2, help="pages at a time")
    recording.set_defaults(
        call=lambda given: record(given.folder, given.docs, given.code, given.only, given.jobs)
    )
    comparing = commands.add_parser("compare", help="compare the numbers of two folders")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--only", default="", help="regular expression of commands to compare")
    comparing.set_defaults(
        call=lambda given: sys.exit(compare(given.before, given.after, given.only))
    )
    given = parser.parse_args()
    given.call(given)


# --- Which commands, and with which files ---------------------------------------------------------


def pages(docs: Path) -> dict[str, list[str]]:
    """The commands of each page of the documentation, and those of `docs_numbers.toml`."""
    found: dict[str, list[str]] = {}
    for path in [docs / "README.md", *sorted((docs / "docs").glob("*.md"))]:
        blocks = re.findall(
            r"^```console\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S
        )
        lines = [line for block in blocks for line in re.findall(r"^\$ (tertium .*)$", block, re.M)]
        if lines:
            found[path.stem] = lines
    return {**found, **TABLES["commands"]}


def lay_out(docs: Path, page: str, folder: Path) -> None:
    """Write the files that the commands of a page name."""
    news = docs / "src" / "tertium" / "examples" / "news"
    for name, origin in FILES.items():
        shutil.copy(news / origin, folder / name)
    lines = (folder / "a.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "gap.txt").write_text("".join(lines[:76] + lines[77:]), encoding="utf-8")
    rows = (folder / "documents.tsv").read_text(encoding="utf-8").splitlines()[1:]
    cells = [row.split("\t") for row in rows]
    names = "".join(f"{document}\n" for _, document, _ in cells)
    (folder / "documents.txt").write_text(names, encoding="utf-8")
    domains = {f"{document}\t{domain}\n" for _, document, domain in cells}
    (folder / "domains.tsv").write_text("".join(sorted(domains)), encoding="utf-8")
    shown = [page] if (docs / "docs" / f"{page}.md").is_file() else TABLES["shown"]
    for other in shown:
        text = (docs / "docs" / f"{other}.md").read_text(encoding="utf-8")
        pattern = r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```"
        for name, content in re.findall(pattern, text, re.M | re.S):
            (folder / name).write_text(content, encoding="utf-8")


# --- Running them ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Program:
    """The command line of one checkout."""

    checkout: Path

    def run(self, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
        """Run a command in a folder."""
        environment = {**os.environ, "PYTHONPATH": str(self.checkout.resolve() / "src")}
        return subprocess.run(
            [sys.executable, "-m", "tertium", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )

    @cache  # noqa: B019  (one program lives as long as the process)
    def options(self, command: str) -> frozenset[str]:
        """Options that the help of a command lists."""
        shown = self.run([*command.split(), "--help"], self.checkout).stdout
        return frozenset(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", shown.partition("Options:")[2]))


def command_of(arguments: list[str]) -> str:
    """The command that arguments call, as in "human rank"."""
    return " ".join(arguments[: 2 if arguments[0] in ("human", "meta") else 1])


def translated(arguments: list[str], before: Program, after: Program) -> list[list[str]]:
    """Arguments with the names that the program has after the change; last with old values."""
    command = command_of(arguments)
    known, old = after.options(command), before.options(command)
    renames = TABLES["options"]["all"] | TABLES["options"].get(command, {})
    options = []
    for argument in arguments:
        name, equals, value = argument.partition("=")
        new = renames.get(name, name) if name.startswith("-") else name
        if new in known and (name not in known or new not in old):
            argument = f"{new}{equals}{value}"
        options.append(argument)
    values = [
        re.sub(r"[\w-]+", lambda match: TABLES["values"].get(match[0], match[0]), argument)
        if not argument.startswith("-")
        else argument
        for argument in options
    ]
    return [values, options] if values != options else [options]


def record(folder: Path, docs: Path, code: Path, only: str, jobs: int) -> None:
    """Run all commands and store what each printed and wrote, in a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    before, after = Program(docs), Program(code)

    def page_recorded(page: str, lines: list[str]) -> list[str]:
        failed = []
        with tempfile.TemporaryDirectory() as place:
            lay_out(docs, page, Path(place))
            for number, line in enumerate(lines):
                if only and not re.search(only, f"{page}.{number:02} {line}"):
                    continue
                stored = ran(shlex.split(line)[1:], before, after, Path(place))
                name = f"{page}.{number:02}.json"
                text = json.dumps({"command": line, **stored}, indent=1)
                (folder / name).write_text(text, encoding="utf-8")
                if stored["exit"] == 2 or "Traceback" in stored["messages"]:
                    failed.append(f"{name}: {stored['ran']}\n{stored['messages'].rstrip()}")
        return failed

    found = pages(docs)
    with ThreadPoolExecutor(jobs) as pool:
        for failed in pool.map(page_recorded, found, found.values()):
            for message in failed:
                print(message)
    print(f"{sum(map(len, found.values()))} commands stored in {folder}")


def ran(arguments: list[str], before: Program, after: Program, folder: Path) -> dict[str, Any]:
    """Run one command, with JSON and a result file where it has them."""
    command = command_of(arguments)
    known = after.options(command)
    also = []
    if command != "convert":
        if "--format" in known and not {"-b", "--score-only", "-f", "--format"} & {*arguments}:
            also += ["--format", "json"]
        if "--output" in known and not {"-o", "--output"} & {*arguments}:
            also += ["--output", "numbers.json", "--force"]
    for attempt in translated(arguments, before, after):
        there = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
        done = after.run([*attempt, *also], folder)
        if done.returncode != 2:
            break
    written = {
        str(path.relative_to(folder)): parsed(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and there.get(path) != path.stat().st_mtime_ns
    }
    return {
        "ran": shlex.join(["tertium", *attempt, *also]),
        "exit": done.returncode,
        "printed": parsed(done.stdout),
        "messages": done.stderr,
        "written": written,
    }


def parsed(text: str) -> Any:
    """Text parsed as JSON or JSON lines, or else its numbers."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in text.splitlines()]
    except ValueError:
        return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]


# --- Comparing ------------------------------------------------------------------------------------


@dataclass
class Contents:
    """What a stored JSON value holds."""

    numbers: list[float] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


def contents(value: Any) -> Contents:
    """Collect the numbers, field names and one-word strings of a stored JSON value."""
    found = Contents()
    for place, leaf in leaves(value):
        found.keys |= {key for key in place if not key.isdigit()}
        if isinstance(leaf, (int, float)):
            found.numbers.append(leaf)
            found.places.append(".".join(place))
        elif isinstance(leaf, str) and re.fullmatch(r"[a-z][\w+-]*", leaf):
            found.words.add(leaf)
    return found


def leaves(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All values other than lists, objects and warnings, with their place."""
    if isinstance(value, dict) and "notice" not in value:
        for key, inside in value.items():
            if key not in WORDED:
                yield from leaves(inside, (*place, key))
    elif isinstance(value, list):
        for index, inside in enumerate(value):
            yield from leaves(inside, (*place, str(index)))
    elif not isinstance(value, dict):
        yield place, value


def compare(before: Path, after: Path, only: str = "") -> int:
    """Print the differences; return 1 if any number differs."""
    different, known, reordered = [], [], []
    gone: Counter[str] = Counter()
    new: Counter[str] = Counter()
    compared = 0
    for path in sorted(before.glob("*.json")):
        other = after / path.name
        old = json.loads(path.read_text(encoding="utf-8"))
        if only and not re.search(only, f"{path.stem} {old['command']}"):
            continue
        if not other.is_file():
            different.append(f"{path.name}: was not run after the change")
            continue
        now = json.loads(other.read_text(encoding="utf-8"))
        title = f"{path.name}: {old['command']}"
        if old["exit"] != now["exit"]:
            what = f"exit code {now['exit']}, not {old['exit']}\n  {now['messages'].strip()}"
            different.append(f"{title}\n  {what}")
            continue
        parts = {"what is printed": (old["printed"], now["printed"])}
        parts |= {name: (kept, now["written"].get(name)) for name, kept in old["written"].items()}
        for name, (kept, made) in parts.items():
            left, right = contents(kept), contents(made)
            compared += len(left.numbers)
            gone.update(f"field {key}" for key in left.keys - right.keys)
            new.update(f"field {key}" for key in right.keys - left.keys)
            gone.update(f"value {word}" for word in left.words - right.words)
            new.update(f"value {word}" for word in right.words - left.words)
            if left.numbers == right.numbers:
                continue
            if Counter(left.numbers) == Counter(right.numbers):
                reordered.append(f"{title}: {name}: {first_difference(left, right)}")
            elif f"{path.stem} {name}" in TABLES["explained"]:
                reason = TABLES["explained"][f"{path.stem} {name}"]
                known.append(f"{title}\n  {name}: {explained(left, right)}\n  {reason}")
            else:
                different.append(f"{title}\n  {name}: {explained(left, right)}")
    show("Names that are gone", [f"{name} ({times})" for name, times in sorted(gone.items())])
    show("Names that are new", [f"{name} ({times})" for name, times in sorted(new.items())])
    show("The same numbers in another order", reordered)
    show("Differences with a reason", known)
    show("Differences", different)
    print(f"{compared} numbers compared, {len(different)} commands or files differ.")
    return bool(different)


def first_difference(left: Contents, right: Contents) -> str:
    """The first place where two sequences of the same numbers differ."""
    pairs = zip(left.numbers, right.numbers, strict=False)
    at = next((index for index, (one, other) in enumerate(pairs) if one != other), 0)
    return f"from {left.places[at]} = {left.numbers[at]} / {right.places[at]} = {right.numbers[at]}"


def explained(left: Contents, right: Contents) -> str:
    """The numbers that only one side has."""
    lost = Counter(left.numbers) - Counter(right.numbers)
    added = Counter(right.numbers) - Counter(left.numbers)
    places = [
        f"{side} {place} = {number}"
        for side, held, other, extra in (
            ("before", left, right, lost),
            ("after", right, left, added),
        )
        for place, number in zip(held.places, held.numbers, strict=True)
        if number in extra
        and (place, number) not in {*zip(other.places, other.numbers, strict=True)}
    ]
    more = f" and {len(places) - 12} more" if len(places) > 12 else ""
    return (
        f"{lost.total()} of {len(left.numbers)} numbers are gone, {added.total()} are new:\n    "
        + "\n    ".join(places[:12])
        + more
    )


def show(title: str, lines: list[str]) -> None:
    """Print a list under a title, unless it is empty."""
    if lines:
        print(f"{title}:")
        print("\n".join(f"- {line}" for line in lines))
        print()


if __name__ == "__main__":
    main()
