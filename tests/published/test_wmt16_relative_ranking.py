"""What WMT16 published of its relative judgments: ranks by TrueSkill, Expected Wins, kappa.

Expected values, of cfedermann/wmt16 and keisks/wmt-trueskill, are explained in data/stats/README.md
of the reference data.
"""

import json

import pytest

from tertium.human.comparisons import Comparisons
from tertium.human.pairwise_agreement import pairwise_agreement
from tertium.human.relative_ranking import relative_rank
from tertium.human.settings import RelativeRankSettings
from tests.human._data import relative_judgments


@pytest.fixture(scope="module")
def turkish(reference_data):
    return Comparisons.of(relative_judgments(reference_data, "tur-eng"))


def test_expected_wins_of_wmt16(reference_data, turkish):
    path = reference_data / "stats/trueskill/expected_expected_wins.json"
    wanted = json.loads(path.read_text())["tur-eng"]
    found = relative_rank(turkish, RelativeRankSettings(trials=10))
    assert (found.judgments, found.ties) == (wanted["n_rows"], wanted["n_ties"])
    assert [one.system for one in found.systems] == [name for name, _ in wanted["expected_wins"]]
    for one, (name, score) in zip(found.systems, wanted["expected_wins"], strict=True):
        assert one.score == pytest.approx(score, abs=1e-15)
        assert [one.wins, one.losses] == wanted["wins_losses_ignoring_ties"][name]


def cuts(ranking):
    numbers = [one.cluster for one in ranking.systems]
    return [at for at in range(1, len(numbers)) if numbers[at] != numbers[at - 1]]


def test_clusters_of_resampled_expected_wins(reference_data, turkish):
    path = reference_data / "stats/trueskill/expected_ew_bootstrap_clusters.json"
    wanted = json.loads(path.read_text())["tur-eng"]
    found = relative_rank(turkish, RelativeRankSettings(trials=wanted["runs"]))
    for one, other in zip(found.systems, wanted["systems"], strict=True):
        assert one.system == other["system"]
        assert one.mean == pytest.approx(other["mean_ew"], abs=0.003)
        assert [one.best, one.worst] == other["rank_range"]
    assert cuts(found) == wanted["cluster_cuts_after_rank"]


@pytest.mark.slow
def test_trueskill_of_wmt16(reference_data, turkish):
    """The table that the organisers published, of 1,000 runs of keisks/wmt-trueskill."""
    path = reference_data / "stats/trueskill/expected_trueskill_tur-eng.json"
    published = json.loads(path.read_text())["published_1000"]
    systems = [one for one in published if one != "---cluster---"]
    found = relative_rank(turkish, RelativeRankSettings(method="trueskill", trials=1000))
    assert [one.system for one in found.systems] == [one["system"] for one in systems]
    for one, wanted in zip(found.systems, systems, strict=True):
        assert one.score == pytest.approx(wanted["score"], abs=0.02)
        assert one.best == pytest.approx(wanted["rank_range"][0], abs=1)
        assert one.worst == pytest.approx(wanted["rank_range"][1], abs=1)
    assert cuts(found) == [3, 6]


def shares(found):
    return {
        "agree": found.agree,
        "comparable": found.comparable,
        "ties": found.ties,
        "total": found.total,
        "pA": found.observed,
        "pE": found.expected,
        "kappa": found.kappa,
    }


def test_kappa_of_wmt16(reference_data):
    """As the organisers published it; and, clean, between different annotators in any order."""
    path = reference_data / "stats/trueskill/expected_agreement_kappa.json"
    rows = json.loads(path.read_text())
    assert [row["lp"] for row in rows] == ["deu-eng", "tur-eng"]
    for row in rows:
        judgments = relative_judgments(reference_data, f"collapsed.{row['lp']}")
        compared = Comparisons.of(judgments)
        published = pairwise_agreement(compared, "wmt16")
        assert shares(published.inter) == row["inter"]
        assert shares(published.intra) == row["intra"]
        clean = pairwise_agreement(compared)
        wanted = row["inter_unordered_different_judges_only"]
        assert {name: shares(clean.inter)[name] for name in wanted} == wanted
        everything = row["inter_unordered_all"]
        assert clean.inter.agree + clean.intra.agree == everything["agree"]
        assert clean.inter.comparable + clean.intra.comparable == everything["comparable"]
