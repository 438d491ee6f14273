"""Human judgments in every format, real ones included."""

import json
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import tertium
from tertium.examples import folder
from tests.conftest import REFERENCE_DATA
from tests.formats._examples import rating_examples
from tests.fuzz.case import Case, example, spread


def ratings() -> Iterator[Case]:
    files = {
        f"{name}.de-en.{_suffix(name)}": _of_two_systems(one.data(8))
        for name, one in rating_examples().items()
    }
    files["example.csv"] = spread(folder() / "ratings.csv", 400)
    stats = REFERENCE_DATA / "stats"
    for path in (
        *sorted((stats / "da-amt/input").glob("Batch_*.csv")),
        *sorted((stats / "da-wmt/input").glob("*-judgements.csv.gz")),
        *sorted((stats / "da-wmt/input").glob("*seg-scores.csv.gz")),
        *sorted((stats / "trueskill/input").glob("*.csv.gz")),
    ):
        files[path.name.removesuffix(".gz")] = spread(path, 4 if "Batch" in path.name else 60)
    for name, data in files.items():
        yield Case(name, {name: data}, tuple(_rating_commands(name, data)))
    both = [
        {"annotator": f"ann{n % 3}", "system": system, "segment": f"{n}", "value": n * place % 97}
        for n in range(12)
        for place, system in ((31, "a"), (17, "b"))
    ]
    yield Case(
        "ratings of every segment",
        {"both.jsonl": "".join(f"{json.dumps(one)}\n" for one in both).encode()},
        ("compare --ratings both.jsonl --trials 20", "human rank both.jsonl --trials 20"),
    )
    answered = "".join(
        f"ann{n % 3},{system},{n},{kind},1,{('yes', 'No')[n * place % 3 % 2]},yes-no\n"
        for n in range(12)
        for place, system in ((31, "a"), (17, "b"))
        for kind in ("system", "bad_reference", "repeat")
    )
    yield Case(
        "answers of yes and no",
        {"answers.csv": f"annotator,system,segment,kind,batch,value,scale\n{answered}".encode()},
        (
            "human rank answers.csv --no-quality",
            "human rank answers.csv --no-quality --scale standardized --trials 5",
            "human quality answers.csv",
            "human agreement answers.csv",
            "compare --ratings answers.csv --no-quality --trials 20",
            "convert answers.csv -o @out.csv --kind ratings",
        ),
    )
    varied = "".join(
        f"ann{n % 3},{system},{n},{n * place % 97},{('', 'no-')[n % 2]}reference,{n % 3}\n"
        for n in range(12)
        for place, system in ((31, "a"), (17, "b"))
    )
    yield Case(
        "conditions",
        {"varied.csv": f"annotator,system,segment,value,condition,document\n{varied}".encode()},
        (
            "human compare-conditions varied.csv --trials 5",
            "human compare-conditions varied.csv varied.csv --trials 5 --level document",
        ),
    )
    joined = "-r ref.txt large.txt distilled.txt pivot.txt --ratings example.csv --task adequacy"
    yield Case(
        "outputs and ratings",
        {**example(300), "example.csv": files["example.csv"]},
        (
            f"meta supersample {joined} --hybrids 20 --trials 1 --no-quality",
            f"meta accuracy {joined} --trials 20 --no-quality",
            f"meta correlate {joined} --level segment --trials 20 --no-quality",
            "human compare-conditions example.csv example.csv -r ref.txt large.txt pivot.txt"
            " --task adequacy --trials 5 --no-quality",
            "meta tune meteor -r ref.txt large.txt distilled.txt --ratings example.csv"
            " --task adequacy --folds 2 --starts 0 --trials 5 --no-quality",
        ),
        ("example.csv", "large.txt", "ref.txt"),
    )


def _suffix(name: str) -> str:
    return {"jsonl": "jsonl", "pearmut": "jsonl", "google-mqm": "tsv"}.get(name, "csv")


def _of_two_systems(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    names = ((b"one", b"two"), (b"S\tdoc", b"T\tdoc"))
    for place in range(2, len(lines), 2):
        for one, two in names:
            lines[place] = lines[place].replace(one, two)
    return b"".join(lines)


def _rating_commands(name: str, data: bytes) -> Iterator[str]:
    """Commands that make sense of a file of ratings."""
    with tempfile.TemporaryDirectory() as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Path(made, name).write_bytes(data)
        found = tertium.read_ratings(Path(made, name))
    for task in found.task.names:
        yield f"human rank {name} --task {task} --trials 20 --no-quality"
        yield f"human rank {name} --task {task} --trials 1 --format csv"
        if task not in ("ranking", "preference"):
            yield f"human rank {name} --task {task} --test signed-rank --no-quality --trials 0"
        if any(found.annotator.names):
            yield f"human agreement {name} --task {task}"
    if any(found.annotator.names):
        yield f"human quality {name}"
    if {"adequacy", "fluency"} <= set(found.task.names):
        yield f"human gold --adequacy {name} --fluency {name} --trials 0 --no-quality"
    yield f"convert {name} -o @out.csv --kind ratings"
    yield f"convert {name} -o @out.jsonl"
