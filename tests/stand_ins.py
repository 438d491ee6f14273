"""Modules that stand in for packages too heavy to test with."""

from types import ModuleType, SimpleNamespace
from typing import Any


class Comet(ModuleType):
    """What tertium calls of unbabel-comet; the score is the share of characters in common.

    `asked` holds what was called, in order.
    """

    __version__ = "2.2.7"

    def __init__(self, *, needs_references: bool = True) -> None:
        super().__init__("comet")
        self.needs_references = needs_references
        self.asked: list[Any] = []

    def download_model(self, name: str) -> str:
        self.asked.append(("download", name))
        if not name.startswith("Unbabel/"):
            raise KeyError(f"Model '{name}' not supported by COMET.")
        return f"{name}/checkpoints/model.ckpt"

    def load_from_checkpoint(self, path: str) -> Any:
        self.asked.append(("load", path))
        return SimpleNamespace(
            predict=self._predict, requires_references=lambda: self.needs_references
        )

    def _predict(self, samples: Any, *, batch_size: int, gpus: int, progress_bar: bool) -> Any:
        self.asked.append((samples, batch_size, gpus, progress_bar))
        scores = [_alike(one["mt"], one.get("ref", one["src"])) for one in samples]
        return SimpleNamespace(scores=scores, system_score=sum(scores) / len(scores))


def _alike(one: str, other: str) -> float:
    ours, theirs = set(enumerate(one)), set(enumerate(other))
    return len(ours & theirs) / len(ours | theirs) if ours | theirs else 1.0
