"""Charts of results, for a notebook or a paper."""

import io
import math
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tertium.core import marks
from tertium.core.errors import UsageError, did_you_mean
from tertium.core.results import Result
from tertium.report import presentation
from tertium.report.drawing import (
    Chart,
    alt,
    converter,
    script,
    script_json,
    specification,
    theme,
    version,
)
from tertium.report.page import CONFIGURATION

# Most pixels of an image.
_PIXELS = 2**25

_INK, _SOFT, _LINE = "#1c2733", "#5c6b7a", "#e3e8ed"

SUFFIXES = (".svg", ".png", ".pdf", ".html", ".json")


def plot(result: Result, kind: str | None = None) -> Chart:
    """Draw a result as a chart, which a notebook displays.

    Args:
        result: A result, as of `tertium.compare`, `tertium.score` or `tertium.rank`.
        kind: Kind of chart: "intervals" of scores, "differences", "distributions" of the test
            statistics, or "heatmap" of all pairs; by default the first that the result has.

    Returns:
        An Altair chart.

    Example:
        >>> news = tertium.read(["a.txt", "b.txt"], references="ref.txt")
        >>> chart = tertium.plot(tertium.score(news, confidence=True, trials=100))
        >>> chart.to_dict()["$schema"]
        'https://vega.github.io/schema/vega-lite/...'
    """
    known = presentation.charts(result)
    if not known:
        raise UsageError("This result has no chart.")
    kind = kind or next(iter(known))
    if kind not in known:
        raise UsageError(
            f"This result has no chart {kind!r}.{did_you_mean(kind, known)}",
            hint=f"Known: {', '.join(known)}.",
        )
    parts = known[kind]()
    if not parts:
        raise UsageError("There is nothing to draw, since no test applies.")
    drawn = alt().vconcat(*parts, spacing=30).resolve_scale(color="independent")
    drawn = drawn.properties(config=theme(background="white", ink=_INK, soft=_SOFT, line=_LINE))
    return type(drawn).from_dict(specification(drawn), validate=False)


def svg(chart: Chart) -> str:
    """Draw a chart as SVG for a page: its colours are the CSS variables of the page.

    One picture serves the light and the dark mode, and no script runs.

    Args:
        chart: A part of a chart, from `presentation.charts`.
    """
    made = specification(chart)
    # The converter measures texts in its own font, which may be narrower than that of the page.
    made["config"] = CONFIGURATION | {"padding": {"left": 16, "right": 16, "top": 5, "bottom": 5}}
    made["$schema"] = f"https://vega.github.io/schema/vega-lite/{alt().SCHEMA_VERSION}.json"
    drawn: str = converter().vegalite_to_svg(made, vl_version=version())
    return drawn


def check_suffix(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a file, or refuse it if charts cannot be written to it."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(
            f"{os.fspath(path)}: Charts cannot be written to such a file.",
            hint=f"Known: {', '.join(SUFFIXES)}.",
        )
    return suffix


def save(chart: Chart, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a chart to a file; the suffix decides the format: .svg, .png, .pdf, .html or .json.

    Args:
        chart: The chart that `plot` returned.
        path: Where to write.
        force: Whether to replace an existing file that tertium did not write.
    """
    from tertium.core import files, outputs

    suffix = check_suffix(path)
    converter()
    content = _page(chart) if suffix == ".html" else _MARKED[suffix](_rendered(chart, suffix))
    with outputs.replacing(force):
        files.write_bytes(path, content.encode("utf-8") if isinstance(content, str) else content)


def _rendered(chart: Chart, suffix: str) -> Any:
    """Render a chart as text, or as bytes for .png and .pdf."""
    if suffix == ".png":
        return _png(chart)
    stream: Any = io.BytesIO() if suffix == ".pdf" else io.StringIO()
    chart.save(stream, format=suffix[1:])
    return stream.getvalue()


def _png(chart: Chart) -> bytes:
    """Render two pixels per unit of length; fewer if the image would be too large."""
    svg = _rendered(chart, ".svg")
    size = re.search(r'<svg[^>]*? width="([\d.]+)"[^>]*? height="([\d.]+)"', svg)
    assert size is not None
    pixels = float(size[1]) * float(size[2])
    scale = min(2.0, math.sqrt(_PIXELS / pixels))
    if scale < 0.5:
        raise UsageError(
            f"The chart has {pixels / 1e6:,.0f} million pixels, too many for a .png file.",
            hint="Write .svg or .pdf, or draw fewer systems or metrics.",
        )
    made: bytes = converter().svg_to_png(svg, scale=scale)
    return made


# Marks in a file of each format that tertium wrote it.
_MARKED: dict[str, Callable[[Any], Any]] = {
    ".svg": marks.marked_svg,
    ".png": marks.marked_png,
    ".pdf": marks.marked_pdf,
    ".json": marks.marked_vega,
}


def _page(chart: Chart) -> str:
    """A chart as an HTML document that loads no other file.

    Altair's own HTML is not used, because a name in the data could end its script.
    """
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{marks.HTML}\n<title>Chart · tertium</title>\n</head>\n<body>\n"
        '<div class="chart" id="chart-1"></div>\n'
        f"<script>{script()}</script>\n"
        f'<script>vegaEmbed("#chart-1", {script_json(specification(chart))}, {{renderer: "svg"}});'
        "</script>\n</body>\n</html>\n"
    )
