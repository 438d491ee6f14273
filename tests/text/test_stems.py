"""Stems, and what makes them."""

import sys
from importlib import metadata

import pytest

from tertium.core.errors import DataWarning, MissingComponent, UnknownMember
from tertium.text import stems


@pytest.fixture(autouse=True)
def forget():
    stems.stemmer.cache_clear()
    yield
    stems.stemmer.cache_clear()


@pytest.mark.parametrize("language", stems.LANGUAGES)
def test_every_language_has_a_stemmer(language):
    assert stems.stemmer(language)("x") == "x"


@pytest.mark.parametrize(
    ("word", "stem"),
    [("added", "ad"), ("evening", "even"), ("running", "run"), ("'til", "til"), ("3.5", "3.5")],
)
def test_english_stems_are_those_of_meteor(word, stem):
    assert stems.stemmer("en")(word) == stem


def test_the_version_is_told():
    assert stems.version() == f"snowballstemmer-{metadata.version('snowballstemmer')}"


def test_another_package_is_never_used_instead(monkeypatch):
    class Stemmer:
        def __init__(self, *_):
            raise AssertionError("PyStemmer is not asked for stems")

    monkeypatch.setitem(sys.modules, "Stemmer", Stemmer)
    assert stems.stemmer("en")("added") == "ad"


def test_another_release_is_warned_of(monkeypatch):
    from snowballstemmer.english_stemmer import EnglishStemmer

    original = EnglishStemmer.stemWord
    monkeypatch.setattr(
        EnglishStemmer,
        "stemWord",
        lambda self, word: "add" if word == "added" else original(self, word),
    )
    with pytest.warns(DataWarning) as caught:
        stems.stemmer("en")
    assert str(caught[0].message) == (
        f"{stems.version()} stems 'added' to 'add', METEOR 1.5 to 'ad': scores that use stems will"
        " differ. Install 'snowballstemmer<3' for METEOR's."
    )


def test_an_unknown_language_is_named():
    with pytest.raises(UnknownMember, match=r"^No stemmer named 'xx'\. Known: da, de, en,"):
        stems.stemmer("xx")


def test_without_the_package_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(stems, "installed", lambda: False)
    with pytest.raises(MissingComponent) as caught:
        stems.stemmer("en")
    assert str(caught.value) == (
        "Stemming needs the package 'snowballstemmer', which is not installed. Install it with:"
        " pip install 'tertium[meteor]'"
    )
