"""Damaged files of a campaign are read or refused with their name; nothing else happens."""

import json
from random import Random

import pytest
from tests import people_files
from tests.fuzz.mutations import mutated

from tertium.campaign.form import Form, read_form
from tertium.campaign.known_items import CHECK, TUTORIAL, Asked, KnownItem, read_known_items
from tertium.campaign.tasks import Question, load_task
from tertium.core import files
from tertium.core.errors import TertiumError
from tertium.core.records import from_plain, to_plain
from tertium.formats.json_lines import objects_of

EXAMPLES = 150

ANSWERS: tuple[dict[str, object], ...] = (
    {},
    {"outputs": []},
    {"outputs": [{"value": 90, "spans": []}]},
    {"outputs": [{"value": "yes"}, {"value": None}]},
)
GIVEN: tuple[dict[str, object], ...] = (
    {},
    {"native": "no", "years": "12"},
    {"native": ["yes"], "years": None, "x": {}},
)


def damaged(path, number):
    """Damage a file; the same number damages it in the same way."""
    path.write_bytes(mutated(path.read_bytes(), Random(number)))
    return path


def named(error, path):
    """The error names the file."""
    assert path.name in (error.where or "")


def items_survive(path, kind, number):
    """Read damaged items; those that are read come back from the database."""
    answer = "yes-no" if number % 5 == 0 else "slider"
    asked = Asked(load_task("adequacy"), Question(answer), "source")
    try:
        read = read_known_items(objects_of(path.read_bytes(), path.name), kind, asked, path.name)
    except TertiumError as error:
        named(error, path)
        return
    for item in read:
        assert KnownItem.from_json(item.to_json()) == item
        json.loads(item.to_json(), parse_constant=pytest.fail)
        for given in ANSWERS:
            assert item.key.accepts(given) in (True, False)


def form_survives(path):
    """Read a damaged form; if it is read, it comes back from the database."""
    try:
        form = read_form(files.read_text(path), path.name)
    except TertiumError as error:
        named(error, path)
        return
    assert from_plain(Form, json.loads(json.dumps(to_plain(form), allow_nan=False))) == form
    for given in GIVEN:
        answers, _ = form.read(given)
        assert form.screens_out(answers) in (True, False)


@pytest.mark.parametrize(("name", "kind"), [("tutorial", TUTORIAL), ("attention_checks", CHECK)])
def test_items_with_a_known_answer(name, kind, tmp_path):
    for number in range(EXAMPLES):
        items_survive(damaged(people_files.write(tmp_path)[name], number), kind, number)


def test_forms(tmp_path):
    for number in range(EXAMPLES):
        form_survives(damaged(people_files.write(tmp_path)["form"], number))
