"""Tables of paraphrases and their compact form."""

import gzip

import pytest

from tertium.core import progress
from tertium.core.errors import DataError, FormatError
from tertium.text import paraphrases

TEXT = "0.1\nthe big house\nthe large building\n0.2\nbig\nlarge\n0.3\nbig\nsizable\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "cache"))
    paraphrases.table.cache_clear()
    yield tmp_path / "cache"
    paraphrases.table.cache_clear()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "paraphrase-xx.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    return path


def pairs(table):
    words = table.words
    phrases = [
        " ".join(words[id] for id in table.paraphrases.phrases[i])
        for i in range(len(table.paraphrases.phrases))
    ]
    return {
        phrase: [phrases[p] for p in table.paraphrases.of_phrase[i]]
        for i, phrase in enumerate(phrases)
    }


def test_a_table_is_read_and_kept_in_compact_form(file, own_cache):
    table = paraphrases.table(file)
    expected = {
        "the big house": ["the large building"],
        "big": ["large", "sizable"],
        "the large building": [],
        "large": [],
        "sizable": [],
    }
    assert pairs(table) == expected
    assert table.ids["the"] == table.words.index("the")
    assert len(list(own_cache.iterdir())) == 1


def test_the_compact_form_is_used_the_next_time(file, monkeypatch):
    first = paraphrases.table(file)
    paraphrases.table.cache_clear()
    monkeypatch.setattr(paraphrases, "_built", None)
    again = paraphrases.table(file)
    assert pairs(again) == pairs(first)
    assert again.digest == first.digest


def test_another_file_under_the_same_name_is_read_anew(file):
    first = paraphrases.table(file)
    paraphrases.table.cache_clear()
    file.write_bytes(gzip.compress(b"0.1\na\nb\n"))
    assert pairs(paraphrases.table(file)) == {"a": ["b"], "b": []}
    assert paraphrases.table(file).digest != first.digest


def test_a_text_without_compression_has_the_same_digest(file, tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text(TEXT)
    assert paraphrases.table(plain).digest == paraphrases.table(file).digest


@pytest.mark.parametrize("damage", [b"", b"nonsense", None, "ids"])
def test_a_damaged_compact_form_is_made_anew(file, own_cache, damage):
    expected = pairs(paraphrases.table(file))
    (compact,) = own_cache.iterdir()
    content = bytearray(compact.read_bytes())
    if damage == "ids":  # ids far beyond the phrases
        at = content.index(b"\n", 256 + TEXT.count("\n"))
        content[at + 16 : at + 40] = b"\x7f" * 24
        damage = bytes(content)
    compact.write_bytes(content[:-8] if damage is None else damage)
    paraphrases.table.cache_clear()
    assert pairs(paraphrases.table(file)) == expected


def test_where_nothing_can_be_kept_it_is_built_every_time(file, tmp_path, monkeypatch):
    (tmp_path / "taken").write_text("not a folder")
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "taken" / "cache"))
    assert pairs(paraphrases.table(file))["big"] == ["large", "sizable"]


def test_the_cache_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv("TERTIUM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert paraphrases._cache_folder() == tmp_path / "xdg" / "tertium"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert paraphrases._cache_folder() == tmp_path / ".cache" / "tertium"


def test_reading_tells_how_far_it_has_come(file):
    seen = []

    class Bar:
        def __init__(self, label):
            seen.append(label)

        def __enter__(self):
            return seen.append

        def __exit__(self, *_):
            return None

    with progress.shown_with(Bar):
        paraphrases.table(file)
    assert seen[0] == "Reading paraphrase-xx.gz"
    assert sum(seen[1:]) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            gzip.compress(b"0.1\na\n"),
            "Not a table of paraphrases: lines come in threes, a number and two phrases.",
        ),
        (gzip.compress(b"0.1\n\nb\n"), "A phrase has no words."),
        (gzip.compress(TEXT.encode())[:-12], "Cannot be read as gzip: "),
        (b"plain text", "Cannot be read as gzip: "),
    ],
    ids=["cut short", "empty phrase", "damaged", "not compressed"],
)
def test_what_is_no_table_is_refused(tmp_path, data, message):
    path = tmp_path / "bad.gz"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        paraphrases.table(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_missing_table_is_named(tmp_path):
    with pytest.raises(DataError) as caught:
        paraphrases.table(tmp_path / "none.gz")
    assert str(caught.value) == f"{tmp_path}/none.gz: Cannot be read: No such file or directory."
