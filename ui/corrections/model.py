"""The view-model of corrections. No Qt."""

from collections.abc import Mapping
from functools import partial

from ui.corrections import operations
from ui.corrections.operations import KnownCorrection
from ui.doors import Door
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given

WRITTEN = ("mistake", "correction", "fails_when", "fine_when")


class Corrections(Shelf[KnownCorrection]):
    """Corrections; what is looked for is a sentence, and those are shown that would speak up where it is said."""

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        self.fits: dict[str, float] = {}

    def sources(self) -> Mapping[str, Read[KnownCorrection]]:
        return {"corrections": lambda success, failure: operations.corrections(self._door, success, failure)}

    def key_of(self, item: KnownCorrection) -> str:
        return item.id

    def words_of(self, item: KnownCorrection) -> str:
        return f"{item.mistake} {item.correction}"

    def shown(self) -> list[KnownCorrection]:
        """All, or those that would speak up, the best fitting first."""
        if not self.needle:
            return self.items
        found = [one for one in self.items if one.id in self.fits]
        return sorted(found, key=lambda one: -self.fits[one.id])

    def seek(self, needle: str) -> None:
        """Test a sentence: which would speak up. Counts nothing."""
        self.fits = {}
        self.seek_by(needle, partial(operations.match, self._door), self._tested)

    def _tested(self, fits: dict[str, float]) -> None:
        self.fits = fits

    # What is done

    def add(self, given: Given) -> None:
        """A new one, or the one of the same mistake once more."""
        operations.add(self._door, given, self._added, self.failed.emit)

    def change(self, correction: KnownCorrection, given: Given) -> None:
        """Word it anew."""
        before = {name: getattr(correction, name) for name in WRITTEN}
        told = self.told("change", correction, lambda: self.change(correction, before))
        operations.change(self._door, correction.id, given, told, self.failed.emit)

    def remove(self, correction: KnownCorrection) -> None:
        """Delete it; undone, it stands again with all that was counted of it."""
        told = self.told("remove", correction, lambda: self.bring_back(correction))
        operations.remove(self._door, correction.id, told, self.failed.emit)

    def bring_back(self, correction: KnownCorrection) -> None:
        """Mind it again as before."""
        self.current = correction
        told = self.told("bring_back", correction, lambda: self.remove(correction))
        operations.bring_back(self._door, correction.id, told, self.failed.emit)

    def _added(self, answer: object) -> None:
        if isinstance(answer, dict):
            made = KnownCorrection.model_validate(answer["correction"])
            self.needle, self.current = "", made
            self.told("add", made, lambda: self.remove(made))(answer)
