"""Write src/tertium/__init__.pyi, the types of `import tertium` for type checkers and editors.

Run it after adding a metric or a public name; a test fails where the file is not current.
"""

import inspect
import json
import types
import typing
from pathlib import Path

import tertium
from tertium.core import plugins

STUB = Path(__file__).parent.parent / "src" / "tertium" / "__init__.pyi"

HEAD = '''"""Signatures of the public functions; written by `make stub`."""

from typing import Any

'''

# Types in the signatures, which are not public names of `tertium` themselves.
TYPES = ("tertium.core.results import Score", "tertium.core.texts import References, Text")


def stub() -> str:
    """Give the stub as it should be."""
    metrics = {plugins.identifier(name): name for name in plugins.names("metrics")}
    homes = vars(tertium)["_HOMES"] | vars(tertium)["_verbs"]()
    imports = [f"from {home} import {name} as {name}" for name, home in homes.items()]
    imports += [f"from {one}" for one in TYPES]
    functions = [_function(name) for name in sorted(metrics)]
    lines = [HEAD + "\n".join(sorted(imports)), "", "__version__: str", *functions]
    return "\n".join(lines) + "\n"


def _function(name: str) -> str:
    """Stub of the function of a metric."""
    function = getattr(tertium, name)
    given = inspect.signature(function).parameters.values()
    arguments = [_argument(parameter) for parameter in given]
    star = next((i for i, p in enumerate(given) if p.kind is p.KEYWORD_ONLY), len(arguments))
    if star < len(arguments):
        arguments.insert(star, "*")
    summary = inspect.getdoc(function).partition("\n")[0]
    listed = "".join(f"    {argument},\n" for argument in arguments)
    return f'\ndef {name}(\n{listed}) -> Score:\n    """{summary}"""'


def _argument(parameter: inspect.Parameter) -> str:
    text = f"{parameter.name}: {_type(parameter.annotation)}"
    default = parameter.default
    if default is parameter.empty:
        return text
    return f"{text} = {json.dumps(default) if isinstance(default, str) else repr(default)}"


def _type(annotation: object) -> str:
    """Write an annotation as code."""
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, types.UnionType):
        return " | ".join(map(_type, typing.get_args(annotation)))
    if annotation is type(None):
        return "None"
    return "Any" if annotation is typing.Any else annotation.__name__


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
