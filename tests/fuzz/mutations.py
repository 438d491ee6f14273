"""Ways to damage a file: bytes, lines, fields and, of JSON, values and keys."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

# Numbers at the limits of what can be read or computed, and what only looks like a number.
NUMBERS = (
    *(
        "nan",
        "inf",
        "-inf",
        "1e308",
        "-1e308",
        "1e-320",
        "1e400",
        "-0",
        "0",
        "-1",
        "-5000",
        "1_000",
    ),
    *(
        "",
        " ",
        "1,5",
        "0x10",
        "١٢",
        "1.2.3",
        "--1",
        "None",
        "true",
        str(10**400),
        str(2**63),
        "1e9",
    ),
)
# Characters that end or quote something, that no name should hold, or that count differently.
TEXTS = (
    *(
        "\r",
        "\0",
        "\ufeff",
        "\x1b[31m",
        "\t",
        "\n",
        "\n\n",
        '"',
        "'",
        ",",
        ";",
        "|",
        "=",
        "\\",
        "/",
    ),
    *(
        "..",
        "**",
        "*",
        "a" * 5_000,
        "\u202e",
        "\u2028",
        "\x85",
        "\ud7ff",
        "🎲",
        "e\u0301",
        "<",
        "&",
    ),
    *("&#0;", "</doc>", "<seg>", "{", "[", "[" * 3_000, "}", "#", "%s", "{0}", "-", "+"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 1e308, -1e308, 1e-320, 2**63, 10**400, 0.5, "", "x", "1"),
    *([], {}, [[]], [None], {"": None}, [0] * 50, "a" * 5_000, "\x1b]0;x\x07", "../x", "=1+1"),
)


def mutated(data: bytes, random: Random) -> bytes:
    """Give the data with one to three things changed."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(MUTATIONS)(data, random)
    return data


def _flipped(data: bytes, random: Random) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(random.choice((1, 1, 4))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _replaced(data: bytes, random: Random) -> bytes:
    changed = bytearray(data or b"\0")
    changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _deleted(data: bytes, random: Random) -> bytes:
    begin = random.randrange(len(data) + 1)
    return data[:begin] + data[begin + random.choice((1, 1, 2, 10, 100)) :]


def _truncated(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _inserted(data: bytes, random: Random) -> bytes:
    at = random.choice((0, len(data), random.randrange(len(data) + 1)))
    return data[:at] + _encoded(random.choice(TEXTS)) + data[at:]


def _number(data: bytes, random: Random) -> bytes:
    """Replace a number."""
    import re

    found = list(re.finditer(rb"-?\d+(?:\.\d+)?", data))
    if not found:
        return _inserted(data, random)
    one = random.choice(found)
    return data[: one.start()] + _encoded(random.choice(NUMBERS)) + data[one.end() :]


def _lines(data: bytes, random: Random) -> bytes:
    """Repeat, remove, swap or empty lines."""
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    what = random.randrange(6)
    if what == 0:
        lines.insert(one, lines[other])
    elif what == 1:
        del lines[one]
    elif what == 2:
        lines[one], lines[other] = lines[other], lines[one]
    elif what == 3:
        lines[one] = b""
    elif what == 4:
        lines[one:] = lines[one : one + 1] * random.choice((1, 2, 50))
    else:
        lines = [line + b"\r" for line in lines]
    return b"\n".join(lines)


def _fields(data: bytes, random: Random) -> bytes:
    """Repeat, remove, swap or replace the cells of a line."""
    lines = data.split(b"\n")
    place = random.choice((0, random.randrange(len(lines))))
    line = lines[place]
    separator = max((b"\t", b",", b" ", b"|", b";"), key=line.count)
    cells = line.split(separator)
    one, other = random.randrange(len(cells)), random.randrange(len(cells))
    what = random.randrange(5)
    if what == 0:
        cells.insert(one, cells[other])
    elif what == 1:
        del cells[one]
    elif what == 2:
        cells[one], cells[other] = cells[other], cells[one]
    else:
        cells[one] = _encoded(random.choice(NUMBERS if what == 3 else TEXTS))
    lines[place] = separator.join(cells)
    return b"\n".join(lines)


def _json(data: bytes, random: Random) -> bytes:
    """Change a value or a key of JSON: of the whole file, or of one of its lines."""
    try:
        return _dumped(_changed(json.loads(data), random), data)
    except (ValueError, RecursionError):
        lines = data.split(b"\n")
        place = random.randrange(len(lines))
        try:
            lines[place] = _dumped(_changed(json.loads(lines[place]), random), lines[place])
        except (ValueError, RecursionError):
            return _fields(data, random)
        return b"\n".join(lines)


def _changed(data: Any, random: Random) -> Any:
    """Walk to a random place, and change what is there."""
    if isinstance(data, dict | list) and data and random.random() < 0.85:
        key = random.choice(list(data)) if isinstance(data, dict) else random.randrange(len(data))
        what = random.random()
        if what < 0.05:
            del data[key]
        elif what < 0.1 and isinstance(data, dict):
            data[random.choice((*data, "new", "", f"{key} "))] = data.pop(key)
        elif what < 0.15 and isinstance(data, list):
            data.insert(key, data[random.randrange(len(data))])
        else:
            data[key] = _changed(data[key], random)
        return data
    if isinstance(data, int | float) and abs(data) < 1e300 and random.random() < 0.3:
        return random.choice((-data, data * 1e6, data + 1, data / 2))
    return random.choice(VALUES)


def _dumped(value: Any, like: bytes) -> bytes:
    indent = 1 if b"\n" in like.strip() else None
    return json.dumps(value, indent=indent, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_flipped, _replaced, _deleted, _truncated, _inserted),
    *(_number, _number, _lines, _lines, _fields, _fields, _json, _json, _json, _json),
)
