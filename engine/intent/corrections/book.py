"""The book of corrections: added once, repeated, told at boot and in the turn that they fit, counted when they were."""

from collections.abc import Iterable, Mapping, Sequence

from engine.ids import new_id
from engine.intent.corrections.fitting import boot_order, is_dormant, speaks
from engine.intent.corrections.index import CorrectionIndex
from engine.intent.errors import IntentMissingError
from engine.intent.handoff.lifecycle import same
from engine.intent.keeping import Keeper
from engine.intent.records import Correction, CorrectionType, Matched, Minded
from engine.settings import IntentSettings
from engine.vault import UnitOfWork
from engine.written import line, optional

_NEEDED = ("mistake", "correction")
MINDED_KEPT = 8
"""The latest turns that a correction reached stay with it; of those before, only how many they were."""


class CorrectionBook:
    """Corrections of one companion with one person. Nothing here forgets one by itself."""

    def __init__(self, keeper: Keeper, index: CorrectionIndex, settings: IntentSettings) -> None:
        self._keeper, self._store, self._clock = keeper, keeper.store, keeper.clock
        self._index, self._settings = index, settings

    def all(self) -> list[Correction]:
        """As a boot loads them: the most activated first, dormant ones last."""
        now = self._clock.now()
        return sorted(self._store.all(Correction), key=lambda each: boot_order(each, now, self._settings))

    def dormant(self) -> list[Correction]:
        """Those that were not needed for long, and may be wrong."""
        now = self._clock.now()
        return [each for each in self.all() if is_dormant(each, now, self._settings)]

    def correction(self, correction_id: str) -> Correction:
        """Raises IntentMissingError."""
        found = self._store.one(Correction, correction_id)
        if found is None:
            raise IntentMissingError("There is no such correction.")
        return found

    def add(
        self,
        mistake: str,
        correction: str,
        *,
        context: str = "",
        type: CorrectionType = CorrectionType.TENDENCY,  # noqa: A002 - the name that [E] §7.1 gives it
        fails_when: str = "",
        fine_when: str = "",
        cites: Sequence[str] = (),
        within: Mapping[str, str] | None = None,
    ) -> Correction:
        """A new correction, or the one of the same mistake, which counts once more and takes what is said anew.

        Raises InvalidInputError.
        """
        written = {
            "mistake": line(mistake, "mistake"),
            "correction": line(correction, "correction"),
            "context": optional(context, "context"),
            "fails_when": optional(fails_when, "fails_when"),
            "fine_when": optional(fine_when, "fine_when"),
        }
        with self._keeper.vault.unit() as unit:
            known = self._known(written["mistake"])
            kept = self._new(type, written, cites) if known is None else self._again(known, written, cites)
            if known is not None:
                self._index.take_out(unit, known.id)
                if not kept.cites:
                    self._store.drop_citations(unit, known.id, known.cites)
            self._store.put(unit, kept, within)
            unit.commit()
        self._index.catch_up()
        self._keeper.tell(kept)
        return kept

    def change(self, correction_id: str, **written: str) -> Correction:
        """Word one anew by hand: what is given takes the place of what stood there. It stands by itself from then on.

        Raises IntentMissingError, InvalidInputError.
        """
        known = self.correction(correction_id)
        needed = {name: line(text, name) for name, text in written.items() if name in _NEEDED}
        other = {name: optional(text, name) for name, text in written.items() if name not in _NEEDED}
        changes = {**needed, **other, "cites": (), "updated_at": self._clock.now()}
        changed = known.model_copy(update=changes)
        with self._keeper.vault.unit() as unit:
            self._index.take_out(unit, known.id)
            self._store.drop_citations(unit, known.id, known.cites)
            self._store.put(unit, changed)
            unit.commit()
        self._index.catch_up()
        self._keeper.tell(changed)
        return changed

    def match(self, situation: str, limit: int | None = None) -> list[Matched]:
        """What speaks up in a situation, the most relevant first; counts nothing."""
        found = [
            Matched(correction=each, relevance=min(1.0, fit.relevance))
            for each, fit in self._index.fits(situation)
            if speaks(fit, self._settings)
        ]
        if self._index.is_behind:
            self._index.catch_up()
        best = sorted(found, key=lambda each: -each.relevance)
        return best[: self._settings.matched if limit is None else limit]

    def activate(self, unit: UnitOfWork, correction_ids: Iterable[str], answer: str) -> None:
        """Count that corrections reached the prompt of a turn that they fitted; `answer` is the ref of its answer."""
        now = self._clock.now()
        for each in correction_ids:
            known = self._store.one(Correction, each)
            if known is not None:
                counted = {"activations": known.activations + 1, "last_activated_at": now}
                latest = (*known.minded, Minded(at=now, ref=answer))[-MINDED_KEPT:]
                self._store.put(unit, known.model_copy(update={**counted, "minded": latest}))

    def _new(self, type_: CorrectionType, written: dict[str, str], cites: Sequence[str]) -> Correction:
        now, sources = self._clock.now(), tuple(dict.fromkeys(cites))
        return Correction.model_validate(
            {
                "id": new_id("c"),
                "created_at": now,
                "updated_at": now,
                "cites": sources,
                "type": type_,
                **written,
            }
        )

    def _again(self, known: Correction, written: dict[str, str], cites: Sequence[str]) -> Correction:
        """What is corrected once more; one that stands by itself is not made to rest on what repeats it."""
        changes = {name: text for name, text in written.items() if text}
        both = tuple(dict.fromkeys((*known.cites, *cites))) if known.cites and cites else ()
        counted = {"cites": both, "times": known.times + 1, "updated_at": self._clock.now()}
        return known.model_copy(update={**changes, **counted})

    def _known(self, mistake: str) -> Correction | None:
        """The one of the same mistake: near in meaning, and with the same numbers in it."""
        for each in self._store.all(Correction):
            if same(each.mistake, mistake, self._settings.same_words):
                return each
        nearest = self._index.nearest(mistake)
        if nearest is None or nearest[1] < self._settings.same_mistake:
            return None
        return nearest[0]
