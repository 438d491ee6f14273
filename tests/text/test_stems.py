"""Stems, and what makes them."""

import sys
from importlib import metadata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.core.errors import DataWarning, MissingComponent, UnknownMember
from tertium.text import stems
from tests.parity import _data
from tests.text._nasty import nasty_text


@pytest.fixture(autouse=True)
def forget():
    for function in (stems.stemmer, stems._release):
        function.cache_clear()
    yield
    for function in (stems.stemmer, stems._release):
        function.cache_clear()


@pytest.fixture(scope="module")
def compiled():
    pytest.importorskip("Stemmer", reason="PyStemmer is not installed (tertium[meteor])")


@pytest.fixture
def python_only(monkeypatch):
    """As where only the package in Python is installed."""
    found = metadata.version

    def version(package):
        if package == "PyStemmer":
            raise metadata.PackageNotFoundError
        return found(package)

    monkeypatch.setattr(metadata, "version", version)


@pytest.mark.parametrize("language", stems.LANGUAGES)
def test_every_language_has_a_stemmer(language):
    assert stems.stemmer(language)("x") == "x"


@pytest.mark.parametrize(
    ("word", "stem"),
    [("added", "ad"), ("evening", "even"), ("running", "run"), ("'til", "til"), ("3.5", "3.5")],
)
def test_english_stems_are_those_of_meteor(word, stem):
    assert stems.stemmer("en")(word) == stem


def test_the_release_of_snowball_is_reported_whichever_package_has_it(python_only):
    assert stems.version() == f"snowball-{metadata.version('snowballstemmer')}"


def test_the_compiled_stemmer_is_used_where_it_is_installed(compiled, monkeypatch):
    import Stemmer
    from snowballstemmer.english_stemmer import EnglishStemmer

    def refuse(self, word):
        raise AssertionError("the stemmer in Python is slower")

    monkeypatch.setattr(EnglishStemmer, "stemWord", refuse)
    assert stems.stemmer("en")("added") == Stemmer.Stemmer("english").stemWord("added") == "ad"
    assert stems.version() == "snowball-2.2.0"


@pytest.mark.parametrize("language", stems.LANGUAGES)
@given(word=st.text() | nasty_text(max_size=20) | st.text("aeiouyingsdlt'bcéäюя"))
@settings(max_examples=25)
def test_both_packages_stem_alike(compiled, language, word):
    name = stems.LANGUAGES[language]
    assert stems._compiled(name)(word) == stems._in_python(name)(word)


@pytest.mark.slow
@pytest.mark.parametrize("name", _data.SETS)
def test_both_packages_stem_the_words_of_real_text_alike(compiled, name, reference_data):
    folder = reference_data / "metrics" / name
    entry = _data.manifest(folder)
    texts = [_data.lines(folder, text) for text in (*entry["refs"], *entry["systems"][:3])]
    lines = [line for text in texts for line in (*text, *(line.lower() for line in text))]
    words = {word.strip('.,;:!?"()') for line in lines for word in line.split()}
    assert len(words) > 3000
    one, other = stems._compiled("english"), stems._in_python("english")
    assert [word for word in words if one(word) != other(word)] == []


def test_another_release_of_the_compiled_one_is_not_used(monkeypatch):
    versions = {"PyStemmer": "3.0.0", "snowballstemmer": "2.2.0"}
    monkeypatch.setattr(metadata, "version", versions.__getitem__)
    monkeypatch.setitem(sys.modules, "Stemmer", None)  # to import it would fail
    stems._release.cache_clear()
    assert stems.stemmer("en")("added") == "ad"
    assert stems.version() == "snowball-2.2.0"


def test_another_release_is_warned_of(monkeypatch, python_only):
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
