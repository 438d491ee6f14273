"""Where resources are looked for."""

import pytest

from tertium.core.errors import DataError, UnknownMember
from tertium.text import resources
from tertium.text.resources import located, point_at


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    for name in resources.NAMES:
        monkeypatch.delenv(f"TERTIUM_{name.upper()}", raising=False)
    monkeypatch.setattr(resources, "_pointed_at", {})


def test_what_is_pointed_at_goes_before_the_environment(tmp_path, monkeypatch):
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    monkeypatch.setenv("TERTIUM_WORDNET", str(one))
    assert located("wordnet") == one
    assert resources.is_pointed_at("wordnet")
    point_at("wordnet", other)
    assert located("wordnet") == other
    point_at("wordnet", None)
    assert located("wordnet") == one


def test_the_usual_places_come_last():
    jar = located("meteor")
    assert jar is not None
    assert jar.name == "meteor-1.5.jar"
    assert not resources.is_pointed_at("meteor")
    assert located("paraphrases") is None


def test_a_package_that_is_not_there_has_no_place(monkeypatch):
    monkeypatch.setattr(resources, "find_spec", lambda name: None)
    assert located("meteor") is None


def test_what_is_not_there_cannot_be_pointed_at(tmp_path, monkeypatch):
    nowhere = tmp_path / "nowhere"
    with pytest.raises(DataError) as caught:
        point_at("wordnet", nowhere)
    assert str(caught.value) == f"{nowhere}: The resource wordnet was not found here."
    monkeypatch.setenv("TERTIUM_METEOR", str(nowhere))
    with pytest.raises(DataError) as named:
        located("meteor")
    assert (
        str(named.value)
        == f"{nowhere}: The resource meteor was not found here, where TERTIUM_METEOR points."
    )


def test_an_unknown_resource_is_named():
    with pytest.raises(UnknownMember) as caught:
        point_at("wordnets", None)
    assert str(caught.value) == (
        "No resource named 'wordnets'. Did you mean 'wordnet'? Known: meteor, paraphrases, wordnet."
    )
