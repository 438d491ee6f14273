"""How a test set was read, so that it can be read again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tertium.core.records import Defect, Defects, repeated


class Files(NamedTuple):
    """Files of a system, one per run; a file without a name can hold a whole test set."""

    name: str
    paths: tuple[str, ...]

    def defects(self) -> Defects:
        """There is a file, and a name if there are several."""
        if not self.paths or not all(self.paths):
            yield Defect("paths", "A file must have a name.")
        if not self.name and len(self.paths) > 1:
            yield Defect("paths", "Several files belong to one system, which must have a name.")


class Inputs(NamedTuple):
    """Arguments of `tertium.read`, with every pattern expanded.

    Attributes:
        systems: Files of the systems, by name; those without a name of their own first.
        references: Files of the references, by name.
        source: File of the source.
        documents: File with the document of each segment.
        layers: Files of layers, by the name of the layer and of the system.
        language_pair: Source and target language, as given.
        input_format: Format of the files, as given.
        allow: Names of checks whose findings were ignored.
        test_set: Name of the standard test set that gave references and source.
    """

    systems: tuple[Files, ...]
    references: tuple[Files, ...]
    source: str | None
    documents: str | None
    layers: dict[str, tuple[Files, ...]]
    language_pair: str
    input_format: str
    allow: tuple[str, ...]
    test_set: str = ""

    def defects(self) -> Defects:
        """Each reference has one file and a unique name."""
        yield from repeated("references", [one.name for one in self.references])
        for number, one in enumerate(self.references):
            if len(one.paths) != 1:
                yield Defect(f"references[{number}].paths", "A reference is one file.")

    @property
    def named(self) -> "Inputs":
        """The same without directories: result files do not reveal where files are."""
        from pathlib import Path

        return self.with_paths(lambda path: Path(path).name)

    def with_paths(self, change: Callable[[str], str]) -> "Inputs":
        """Replace the paths."""

        def changed(several: tuple[Files, ...]) -> tuple[Files, ...]:
            return tuple(Files(name, tuple(map(change, paths))) for name, paths in several)

        return Inputs(
            systems=changed(self.systems),
            references=changed(self.references),
            source=self.source and change(self.source),
            documents=self.documents and change(self.documents),
            layers={name: changed(several) for name, several in self.layers.items()},
            language_pair=self.language_pair,
            input_format=self.input_format,
            allow=self.allow,
            test_set=self.test_set,
        )

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `tertium.read`."""
        return {
            "systems": self.systems,
            "references": {name: path for name, (path,) in self.references},
            "source": self.source,
            "documents": self.documents,
            "layers": self.layers,
            "language_pair": self.language_pair,
            "input_format": self.input_format,
            "allow": self.allow,
            "test_set": self.test_set,
        }
