"""An example file of every format, which the test file of the format defines as EXAMPLE."""

from importlib import import_module
from pathlib import Path
from typing import Any

from tests.formats.ratings._example import Example

from tertium import formats

FOLDER = Path(__file__).parent


def example(kind: str, name: str) -> Any:
    """EXAMPLE of the test file of a format, None if it has none."""
    module = f"test_{name.replace('-', '_')}"
    if not (FOLDER / kind / f"{module}.py").exists():
        return None
    return getattr(import_module(f"tests.formats.{kind}.{module}"), "EXAMPLE", None)


def example_file(kind: str, name: str) -> bytes:
    """A small file of a format."""
    found = example(kind, name)
    assert found is not None, (
        f"tests/formats/{kind}/test_{name.replace('-', '_')}.py must define EXAMPLE: a file of the"
        f" format as bytes{', or for ratings an Example' if kind == 'ratings' else ''}."
    )
    return bytes(found.data(3) if isinstance(found, Example) else found)


def rating_examples() -> dict[str, Example]:
    """Examples of the formats of ratings that have one, by the name of the format."""
    found = {name: example("ratings", name) for name in formats.names("ratings")}
    return {name: one for name, one in found.items() if isinstance(one, Example)}
