"""Locations of resources that cannot be part of the package.

`meteor`
: METEOR's own `meteor-1.5.jar`, with its tables of paraphrases in `data/` beside it. Found where
  the package pycocoevalcap is installed.

`wordnet`
: A directory with the files of WordNet (`index.noun`, `noun.exc` ...). Found where Debian's
  `wordnet-base` puts them.

`paraphrases`
: A table of paraphrases in METEOR's format, for another language or a custom one.

Set another location with `tertium.point_at(name, path)`, or in the environment, as in
`TERTIUM_WORDNET=/usr/share/wordnet`.
"""

import os
from importlib.util import find_spec
from pathlib import Path

from tertium.core.errors import DataError, UnknownMember

NAMES = ("meteor", "wordnet", "paraphrases")

_pointed_at: dict[str, Path] = {}


def point_at(name: str, path: str | os.PathLike[str] | None) -> None:
    """Set the location of a resource that is not part of the package.

    Args:
        name: "meteor", "wordnet" or "paraphrases".
        path: The file or directory; None to look in the usual places again.

    Example:
        >>> tertium.point_at("wordnet", None)
    """
    if name not in NAMES:
        raise UnknownMember("resource", name, NAMES)
    if path is None:
        _pointed_at.pop(name, None)
        return
    if not Path(path).exists():
        raise DataError(f"The resource {name} was not found here.", where=os.fspath(path))
    _pointed_at[name] = Path(path)


def is_pointed_at(name: str) -> bool:
    """Whether the location of a resource was set, in Python or the environment."""
    return name in _pointed_at or bool(os.environ.get(_variable(name)))


def located(name: str) -> Path | None:
    """Location of a resource: set in Python, in the environment, or the usual one."""
    if name in _pointed_at:
        return _pointed_at[name]
    variable = _variable(name)
    if os.environ.get(variable):
        path = Path(os.environ[variable])
        if not path.exists():
            raise DataError(
                f"The resource {name} was not found here, where {variable} points.", where=str(path)
            )
        return path
    return next((path for path in _usual_places(name) if path.exists()), None)


def _variable(name: str) -> str:
    return f"TERTIUM_{name.upper()}"


def _usual_places(name: str) -> list[Path]:
    if name == "meteor":
        package = find_spec("pycocoevalcap")
        folders = package.submodule_search_locations if package else None
        return [Path(folder, "meteor", "meteor-1.5.jar") for folder in folders or ()]
    if name == "wordnet":
        return [Path("/usr/share/wordnet"), Path("/usr/local/share/wordnet")]
    return []
