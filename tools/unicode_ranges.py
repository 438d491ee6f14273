"""Writes the general categories that the international tokenizer needs, from the `regex` package.

Python's own tables change with its version, and scores must not; so they are written down once,
for the kernels and for their slow twin.

    python tools/unicode_ranges.py
"""

from itertools import pairwise
from pathlib import Path

import regex

KERNELS = Path(__file__).parent.parent / "src" / "tertium" / "kernels"
CATEGORIES = {"P": "punctuation", "N": "numbers", "S": "symbols"}


def ranges(category: str) -> list[tuple[int, int]]:
    """First and last code points of the ranges of a general category."""
    pattern = regex.compile(rf"\p{{{category}}}")
    members = [point for point in range(0x110000) if pattern.match(chr(point))]
    starts = [members[0], *(after for before, after in pairwise(members) if after > before + 1)]
    ends = [*(before for before, after in pairwise(members) if after > before + 1), members[-1]]
    return list(zip(starts, ends, strict=True))


def wrapped(items: list[str], separator: str, indent: str) -> str:
    """Items in lines of at most a hundred characters."""
    lines, line = [], ""
    for item in items:
        if line and len(indent) + len(line) + len(item) + len(separator) > 95:
            lines.append(line)
            line = ""
        line += (separator if line else "") + item
    return "\n".join(f"{indent}{one}" for one in [*lines, line])


def python_module() -> str:
    """Insides of character classes of `re`."""
    parts = [
        '"""General categories of Unicode 17.0, as insides of character classes.\n\n'
        'Made by tools/unicode_ranges.py.\n"""\n'
    ]
    for category, name in CATEGORIES.items():
        items = [
            _escaped(first) + (f"-{_escaped(last)}" if last > first else "")
            for first, last in ranges(category)
        ]
        quoted = wrapped(items, "", "").split("\n")
        body = "\n".join(f'    r"{line}"' for line in quoted)
        parts.append(f"{name.upper()} = (\n{body}\n)\n")
    return "\n".join(parts)


def _escaped(point: int) -> str:
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def header() -> str:
    """One sorted table of all ranges for the kernels."""
    rows = sorted((first, last, c) for c in CATEGORIES for first, last in ranges(c))
    items = [f"{{0x{first:X}, 0x{last:X}, '{c}'}}," for first, last, c in rows]
    return (
        "// General categories of Unicode 17.0: ranges of punctuation, numbers and symbols.\n"
        "// Made by tools/unicode_ranges.py.\n#pragma once\n\n#include <cstdint>\n\n"
        "namespace tertium {\n\nstruct CategoryRange {\n    std::uint32_t first, last;\n"
        "    char category;\n};\n\n// clang-format off\n"
        f"constexpr CategoryRange kCategories[] = {{\n{wrapped(items, ' ', '    ')}\n}};\n"
        "// clang-format on\n\n}  // namespace tertium\n"
    )


def main() -> None:
    """Write both."""
    (KERNELS / "_unicode.py").write_text(python_module(), encoding="utf-8")
    (KERNELS / "native" / "categories.hpp").write_text(header(), encoding="utf-8")


if __name__ == "__main__":
    main()
