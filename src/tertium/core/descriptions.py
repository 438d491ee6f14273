"""Descriptions of metrics: summary, needs, parameters and citations."""

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tertium.core import plugins, wording
from tertium.core.citations import citations
from tertium.core.results import Result, Row
from tertium.core.spec import Parameter
from tertium.core.stats import Metric


@dataclass(frozen=True, eq=False, repr=False)
class Description(Result):
    """The documentation of a metric."""

    result: ClassVar[str] = "metrics"

    name: str
    metric: type[Metric]

    @property
    def summary(self) -> str:
        """Summary in one line."""
        return plugins.summary("metrics", self.name)

    @property
    def text(self) -> str:
        """The whole docstring, with formula and reference."""
        return inspect.cleandoc(plugins.load("metrics", self.name).__doc__ or "")

    @property
    def direction(self) -> str:
        """Which scores are better."""
        return self.metric().direction

    @property
    def needs(self) -> list[str]:
        """What the metric needs, as options of the command line."""
        texts = ("references", "source")
        return [
            need if need in texts else wording.option("layers", {need: wording.FILE})
            for need in self.metric.needs
        ]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters."""
        return self.metric.parameters()

    @property
    def citations(self) -> list[str]:
        """BibTeX entries of the papers that define it."""
        return citations([self.name])[1:]

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON values."""
        metric = self.metric()
        return {
            "metric": self.name,
            "summary": self.summary,
            "text": self.text,
            "higher_is_better": metric.higher_is_better,
            "best": metric.best,
            "needs": list(metric.needs),
            "extras": list(metric.extras),
            "statistics": list(metric.columns),
            "parameters": [
                {
                    "name": parameter.name,
                    "type": parameter.type,
                    "choices": list(parameter.choices),
                    "default": parameter.default,
                    "help": parameter.help,
                }
                for parameter in self.parameters
            ],
            "citations": self.citations,
        }

    def to_rows(self) -> list[Row]:
        """One row."""
        return [
            {
                "metric": self.name,
                "better": self.direction.removesuffix(" is better"),
                "needs": ", ".join(self.needs),
                "parameters": ", ".join(parameter.name for parameter in self.parameters),
                "summary": self.summary,
            }
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.summary}"


@dataclass(frozen=True, eq=False, repr=False)
class Descriptions(Result, Sequence[Description]):
    """Descriptions of several metrics."""

    result: ClassVar[str] = "metrics"

    items: tuple[Description, ...]

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: Any) -> Any:
        return self.items[index]

    def __iter__(self) -> Iterator[Description]:
        return iter(self.items)

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON values."""
        return {"metrics": [item.to_dict() for item in self.items]}

    def to_rows(self) -> list[Row]:
        """One row per metric."""
        return [row for item in self.items for row in item.to_rows()]

    def __str__(self) -> str:
        return "\n".join(map(str, self.items))
