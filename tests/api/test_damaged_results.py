"""Result files with one thing changed: refused by the name of the field, or shown all the same.

`tests/fuzz.py` changes more of them, at random, and through the command line.
"""

import copy
import json

import pytest
from tests.command import run
from tests.report._human import HUMAN
from tests.report._meta import META
from tests.report._results import of_all_pairs
from tests.report._studies import STUDIES
from tests.report._tuning import TUNED

from tertium.core.errors import FormatError

RESULTS = {**HUMAN, **STUDIES, **META, **TUNED, "comparison": of_all_pairs}


def places(data, path=()):
    """Places in a result with what stands there; of lists the first item, which is like others."""
    yield path, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*path, key))
    elif isinstance(data, list) and data:
        yield from places(data[0], (*path, 0))


def changed(data, path, value):
    """The data with another value in one place."""
    if not path:
        return value
    made = copy.copy(data)
    made[path[0]] = changed(data[path[0]], path[1:], value)
    return made


def plain(name):
    result = RESULTS[name]()
    return type(result), json.loads(json.dumps(result.to_dict()))


def field(path):
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]


@pytest.mark.parametrize("name", RESULTS)
def test_unknown_and_missing_keys_are_named(name):
    kind, data = plain(name)
    for path, value in places(data):
        if isinstance(value, dict) and not {"digests", "versions", "verdicts"} & set(path):
            where = f"r.json: {field(path)}: " if path else "r.json: "
            named_by_result = "dropped", "cautions", "scores", "planes", "tests", "layers"
            if not path or path[-1] not in (*named_by_result, "systems"):
                with pytest.raises(FormatError) as refused:
                    kind.from_dict(changed(data, path, value | {"new": 1}), "r.json")
                assert refused.value.message.startswith(f"{where}Unknown key 'new'.")
                for key in value:
                    rest = {name: item for name, item in value.items() if name != key}
                    with pytest.raises(FormatError) as refused:
                        kind.from_dict(changed(data, path, rest), "r.json")
                    assert refused.value.message == f"{where}No {key!r}."


@pytest.mark.parametrize("name", RESULTS)
def test_another_type_is_refused_by_the_name_of_the_field(name):
    kind, data = plain(name)
    for path, value in places(data):
        if path and path[0] not in kind.derived:
            with pytest.raises(FormatError) as refused:
                kind.from_dict(changed(data, path, [] if isinstance(value, dict) else {}), "r.json")
            assert refused.value.message.startswith(f"r.json: {field(path)}")


@pytest.mark.parametrize("name", RESULTS)
def test_an_emptied_list_is_refused_or_shown(name, tmp_path):
    kind, data = plain(name)
    file = tmp_path / "result.json"
    for path, value in places(data):
        if isinstance(value, list) and value:
            file.write_text(json.dumps(changed(data, path, [])))
            found = run(*kind.result.split(), str(file))
            assert found.code in (0, 1), path
            assert found.code == 0 or found.stderr.startswith(f"error: {file}: "), path
