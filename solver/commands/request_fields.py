"""Metadata of fields common to several requests: ranges and command-line arguments."""

from ..number_range import within
from .flags import flag

OUT = flag("--out", "DIR")
STORE = flag("--store", "FILE")
DASK = flag("--dask", "ADDRESS")
WATCHES_STDIN = flag("--watch-stdin")
WORKERS = within(1, 1024, unit="processes")
SEED = within(0, 2**32 - 1)
BODIES = flag("--body")
OF = flag("--of", "WHAT")
