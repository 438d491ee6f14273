"""Writes src/tertium/text/_unicode.py from the tables of the `regex` package.

The international tokenizer needs the general categories of all characters. Python's own tables
change with its version, and scores must not; so they are written down once.

    python tools/unicode_ranges.py
"""

from pathlib import Path

import regex

TARGET = Path(__file__).parent.parent / "src" / "tertium" / "text" / "_unicode.py"


def ranges(category: str) -> str:
    """Inside of a character class of `re` that matches a general category."""
    pattern = regex.compile(rf"\p{{{category}}}")
    members = [point for point in range(0x110000) if pattern.match(chr(point))]
    parts, start = [], members[0]
    for last, following in zip(members, [*members[1:], -1], strict=True):
        if following != last + 1:
            parts.append(_escaped(start) + (f"-{_escaped(last)}" if last > start else ""))
            start = following
    return "".join(parts)


def _escaped(point: int) -> str:
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def _literal(name: str, text: str) -> str:
    width = 90
    pieces, line = [], ""
    for token in regex.findall(r"\\u.{4}|\\U.{8}|-", text):
        if len(line) + len(token) > width:
            pieces.append(line)
            line = ""
        line += token
    pieces.append(line)
    body = "\n".join(f'    r"{piece}"' for piece in pieces)
    return f"{name} = (\n{body}\n)\n"


def main() -> None:
    """Write the module."""
    parts = [
        '"""General categories of Unicode 17.0, as insides of character classes.\n\n'
        'Made by tools/unicode_ranges.py.\n"""\n',
        _literal("PUNCTUATION", ranges("P")),
        _literal("NUMBERS", ranges("N")),
        _literal("SYMBOLS", ranges("S")),
    ]
    TARGET.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
