"""The command line: one file per command, loaded when called."""

import gc
import os

# Work is spread over segments, so each worker uses one thread of BLAS; more would slow it down.
# These variables only have an effect if they are set before NumPy is imported.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

# A command makes few reference cycles and ends soon; searching for them would take longer.
gc.set_threshold(100_000)
