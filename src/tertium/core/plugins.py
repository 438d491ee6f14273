"""Members by file name: metrics, tests, statistics, tokenizers, formats, checks, commands.

The modules of a member folder are its members, except those whose names begin with `_`. The file
`a_b.py` is the member `a-b`. Members are found by listing the folder and imported on first use, so
there is no registry.
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
    modules = (f[:-3] for f in files if f.endswith(".py") and not f.startswith("_"))
    return tuple(sorted(map(member_name, modules)))


@cache
def load(folder: str, name: str) -> ModuleType:
    """Import the member `name` of `folder`."""
    if name not in names(folder):
        raise UnknownMember(kind(folder), name, names(folder))
    return import_module(f"tertium.{folder}.{identifier(name)}")


def member_name(module: str) -> str:
    """Name of the member that a module defines: "exact-match" for "tertium.metrics.exact_match"."""
    return module.rpartition(".")[2].replace("_plus_", "+").replace("_", "-")


def identifier(name: str) -> str:
    """Name of a member in Python: "exact_match" for "exact-match", "bleu_plus_1" for "bleu+1"."""
    return name.replace("+", "_plus_").replace("-", "_")


def kind(folder: str) -> str:
    """Describe one member of `folder`: "metric", "testset format", "tokenizer"."""
    if folder == "significance":
        return "significance test"
    first, _, rest = folder.rpartition(".")
    return f"{rest} format" if first == "formats" else rest.removesuffix("s")


def summary(folder: str, name: str) -> str:
    """First sentence of the docstring of a member."""
    return (load(folder, name).__doc__ or "").strip().split("\n", 1)[0].rstrip(".")
