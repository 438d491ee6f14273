"""Example data: a small German-English news test set with simulated systems and ratings."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class ExampleFile(NamedTuple):
    """A file of the example: its data, description, and changes."""

    origin: str
    description: str
    change: Callable[[str], str] = str


def folder() -> Path:
    """Return the folder that holds the news test set."""
    return Path(__file__).parent / "news"


def texts() -> dict[str, str]:
    """Contents of all files of the example, by their names in README and documentation."""
    found = {
        name: file.change((folder().parent / file.origin).read_bytes().decode("utf-8"))
        for name, file in FILES.items()
    }
    width = max(map(len, FILES))
    listed = "".join(f"{name:<{width}}  {file.description}\n" for name, file in FILES.items())
    return {**found, "README.txt": _README + listed}


def _without_line_77(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[:76] + lines[77:])


def _documents(table: str) -> str:
    """The second column of the table of documents."""
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return "".join(f"{document}\n" for _, document, _ in rows)


def _domains(table: str) -> str:
    """Each document once, with its domain."""
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return "".join(sorted({f"{document}\t{domain}\n" for _, document, domain in rows}))


FILES = {
    "src.txt": ExampleFile("news/source.de.txt", "source text, German news, one segment per line"),
    "ref.txt": ExampleFile("news/reference.A.en.txt", "reference, English"),
    "ref2.txt": ExampleFile("news/reference.B.en.txt", "second reference"),
    "a.txt": ExampleFile("news/systems/large.txt", "output of the system a"),
    "b.txt": ExampleFile("news/systems/baseline.1.txt", "output of the system b"),
    "c.txt": ExampleFile("news/systems/distilled.txt", "output of the system c"),
    "d.txt": ExampleFile("news/systems/finetuned.txt", "output of the system d"),
    "e.txt": ExampleFile("news/systems/pivot.txt", "output of the system e"),
    "base.run1.txt": ExampleFile("news/systems/baseline.1.txt", "output of the first training run"),
    "base.run2.txt": ExampleFile(
        "news/systems/baseline.2.txt", "output of the second training run"
    ),
    "base.run3.txt": ExampleFile("news/systems/baseline.3.txt", "output of the third training run"),
    "outputs/baseline.txt": ExampleFile(
        "news/systems/baseline.1.txt", "b.txt by the name of its system"
    ),
    "outputs/distilled.txt": ExampleFile(
        "news/systems/distilled.txt", "c.txt by the name of its system"
    ),
    "outputs/finetuned.txt": ExampleFile(
        "news/systems/finetuned.txt", "d.txt by the name of its system"
    ),
    "outputs/large.txt": ExampleFile("news/systems/large.txt", "a.txt by the name of its system"),
    "outputs/pivot.txt": ExampleFile("news/systems/pivot.txt", "e.txt by the name of its system"),
    "a.edited.txt": ExampleFile("news/post_edits/large.txt", "post-edits of a.txt"),
    "gap.txt": ExampleFile(
        "news/systems/large.txt", "a.txt, but line 77 is missing", _without_line_77
    ),
    "documents.txt": ExampleFile("news/documents.tsv", "document of each segment", _documents),
    "domains.tsv": ExampleFile("news/documents.tsv", "domain of each document", _domains),
    "ratings.csv": ExampleFile("news/ratings.csv", "human ratings of adequacy and fluency"),
    "preferences.csv": ExampleFile("small/preferences.csv", "human preferences between outputs"),
    "answers.csv": ExampleFile("small/answers.csv", "adequacy judged by yes and no"),
    "conditions.csv": ExampleFile(
        "small/conditions.csv", "adequacy judged with and without a reference"
    ),
    "crowd.csv": ExampleFile("small/crowd.csv", "adequacy judged by yes and no, by non-experts"),
    "experts.csv": ExampleFile("small/experts.csv", "the same outputs judged by experts"),
    "tutorial.jsonl": ExampleFile("small/tutorial.jsonl", "tutorial of a campaign"),
    "checks.jsonl": ExampleFile("small/checks.jsonl", "attention checks of a campaign"),
    "form.toml": ExampleFile("small/form.toml", "form of a campaign"),
    "errors.csv": ExampleFile("small/errors.csv", "errors that annotators marked (MQM)"),
    "scores.tsv": ExampleFile("small/scores.tsv", "metric and human scores of systems"),
    "table.tsv": ExampleFile("small/table.tsv", "published correlations with confidence intervals"),
    "comet.tsv": ExampleFile("small/comet.tsv", "segment scores of another program"),
    "system.txt": ExampleFile("small/system.txt", "output of a single segment"),
    "reference.txt": ExampleFile("small/reference.txt", "its reference"),
    "frames.jsonl": ExampleFile("small/frames.jsonl", "semantic frames of both"),
}

_README = """\
A small test set that was written for tertium: all systems and ratings are simulated.
The commands in the documentation of tertium run in this folder.

"""
