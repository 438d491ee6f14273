"""Result files with one thing changed: refused by the name of the field, or shown all the same.

`tests/fuzz.py` changes more of them, at random, and through the command line.
"""

import copy
import json
from dataclasses import fields, is_dataclass

import pytest
from tests.command import run
from tests.report._human import HUMAN, compared
from tests.report._meta import META
from tests.report._results import of_all_pairs
from tests.report._studies import STUDIES
from tests.report._tuning import TUNED

from tertium.core.errors import FormatError
from tertium.core.records import to_plain

COMPARISONS = {"comparison": of_all_pairs, "comparison by people": compared}
RESULTS = {**HUMAN, **STUDIES, **META, **TUNED, **COMPARISONS}


def places(value, path=()):
    """Places in a result with what stands there; of lists the first item, which is like others."""
    yield path, value
    for key, item in _items(value):
        yield from places(item, (*path, key))


def _items(value):
    if is_dataclass(value):
        return [(one.name, getattr(value, one.name)) for one in fields(value)]
    if hasattr(value, "_asdict"):
        return list(value._asdict().items())
    if isinstance(value, dict):
        return list(value.items())
    return [(0, value[0])] if isinstance(value, tuple) and value else []


def changed(data, path, value):
    """The data with another value in one place."""
    if not path:
        return value
    made = copy.copy(data)
    made[path[0]] = changed(data[path[0]], path[1:], value)
    return made


def plain(result):
    return json.loads(json.dumps(result.to_dict()))


def field(path):
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]


@pytest.mark.parametrize("name", RESULTS)
def test_unknown_and_missing_keys_are_named(name):
    result = RESULTS[name]()
    data = plain(result)
    for path, value in places(result):
        if is_dataclass(value) or hasattr(value, "_asdict"):
            where = f"r.json: {field(path)}: " if path else "r.json: "
            record = to_plain(value) if path else data
            with pytest.raises(FormatError) as refused:
                type(result).from_dict(changed(data, path, record | {"new": 1}), "r.json")
            assert refused.value.message.startswith(f"{where}Unknown key 'new'.")
            for key in record:
                rest = {name: item for name, item in record.items() if name != key}
                with pytest.raises(FormatError) as refused:
                    type(result).from_dict(changed(data, path, rest), "r.json")
                assert refused.value.message == f"{where}No {key!r}."


@pytest.mark.parametrize("name", RESULTS)
def test_another_type_is_refused_by_the_name_of_the_field(name):
    result = RESULTS[name]()
    data = plain(result)
    for path, value in places(result):
        if path:
            other: object = 1.5 if isinstance(value, dict | tuple) or is_dataclass(value) else {}
            with pytest.raises(FormatError) as refused:
                type(result).from_dict(changed(data, path, other), "r.json")
            assert refused.value.message.startswith(f"r.json: {field(path)}: ")


@pytest.mark.parametrize("name", RESULTS)
def test_an_emptied_list_is_refused_or_shown(name, tmp_path):
    result = RESULTS[name]()
    data = plain(result)
    file = tmp_path / "result.json"
    for path, value in places(result):
        if isinstance(value, tuple) and value and not hasattr(value, "_asdict"):
            file.write_text(json.dumps(changed(data, path, [])))
            found = run(*result.result.split(), str(file))
            assert found.code in (0, 1), path
            assert found.code == 0 or found.stderr.startswith(f"error: {file}: "), path
