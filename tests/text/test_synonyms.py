"""Synonyms, by METEOR's files and by WordNet's own."""

from zipfile import ZipFile

import pytest

from tertium.core.errors import FormatError
from tertium.text import synonyms
from tertium.text.resources import located

SMALL = synonyms.of_meteor(
    "box\n1 7\ncar\n2\nchurch\n3\nfly\n4 9\nhope\n5\nman\n6\nmiss\n8\ncarton\n7\ngo\n11\n",
    "go\nwent gone\nfly\nflew flown\n",
)


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("box", [1, 7]),
        ("boxes", [1, 7]),  # xes becomes x
        ("churches", [3]),
        ("men", [6]),
        ("flies", [4, 9]),
        ("hoped", [5]),  # ed becomes e
        ("hoping", [5]),
        ("went", [11]),  # irregular
        ("flown", [4, 9]),
        ("miss", [8]),  # not the plural of mis
        ("carful", []),
        ("unknown", []),
        ("", []),
    ],
)
def test_a_word_has_the_groups_of_its_base_form_too(word, ids):
    assert list(map(int, SMALL.of(word))) == ids


@pytest.fixture(scope="module")
def wordnet():
    folder = located("wordnet")
    if folder is None:
        pytest.skip("WordNet is not installed (Debian: wordnet-base)")
    return synonyms.of_wordnet(folder)


@pytest.fixture(scope="module")
def of_meteor():
    jar = located("meteor")
    if jar is None:
        pytest.skip("METEOR's files are not installed (pip install 'tertium[meteor]')")
    with ZipFile(jar) as archive:
        return synonyms.of_meteor(
            archive.read("synonym/english.synsets").decode(),
            archive.read("synonym/english.exceptions").decode(),
        )


def test_wordnet_has_the_words_and_irregular_forms_of_meteor(wordnet, of_meteor):
    assert len(wordnet.synsets) == 147_306
    assert set(wordnet.synsets) == set(of_meteor.synsets)
    assert {form: set(bases) for form, bases in wordnet.bases.items()} == {
        form: set(bases) for form, bases in of_meteor.bases.items()
    }


def test_only_meteor_takes_words_for_synonyms_that_share_a_number_alone(wordnet, of_meteor):
    def are(known, one, other):
        return bool(set(known.of(one)) & set(known.of(other)))

    for known in (wordnet, of_meteor):
        assert are(known, "cars", "automobile")
        assert are(known, "quickly", "rapidly")
        assert not are(known, "car", "bicycle")
    assert are(of_meteor, "able", "entity")
    assert not are(wordnet, "able", "entity")


def test_groups_are_the_same_but_for_those_numbers(wordnet, of_meteor):
    def groups(known):
        members: dict[str, set[str]] = {}
        for word, ids in known.synsets.items():
            for id in ids.split():
                members.setdefault(id, set()).add(word)
        return {frozenset(words) for words in members.values()}

    # METEOR's files number 117,374 groups; 117,092 of them are WordNet's.
    assert len(groups(of_meteor) - groups(wordnet)) <= 117_374 - 117_092


def test_the_digest_tells_one_from_the_other(wordnet, of_meteor):
    assert len(wordnet.digest) == 16
    assert wordnet.digest != of_meteor.digest


def test_another_directory_is_refused(tmp_path):
    with pytest.raises(FormatError) as caught:
        synonyms.of_wordnet(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}/index.noun: Not a directory of WordNet: this file is missing or cannot be"
        " read."
    )
