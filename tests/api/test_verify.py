"""Result files, and computing them again."""

import json
import re
import shutil

import pytest

import tertium
from tertium.comparison.verification import check_comparable, differences
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.examples import folder
from tertium.formats.result_files import is_result


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    news = folder()
    for name, origin in {
        "ref.txt": "reference.A.en.txt",
        "ref.B.txt": "reference.B.en.txt",
        "a.txt": "systems/large.txt",
        "b.txt": "systems/distilled.txt",
        "base.1.txt": "systems/baseline.1.txt",
        "base.2.txt": "systems/baseline.2.txt",
    }.items():
        shutil.copy(news / origin, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compared(systems=("b.txt", "a.txt"), references=("ref.txt",), metrics="bleu", **settings):
    testset = tertium.read(list(systems), references=list(references))
    return tertium.compare(testset, metrics, trials=300, **settings)


def plain(result):
    return json.loads(json.dumps(result.to_dict()))


def test_a_result_file_gives_the_result_again(tmp_path):
    result = compared(["b.txt", "base=base.*.txt"])
    tertium.write_result(result, tmp_path / "result.json")
    assert plain(tertium.read_result(tmp_path / "result.json")) == plain(result)
    assert is_result("result.json")
    assert not is_result("a.txt")
    assert not is_result("nowhere.json")


def test_a_result_file_names_files_but_no_paths(tmp_path):
    testset = tertium.read(
        {"b": str(tmp_path / "b.txt"), "a": "a.txt"}, references=[tmp_path / "ref.txt"]
    )
    result = tertium.compare(testset, trials=100)
    text = json.dumps(result.to_dict())
    assert '"paths": ["b.txt"]' in text
    assert str(tmp_path) not in text
    assert result.data.digests == {role: s.digest for role, s in testset.streams()}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"all_pairs": True, "alternative": "greater", "correction": "none"},
        {"baseline": "a", "level": "segment", "interval": "bca", "subsample": 0.5},
        {"test": "bootstrap(trials=200),paired-bootstrap,riezler-maxwell"},
    ],
)
def test_what_was_computed_can_be_verified(settings, tmp_path):
    tertium.write_result(compared(metrics="bleu,ter", **settings), "result.json")
    found = tertium.verify(tertium.read_result("result.json"), folders=[tmp_path])
    assert found.changes == ()
    assert str(found) == f"Verified: all {found.values} values are the same."
    assert found.to_dict()["verified"]


def test_another_file_is_recognized_by_its_digest_and_numbers():
    result = compared()
    shutil.copy("base.1.txt", "a.txt")
    found = tertium.verify(result)
    changed = [change.where for change in found.changes]
    assert "data.digests.system a" in changed
    assert "metrics[bleu].systems[a].score" in changed
    assert "metrics[bleu].systems[b].score" not in changed
    first = next(change for change in found.changes if change.where.endswith("systems[a].score"))
    assert str(first) == (
        f"metrics[bleu].systems[a].score: {first.stored} in the file, {first.found} now"
    )
    assert str(found).startswith(f"{len(changed)} of {found.values} values differ:\n  ")


def test_a_number_that_was_edited_is_reported():
    result = compared()
    data = plain(result)
    data["metrics"][0]["pairs"][0]["tests"][0]["p"] = 0.001
    edited = type(result).from_dict(data)
    (change,) = tertium.verify(edited).changes
    assert change.where == "metrics[bleu].pairs[a, b].tests[approximate-randomization].p"
    assert change.stored == 0.001


def test_noise_of_the_last_digits_is_no_difference():
    result = compared()
    data = plain(result)
    data["metrics"][0]["systems"][0]["score"] *= 1 + 1e-13
    assert differences(result, type(result).from_dict(data)).changes == ()


def test_a_missing_file_is_named(tmp_path):
    result = compared()
    (tmp_path / "a.txt").unlink()
    with pytest.raises(DataError) as error:
        tertium.verify(result)
    assert str(error.value) == (
        "a.txt: There is no such file here. Name the folder with folders, or give testset."
    )


def test_data_in_memory_can_only_be_verified_from_python():
    testset = tertium.TestSet.of(references=[["a b c d e"]], systems={"x": ["a b"], "y": ["a"]})
    result = tertium.compare(testset, "chrf", trials=100)
    assert tertium.verify(result, testset).changes == ()
    with pytest.raises(UsageError, match="made from data in memory, and names no files"):
        tertium.verify(result)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "r.json: Not JSON: Expecting value, column 1."),
        ('{"tertium":\n 1 2}', "r.json: Not JSON: Expecting ',' delimiter, line 2, column 4."),
        ("[1]", "r.json: Expected an object, found list."),
        ('{"tertium": "0.1"}', "r.json: No 'versions'."),
        ('{"tertium": 1, "versions": {}}', "r.json: No 'settings'."),
    ],
)
def test_what_is_no_result_is_refused(text, message, tmp_path):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(FormatError, match=re.escape(message)):
        tertium.read_result("r.json")


def test_a_setting_that_cannot_be_is_refused():
    data = plain(compared())
    data["settings"]["trials"] = 0
    with open("r.json", "w") as file:  # noqa: PTH123
        json.dump(data, file)
    with pytest.raises(FormatError, match=r"r\.json: settings: trials must"):
        tertium.read_result("r.json")


def test_results_of_different_data_are_not_compared():
    one = compared()
    check_comparable(one, compared(baseline="a"))
    for other, field in (
        (compared(references=["ref.B.txt"]), "test set"),
        (compared(references=["ref.txt", "ref.B.txt"]), "references"),
        (compared(metrics="bleu(lc=true)"), "metric signatures"),
    ):
        with pytest.raises(DataError, match="These results cannot be compared: they differ in"):
            check_comparable(one, other)
        with pytest.raises(DataError, match=field):
            check_comparable(one, other)


def test_a_result_file_does_not_choose_other_files_to_read(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("the\n")
    result = compared(metrics=f"meteor(function_words={words},modules=exact)")
    with pytest.raises(UsageError, match="a result file cannot choose the files that are read"):
        tertium.verify(result)
