"""The word index as it was built, kept in the encrypted cache: reading it takes a tenth of building it anew."""

import io
import logging
import zipfile

import numpy as np

from engine.search import Packed
from engine.trail.index import StepIndex
from engine.trail.store import TrailStore
from engine.vault import Cache

log = logging.getLogger(__name__)

FORM = 2  # of the arrays; another one is built anew
SAVED_FROM = 5000  # Steps; fewer are indexed sooner than read
GROWN = 1.1  # saved again when a tenth more stands there


class KeptIndex:
    """Saves and restores a `StepIndex`. Whoever calls sees to it that the index does not change meanwhile."""

    def __init__(self, cache: Cache, store: TrailStore) -> None:
        self._cache = cache
        self._store = store
        self._name = f"trail index/{store.person}"
        self._saved = 0

    def restore(self, index: StepIndex) -> int:
        """Fill an empty `index` with what was kept; returns the highest `seq` in it, 0 where nothing serves.

        What was kept serves where exactly as many Steps still stand up to there: none was withdrawn.
        """
        blob = self._cache.get(self._name)
        if blob is None:
            return 0
        try:
            packed = _unpacked(blob)
            last = self._checked(packed)
            index.unpack(packed)
        except (KeyError, ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
            log.info("the kept index is of no use and is built anew: %s", type(error).__name__)
            self.forget()
            return 0
        self._saved = len(index)
        return last

    def _checked(self, packed: Packed) -> int:
        form, last = packed["extent"].tolist()
        if form != FORM or self._store.recallable_extent(last) != (len(packed["at"]), last):
            raise ValueError("other Steps stand there now")
        return int(last)

    def save_if_grown(self, index: StepIndex) -> bool:
        """Keep `index` where it has grown enough since; says whether that was done."""
        if len(index) < max(SAVED_FROM, GROWN * self._saved):
            return False
        count, last = self._store.recallable_extent()
        if count != len(index):
            # A Step came meanwhile; it will be waiting, and this will be asked again.
            return False
        try:
            packed = index.packed()
        except ValueError:
            # Something was withdrawn in this run: the next opening builds anew, and keeps that.
            return False
        self._saved = count
        return self._cache.put(self._name, _packed({**packed, "extent": np.array([FORM, last], np.int64)}))

    def forget(self) -> None:
        """Drop what was kept: words of a withdrawn Step stand in it."""
        self._cache.remove(self._name)


def _packed(arrays: Packed) -> bytes:
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _unpacked(blob: bytes) -> Packed:
    with np.load(io.BytesIO(blob), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
