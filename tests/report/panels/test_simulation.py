from functools import partial

from tests.report._meta import simulation
from tests.report.panels._blocks import blocks, rows_of

said_of = partial(blocks, "simulation")


def test_samples_population_and_intervals():
    samples, population, table = said_of(simulation())
    lines = rows_of(samples.draw()[0], 1)
    assert [line["what"] for line in lines] == [
        "r of the population",
        *["95 % of samples"] * 2,
        *["Fisher's interval"] * 2,
        *["reported"] * 2,
    ]
    assert population.draw()
    assert [row[0] for row in table.rows] == [
        "95 % of evaluations",
        "Fisher's",
        "reported",
    ]
