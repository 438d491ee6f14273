"""The command line: one file per command, loaded when called."""

import gc
import os

# One thread each: the work is spread over segments, and threads of BLAS would only get in the
# way. It must be set before NumPy is imported, so here.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

# A command makes few cycles and ends soon; looking for them at every import takes longer.
gc.set_threshold(100_000)
