"""Files of parameters of a metric: `meteor(params=FILE)`.

The files are JSON: `tertium` is the version that wrote the file, `metric` the name of the metric,
`parameters` are those that differ from its defaults, and `found` describes how they were tuned, for
readers. Signatures name the parameters, never the file.
"""

import os
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tertium.core import files, outputs, wording
from tertium.core.errors import DataError, FormatError, ParameterError
from tertium.core.spec import Value, parse_call
from tertium.core.stats import Metric

PARAMETER = "params"


def with_file(kind: type[Metric], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Add the parameters of the file that `params` names; other arguments take precedence."""
    rest = dict(arguments)
    path = rest.pop(PARAMETER, None)
    if path is None:
        return rest
    if not isinstance(path, str | os.PathLike):
        raise ParameterError.bad_value(kind.name, PARAMETER, "the name of a file", path)
    return read_parameters(kind, path) | rest


def check_no_file(spec: str) -> None:
    """Refuse a result file whose metric names a file of parameters, which could be any file."""
    if PARAMETER in parse_call(spec)[1]:
        raise DataError(
            f"The result names a file of parameters: {spec}.",
            hint="tertium did not write this result: its results contain the parameters"
            " themselves.",
        )


def read_parameters(kind: type[Metric], path: str | os.PathLike[str]) -> dict[str, Value]:
    """Read the parameters of a metric."""
    import json

    origin = os.fspath(path)
    try:
        data = json.loads(files.read_text(path))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"Not a file of parameters: {error}.", where=origin) from None
    keys = {"metric": str, "parameters": dict}
    if not isinstance(data, dict) or any(
        not isinstance(data.get(key), wanted) for key, wanted in keys.items()
    ):
        raise FormatError(
            "Not a file of parameters: expected an object with 'metric' and 'parameters'.",
            where=origin,
            hint=f"`{wording.call('write_parameters')}` writes one.",
        )
    if data["metric"] != kind.name:
        raise FormatError(
            f"These are parameters of {data['metric']}, not of {kind.name}.",
            where=origin,
            hint=f"Write {data['metric']}({PARAMETER}={origin}).",
        )
    parameters: dict[str, Value] = data["parameters"]
    try:
        kind.of(parameters)
    except ParameterError as error:
        raise FormatError(error.message, where=origin, hint=error.hint) from None
    return parameters


def write_parameters(
    metric: Metric, found: Mapping[str, Any], path: str, *, force: bool = False
) -> None:
    """Write the parameters of a metric, and how they were tuned."""
    import json

    from tertium.core.marks import KEY
    from tertium.core.version import VERSION

    parameters = {
        item.name: getattr(metric, item.name)
        for item in fields(metric)
        if getattr(metric, item.name) != item.default
    }
    data = {KEY: VERSION, "metric": metric.name, "parameters": parameters, "found": found}
    with outputs.replacing(force):
        files.write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
