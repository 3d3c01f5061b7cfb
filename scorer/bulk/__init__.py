"""Score many hands: an iterable of documents, a table of columns, or a folder of files.

``score_table`` takes anything with Arrow's PyCapsule interface and returns a ``pyarrow.Table``;
``score_dataset`` scores Parquet, CSV and NDJSON files with Dask, on this machine or on many. Both
need the extra ``bulk``. ``score_many`` takes documents and needs nothing.
"""

from __future__ import annotations

from scorer.bulk.dataset import DatasetSummary, score_dataset
from scorer.bulk.many import score_many
from scorer.bulk.table import score_table

__all__ = ["DatasetSummary", "score_dataset", "score_many", "score_table"]
