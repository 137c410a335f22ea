"""What was felt about something that is taken back goes with it.

The point itself stays where it is: three numbers assert nothing, and they cool.
"""

from engine.clock import Clock
from engine.mood.records import SEEN, seen_ref
from engine.mood.store import MoodErasing
from engine.reasons import Reasons
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

IMPRINT, MOOD = "imprint:", "mood:"
ENTRY = "entry:"


class MoodWithdrawal:
    """What was felt and guessed leaves with the Steps that it rests on. Implements `Personal` and `Own`.

    A guess of how the person seemed can be taken back by its own ref too (`Seen.ref`).

    It reaches what any companion felt with the person, and it stands in every profile: what was felt before is taken
    back also while nothing is felt.
    """

    def __init__(self, vault: Vault, clock: Clock, *, person: str) -> None:
        self._erasing = MoodErasing(vault, person)
        self._clock, self._person = clock, person
        self._reasons = Reasons(vault, "mood")

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide all that cites one of `refs`; returns the imprints that were hidden."""
        for ref in refs:
            for felt in self._felt_in(ref):
                self._reasons.note(unit, felt, {ref})
        imprints = self._erasing.imprints_citing(refs)
        now = self._clock.now()
        self._erasing.withdraw(unit, imprints, self._erasing.entries_citing(refs), now)
        self._erasing.withdraw_seen(unit, refs, now)
        return _refs(imprints)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let what was felt stand again that was hidden for `refs` alone; returns the imprints."""
        free = self._reasons.lift(unit, refs)
        imprints = [each.removeprefix(IMPRINT) for each in free if each.startswith(IMPRINT)]
        entries = [int(each.removeprefix(ENTRY)) for each in free if each.startswith(ENTRY)]
        self._erasing.show(unit, imprints, entries)
        self._erasing.show_seen(unit, [each.removeprefix(SEEN) for each in free if each.startswith(SEEN)])
        return _refs(imprints)

    def _felt_in(self, ref: str) -> list[str]:
        """What rests on one ref, hidden or not, by names of its own."""
        imprints = self._erasing.imprints_citing({ref}, hidden=True)
        entries = [f"{ENTRY}{each}" for each in self._erasing.entries_citing({ref}, hidden=True)]
        return [*_refs(imprints), *entries, *map(seen_ref, self._erasing.seen_in(ref))]

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete all that cites one of `refs`, hidden before or not; returns the imprints that went."""
        imprints = self._erasing.imprints_citing(refs, hidden=True)
        for ref in refs:
            self._reasons.drop(unit, self._felt_in(ref))
        self._erasing.erase(unit, imprints, self._erasing.entries_citing(refs, hidden=True))
        self._erasing.erase_arcs(unit, refs)
        self._erasing.erase_seen(unit, refs)
        return _refs(imprints)

    def citing(self, refs: Refs) -> Refs:
        """The imprints that `withdraw` or `erase` would reach. Writes nothing."""
        return _refs(self._erasing.imprints_citing(refs))

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete all that was felt with this person, or another one; returns the refs that went."""
        held = self.holdings(person)
        self._reasons.clear(unit)
        self._erasing.erase_person(unit, person or self._person)
        return held

    def holdings(self, person: str | None = None) -> Refs:
        """Each imprint, and the mood of each companion, with this person or another one. Writes nothing."""
        name = person or self._person
        moods = frozenset(f"{MOOD}{companion}" for companion in self._erasing.companions_of(name))
        return _refs(self._erasing.imprints_of(name)) | moods

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete all that a companion felt and guessed, with whomever; returns the refs that went."""
        held = self.kept_by(companion)
        entries = [f"{ENTRY}{each}" for each in self._erasing.entries_felt_by(companion)]
        seen = map(seen_ref, self._erasing.sources_seen_by(companion))
        self._reasons.drop(unit, [*held, *entries, *seen])
        self._erasing.erase_companion(unit, companion)
        return held

    def kept_by(self, companion: str) -> Refs:
        """Each imprint of a companion, and its mood. Writes nothing."""
        mood = {f"{MOOD}{companion}"} if self._erasing.has_mood(companion) else set()
        return _refs(self._erasing.imprints_felt_by(companion)) | mood


def _refs(imprints: list[str]) -> Refs:
    return frozenset(f"{IMPRINT}{each}" for each in imprints)
