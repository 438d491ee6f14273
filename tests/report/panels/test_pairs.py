from functools import partial

from tests.report._results import beside_baseline, of_all_pairs, of_odd_names
from tests.report.panels._blocks import blocks

from tertium.report.section import Items

said_of = partial(blocks, "pairs")


def test_a_heatmap_a_matrix_and_clusters_for_each_metric_then_letters():
    heatmap, matrix, clusters, *_, letters = said_of(of_all_pairs())
    assert heatmap.draw()
    assert matrix.header[0] == "BLEU"
    assert clusters.items == ["large, distilled", "finetuned", "baseline", "pivot"]
    assert letters.header == ["letter", "system", "BLEU", "TER"]


def test_it_is_for_all_pairs_only():
    assert said_of(beside_baseline()) is None


def test_metrics_without_direction_have_no_clusters():
    said = said_of(of_odd_names())
    titles = [block.title for block in said if isinstance(block, Items)]
    assert [title.split(":")[0] for title in titles] == ["Clusters under BLEU"]
