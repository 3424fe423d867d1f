"""The window: Qt, and nothing that computes."""

import os

# The matrices are small: threads of BLAS that wait for each other made an edit up to ten times slower on a
# busy machine. Read when NumPy is imported, so it stands here, before all else.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
