"""What holds for every format of work for other programs, found by its file."""

import warnings
from dataclasses import replace

import pytest
from tests.campaign._testsets import made

import tertium
from tertium.campaign.batches import BatchSettings
from tertium.core import plugins
from tertium.core.errors import DataWarning, TertiumError

ALL = plugins.names("formats.batches")


def module(name):
    return plugins.load("formats.batches", name)


@pytest.mark.parametrize("name", ALL)
def test_it_has_a_summary(name):
    assert plugins.summary("formats.batches", name)
    assert callable(module(name).make_files)
    assert hasattr(module(name), "sniff") == hasattr(module(name), "read")
    assert hasattr(module(name), "sniff_campaign") == hasattr(module(name), "read_campaign")
    if hasattr(module(name), "read"):
        assert isinstance(module(name).ANNOTATOR, str)


@pytest.mark.parametrize("name", ALL)
def test_every_campaign_is_written_or_refused_in_words(name, tmp_path):
    for task in plugins.names("campaign.tasks"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DataWarning)
            try:
                campaign = tertium.new_campaign(
                    made(), tmp_path / f"{name}-{task}", task=task, hit_size=20
                )
            except TertiumError:
                continue  # a task may need more than outputs
            with campaign:
                try:
                    names = campaign.export_batches(name, tmp_path / f"{name}-{task}-files")
                except TertiumError:
                    assert not (tmp_path / f"{name}-{task}-files").exists()
                else:
                    folder = tmp_path / f"{name}-{task}-files"
                    assert sorted(names) == sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", [one for one in ALL if hasattr(module(one), "read")])
@pytest.mark.parametrize("data", [b"", b"\n", b"a,b\n1,2\n", b"{}\n", b"[]\n", b"[1]\n", b"\xff"])
def test_other_files_are_not_results(name, data, tmp_path):
    assert not module(name).sniff(data)


INCOMING = [one for one in ALL if hasattr(module(one), "read_campaign")]


def campaign_files(name, folder):
    """The files of a campaign, as the format writes them."""
    testset = replace(made(20), source_language="de", target_language="en")
    with (
        warnings.catch_warnings(),
        tertium.new_campaign(testset, folder / "ours", task="esa", hit_size=20) as campaign,
    ):
        warnings.simplefilter("ignore", DataWarning)
        campaign.export_batches(name, folder / "theirs")
    return {path.name: path.read_bytes() for path in (folder / "theirs").iterdir()}


def attempt(name, files):
    """Read a campaign: it is read, or refused by an error of ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        try:
            return module(name).read_campaign(files)
        except TertiumError as error:
            return str(error)


@pytest.mark.parametrize("name", INCOMING)
def test_its_own_campaigns_are_recognized_and_read(name, tmp_path):
    files = campaign_files(name, tmp_path)
    for data in files.values():
        assert [one for one in INCOMING if module(one).sniff_campaign(data)] == [name]
        assert not any(module(one).sniff(data) for one in ALL if hasattr(module(one), "sniff"))
    found = attempt(name, files)
    assert found.task == "esa"
    assert found.languages == ("de", "en")


@pytest.mark.parametrize("name", INCOMING)
def test_damaged_campaigns_are_read_or_refused(name, tmp_path):
    files = campaign_files(name, tmp_path)
    for file, data in files.items():
        for size in range(0, len(data), len(data) // 50):
            attempt(name, {**files, file: data[:size]})
        for old, new in (
            (b'"', b""),
            (b"[", b"{"),
            (b"{", b"["),
            (b": 1", b": null"),
            (b'": "', b'": 7, "'),
            (b"text", b"t\\ud800"),
            (b"1", b"-1"),
        ):
            attempt(name, {**files, file: data.replace(old, new)})
            attempt(name, {**files, file: data.replace(old, new, 1)})
        for other in (b"", b"7", b"[]", b"{}", b"[[]]", b"null", b"\xff", b"[" * 100_000):
            assert isinstance(attempt(name, {**files, file: other}), str) or len(files) > 1


def test_the_settings_have_limits():
    with pytest.raises(TertiumError):
        BatchSettings(assignments=0)
