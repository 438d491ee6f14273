"""What a simulation says of an evaluation."""

from tertium.core.plain import counted
from tertium.inference.correlations import Interval
from tertium.meta.simulation import Simulation
from tertium.report.table import Table


def simulation_table(result: Simulation) -> Table:
    """Intervals, and what they mean."""
    settings = result.settings
    level = f"{100 * settings.level:g} %"
    rows = [
        _row(f"{level} of all samples", result.sampled, settings.r),
        _row("Fisher's, around r", result.fisher, settings.r),
    ]
    if result.reported is not None:
        rows.append(_row("reported, symmetric", result.reported, settings.r))
    return Table(
        header=["interval", "low", "high", "below r", "above r"],
        rows=rows,
        sentences=list(sentences(result)),
        notes=[f"simulation  {result.signature}"],
        caption=f"Correlations of samples of {counted(settings.n, 'system')} from a population"
        f" with r = {settings.r:g}.",
    )


def sentences(result: Simulation) -> list[str]:
    """What the numbers mean, in words."""
    settings, sampled = result.settings, result.sampled
    said = [
        f"Of {counted(settings.samples, 'evaluation')} with {counted(settings.n, 'system')} each,"
        f" of a metric whose true correlation is {settings.r:g}, {100 * settings.level:g} % find r"
        f" between {sampled.low:.3f} and {sampled.high:.3f}."
    ]
    below, above = settings.r - sampled.low, sampled.high - settings.r
    if min(below, above) > 0 and max(below, above) > 1.2 * min(below, above):
        longer = "below" if below > above else "above"
        said.append(
            f"That is not symmetric: the part {longer} r is"
            f" {max(below, above) / min(below, above):.1f} times as long as the other."
        )
    if result.fisher.reason:
        said.append(f"Fisher's interval: {result.fisher.reason}.")
    if result.reported is not None:
        said.append(
            f"The reported interval holds {100 * result.within:.1f} % of them"
            + (", and exceeds 1, which no correlation can." if result.reported.high > 1 else ".")
        )
    return said


def _row(name: str, interval: Interval, r: float) -> list[str]:
    ends = [interval.low, interval.high, r - interval.low, interval.high - r]
    return [name, *("–" if end != end else f"{end:.3f}" for end in ends)]
