"""Members by file name: metrics, tokenizers, formats, checks, commands.

A member folder is a package whose modules are its members; other modules there start with `_`.
A member is found by listing the folder and loaded when first asked for, so there is no registry
to forget and no import cost.
"""

import os
from functools import cache
from importlib import import_module
from types import ModuleType

from tertium.core.errors import UnknownMember

ROOT = os.path.dirname(os.path.dirname(__file__))


@cache
def names(folder: str) -> tuple[str, ...]:
    """Names of the members of `folder` ("metrics", "formats.testset"), sorted."""
    files = os.listdir(os.path.join(ROOT, *folder.split(".")))
    return tuple(sorted(f[:-3] for f in files if f.endswith(".py") and not f.startswith("_")))


@cache
def load(folder: str, name: str) -> ModuleType:
    """Import the member `name` of `folder`."""
    if name not in names(folder):
        raise UnknownMember(kind(folder), name, names(folder))
    return import_module(f"tertium.{folder}.{name}")


def kind(folder: str) -> str:
    """Give the words for one member of `folder`: "metric", "testset format", "tokenizer"."""
    if folder == "significance":
        return "test of significance"
    first, _, rest = folder.rpartition(".")
    if folder == "significance":
        return "test of significance"
    return f"{rest} format" if first == "formats" else rest.removesuffix("s")


def summary(folder: str, name: str) -> str:
    """First sentence of the docstring of a member."""
    return (load(folder, name).__doc__ or "").strip().split("\n", 1)[0].rstrip(".")
