"""Draw which package imports which: writes docs/import_graph.svg, for docs/architecture.md.

Packages stand in the order of the layers in pyproject.toml. An arc on the right is an import of a
lower package. An import of a higher package would be a red arc on the left; import-linter refuses
such imports. Run this command (`make graph`) when a test finds that the drawing is not current.
"""

import tomllib
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
DRAWING = ROOT / "docs" / "import_graph.svg"

ROW = 34  # pixels between two packages
MIDDLE = 130  # where arcs begin and end
WIDTH = 380

HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" \
font-family="sans-serif" font-size="15">
<title>Imports between the packages of tertium</title>
<rect width="100%" height="100%" fill="white"/>
"""


def layers() -> list[str]:
    """Give the packages from the highest to the lowest layer."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    return [name.strip() for layer in contract["layers"] for name in layer.split("|")]


def imports() -> set[tuple[str, str]]:
    """Return pairs of packages in which the first imports the second, lazily or not."""
    graph = grimp.build_graph("tertium")
    pairs = {
        (importer.split(".")[1], imported.split(".")[1])
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
        if importer.count(".") and imported.count(".")
    }
    return {(importer, imported) for importer, imported in pairs if importer != imported}


def drawing() -> str:
    """Draw the packages in a column, and an arc for each import."""
    place = {name: ROW * (number + 1) for number, name in enumerate(layers())}
    lines = [HEAD.format(width=WIDTH, height=ROW * (len(place) + 1)).rstrip()]
    for importer, imported in sorted(imports()):
        if importer in place and imported in place:
            lines.append(_arc(place[importer], place[imported]))
    for name, y in place.items():
        lines.append(f'<circle cx="{MIDDLE}" cy="{y}" r="4"/>')
        lines.append(f'<text x="{MIDDLE - 14}" y="{y + 5}" text-anchor="end">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _arc(start: int, end: int) -> str:
    radius = abs(end - start) // 2
    colour = "#4a6fa5" if start < end else "#c0392b"
    path = f"M{MIDDLE} {start}A{radius} {radius} 0 0 1 {MIDDLE} {end}"
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-opacity="0.6"/>'


if __name__ == "__main__":
    DRAWING.write_text(drawing(), encoding="utf-8")
    print(f"Wrote {DRAWING.relative_to(ROOT)}.")
