"""What holds for every format of work for other programs, found by its file."""

import warnings

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


def test_the_settings_have_limits():
    with pytest.raises(TertiumError):
        BatchSettings(assignments=0)
