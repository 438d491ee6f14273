"""How often sacreBLEU's paired tests reject the null pairs of `tertium calibrate`.

python -m benchmarks.calibration REPLICATES bs|ar
"""

import gzip
import os
import sys
from typing import Any

import numpy as np

from benchmarks.texts import REAL
from tertium.comparison.calibrate import ALPHAS, LIMITS, null_pair
from tertium.comparison.settings import CalibrateSettings
from tertium.core.resampling import NULL_PAIRS, generator
from tertium.core.sample import Pair, Sample
from tertium.inference.binomial import clopper_pearson

PAIR = Pair("Online-B", "Online-W")
SIZE = 500
TRIALS = 1000


def p_value(number: int, test: str) -> float:
    """Test one null pair with sacreBLEU, as with `-tok 13a --paired-bs` or `--paired-ar`."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest

    outputs = [_lines(name) for name in PAIR]
    segments = len(outputs[0])
    # Numbers of outputs in place of their statistics: the pair is that of `tertium calibrate`.
    numbers = np.arange(2.0 * segments)[:, None]
    sample = Sample((), {PAIR[0]: (numbers[:segments],), PAIR[1]: (numbers[segments:],)})
    random = generator(CalibrateSettings().seed, NULL_PAIRS, number)
    rows = null_pair(sample, PAIR, random, SIZE).rows
    chosen = {name: rows[name][0][:, 0].astype(int) for name in PAIR}
    texts = [*outputs[0], *outputs[1]]
    systems: Any = [(name, [texts[i] for i in chosen[name]]) for name in PAIR]
    references = [[_lines("refA")[i % segments] for i in chosen[PAIR[0]]]]
    os.environ["SACREBLEU_SEED"] = str(number + 1)  # it takes 0 for none
    _, scores = PairedTest(systems, {"BLEU": BLEU()}, references, test, n_samples=TRIALS)()
    result: Any = scores["BLEU"][1]
    return float(result.p_value)


def _lines(name: str) -> list[str]:
    return gzip.decompress((REAL / f"{name}.txt.gz").read_bytes()).decode().split("\n")[:-1]


def main() -> None:
    replicates, test = int(sys.argv[1]), sys.argv[2]
    found = np.array([p_value(number, test) for number in range(replicates)])
    for level in ALPHAS:
        count = int(np.count_nonzero(found <= level))
        low, high = clopper_pearson(count, replicates, LIMITS)
        print(
            f"{test} at {100 * level:g} %: {100 * count / replicates:.1f} %"
            f" [{100 * low:.1f}, {100 * high:.1f}] of {replicates}"
        )


if __name__ == "__main__":
    main()
