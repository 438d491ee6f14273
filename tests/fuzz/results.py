"""Result files of every command."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import tertium
from tests.api.test_damaged_results import RESULTS
from tests.fuzz.case import Case, example


def results() -> Iterator[Case]:
    """Every kind of result with the command that shows it, and one with its files."""
    for name, make in RESULTS.items():
        result = make()
        data = (json.dumps(result.to_dict(), ensure_ascii=False, indent=1) + "\n").encode()
        yield Case(
            f"result: {name}",
            {"result.json": data, "same.json": data},
            (
                *(f"{result.result} result.json --format {one}" for one in ("table", "csv")),
                *(f"{result.result} result.json --format {one}" for one in ("latex", "markdown")),
                f"{result.result} result.json --report @page.html",
                "verify result.json --against same.json",
            ),
            ("result.json",),
        )
    yield _verified()


def _verified() -> Case:
    """A result with the files it was made of."""
    texts = {name: example()[name] for name in ("ref.txt", "large.txt", "distilled.txt")}
    with tempfile.TemporaryDirectory() as made:
        for name, data in texts.items():
            Path(made, name).write_bytes(data)
        testset = tertium.read(
            {name: Path(made, f"{name}.txt") for name in ("large", "distilled")},
            references=Path(made, "ref.txt"),
        )
        result = tertium.compare(testset, "bleu,chrf", trials=20)
    data = json.dumps(result.to_dict(), indent=1).encode()
    return Case("result to verify", {**texts, "result.json": data}, ("verify result.json",))
