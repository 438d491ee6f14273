"""Result files from anybody: what they may choose when they are computed again, and what not."""

import json
import os
import shutil

import pytest
from tests.command import run

import tertium
from tertium.comparison.recomputation import MOST_TRIALS
from tertium.core.errors import DataError, UsageError
from tertium.examples import folder


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    place = tmp_path / "results"
    place.mkdir()
    for name in ("large", "distilled"):
        shutil.copy(folder() / "systems" / f"{name}.txt", place / f"{name}.txt")
    shutil.copy(folder() / "reference.A.en.txt", place / "ref.txt")
    monkeypatch.chdir(place)
    testset = tertium.read(["large.txt", "distilled.txt"], references=["ref.txt"])
    tertium.write_result(tertium.compare(testset, trials=20), "result.json")
    (tmp_path / "secret.txt").write_text("one line\n")


def changed(change):
    """The result file with something changed, its signature included where that follows."""
    with open("result.json") as file:  # noqa: PTH123
        data = json.load(file)
    change(data)
    with open("result.json", "w") as file:  # noqa: PTH123
        json.dump(data, file)


def with_path(path):
    return lambda data: data["data"]["inputs"]["systems"][0].update(paths=[path])


def test_the_file_as_it_was_written_is_verified():
    found = run("verify", "result.json")
    assert found.code == 0
    assert found.stdout.startswith("Verified: all ")
    os.chdir("..")
    assert run("verify", "results/result.json").code == 0


@pytest.mark.parametrize("path", ["../secret.txt", "..", ".", "/etc/hostname", "a/../large.txt"])
def test_files_elsewhere_are_not_read(path):
    changed(with_path(path))
    found = run("verify", "result.json")
    assert found.code == 1
    assert "names files without directories, and this is not such a name" in found.stderr


def test_files_in_the_working_directory_are_not_read(tmp_path):
    changed(with_path("secret.txt"))
    os.chdir(tmp_path)
    found = run("verify", "results/result.json")
    assert found.code == 1
    assert found.stderr.startswith("error: secret.txt: There is no such file in results.")
    assert "one line" not in run("verify", "results/result.json", "--folder", ".").stdout


@pytest.mark.parametrize("name", ["x=../secret.txt,", "=../secret.txt", "../secret.txt"])
def test_names_of_systems_are_no_arguments(name):
    def change(data):
        for number, one in enumerate(data["data"]["inputs"]["systems"]):
            one["name"] = f"{name}{number}"

    changed(change)
    found = run("verify", "result.json")
    assert found.code == 2
    assert found.stderr.startswith("error: The baseline 'large' is not among the systems.")


def test_a_pipe_is_not_waited_for():
    os.mkfifo("pipe.txt")
    changed(with_path("pipe.txt"))
    found = run("verify", "result.json")
    assert found.code == 1
    assert found.stderr.startswith("error: pipe.txt: There is no such file here.")


def test_a_model_is_loaded_only_if_allowed():
    def change(data):
        data["metrics"][0]["metric"] = "comet(model=/tmp/evil.ckpt)"

    changed(change)
    found = run("verify", "result.json")
    assert found.code == 2
    assert "comet(model=/tmp/evil.ckpt) loads a model, and a model can run code" in found.stderr
    assert "If you trust the file: --allow comet." in found.stderr
    result = tertium.read_result("result.json")
    with pytest.raises(UsageError, match="loads a model"):
        tertium.verify(result)
    allowed = run("verify", "result.json", "--allow", "comet")
    assert "loads a model, and a model can run code" not in allowed.stderr
    assert allowed.code == 2 or "unbabel-comet" in allowed.stderr


def test_a_file_of_parameters_is_not_read():
    changed(lambda data: data["metrics"][0].update(metric="meteor(params=../secret.txt)"))
    found = run("verify", "result.json")
    assert found.code == 1
    assert "The result names a file of parameters: meteor(params=../secret.txt)." in found.stderr


@pytest.mark.parametrize("place", ["settings", "tests"])
def test_so_many_trials_are_drawn_only_if_allowed(place):
    result = tertium.read_result("result.json")
    many = MOST_TRIALS if place == "settings" else 20
    with open("result.json") as file:  # noqa: PTH123
        text = file.read()
    if place == "settings":
        text = text.replace('"trials": 20,\n  "seed"', f'"trials": {many},\n  "seed"')
        text = text.replace(
            "compare(baseline=large,trials=20)", f"compare(baseline=large,trials={many})"
        )
    else:
        text = text.replace("approximate-randomization(trials=20)", f"bootstrap(trials={10**9})")
    with open("result.json", "w") as file:  # noqa: PTH123
        file.write(text)
    assert tertium.read_result("result.json").to_dict() != result.to_dict()
    found = run("verify", "result.json")
    assert found.code == 2
    assert "trials. " not in found.stdout
    assert "If you trust the file: --allow trials." in found.stderr


def test_another_version_of_python_is_reported_but_no_difference():
    changed(lambda data: data["versions"].update(python="2.7.18"))
    found = run("verify", "result.json")
    assert found.code == 0
    assert found.stdout.startswith("Verified: all ")
    assert "Versions that differ (this does not change the result):\n  versions.python: 2.7.18" in (
        found.stdout
    )
    told = json.loads(run("verify", "result.json", "--format", "json").stdout)
    assert told["verified"]
    assert [one["where"] for one in told["versions"]] == ["versions.python"]


def test_another_signature_and_further_keys_are_named():
    changed(lambda data: data.update(signature="bleu"))
    found = run("verify", "result.json")
    assert found.code == 1
    assert found.stderr.startswith("error: result.json: signature: The file has 'bleu', but")
    changed(lambda data: data.update(approved=True))
    found = run("verify", "result.json")
    assert found.code == 1
    assert found.stderr.startswith("error: result.json: Unknown key 'approved'.")


def test_two_result_files_are_compared():
    shutil.copy("result.json", "other.json")
    same = run("compare", "result.json", "other.json")
    assert same.code == 0
    assert same.stdout.startswith("Verified: all ")
    changed(lambda data: data["metrics"][0]["pairs"][0].update(effect=9.0))
    found = run("compare", "result.json", "other.json")
    assert found.code == 1
    assert "metrics[bleu].pairs[distilled, large].effect: 9.0 in the file" in found.stdout
    assert found == run("verify", "result.json", "--against", "other.json")
    changed(lambda data: data["data"].update(digest="0123456789abcdef"))
    found = run("compare", "result.json", "other.json", "--format", "json")
    assert found.code == 1
    assert "These results cannot be compared: they differ in test set (0123456789abcdef" in (
        found.stderr
    )
    found = run("compare", "result.json", "large.txt")
    assert found.code == 2
    assert "result.json is a result file and must be the only argument." in found.stderr


def test_the_folder_can_be_named_from_python(tmp_path):
    result = tertium.read_result("result.json")
    assert tertium.verify(result, folders=[tmp_path / "results"]).changes == ()
    with pytest.raises(DataError, match=r"There is no such file in"):
        tertium.verify(result, folders=[tmp_path])


def test_results_of_meta_evaluation_name_files_but_no_paths(tmp_path):
    place = tmp_path / "secret, folder"
    place.mkdir()
    rows = [
        (system, n, n * k % 7, n * k % 5) for k, system in enumerate("abcd", 1) for n in range(9)
    ]
    for metric in ("bleu", "chrf"):
        lines = [f"{system}\t{n}\t{h}\t{m}" for system, n, h, m in rows]
        header = f"system\tsegment\t{'human' if metric == 'bleu' else 'x'}\t{metric}"
        (place / f"{metric}.tsv").write_text("\n".join([header, *lines]) + "\n")
    paths = [str(place / "bleu.tsv"), str(place / "chrf.tsv")]
    for command in ("correlate", "compare"):
        for given in (paths[:1], paths) if command == "correlate" else (paths,):
            output = str(tmp_path / f"{command}{len(given)}.json")
            assert run("meta", command, *given, "--trials", "20", "--output", output).code == 0
            with open(output) as file:  # noqa: PTH123
                text = file.read()
            assert "secret" not in text
            names = ", ".join(os.path.basename(path) for path in given)  # noqa: PTH119
            assert f'"origin": "{names}"' in text
