"""Directives: what the companion is to keep to, in the person's own words ([C] §1, `one-mind.md`).

Only who speaks for the person calls what writes here: no turn, document, node or model text leads to it.
"""

from engine.identity.records import Directive, DirectiveLimitError, IdentityMissingError
from engine.identity.store import DirectiveStore
from engine.identity.surroundings import Keeper
from engine.ids import new_id
from engine.written import line


class DirectiveBook:
    """The directives of one companion by one person, in the person's order; every wording is kept."""

    def __init__(self, keeper: Keeper, store: DirectiveStore) -> None:
        self._keeper, self._store = keeper, store

    def all(self) -> list[Directive]:
        """Those that hold, in order."""
        return self._store.standing()

    def withdrawn(self) -> list[Directive]:
        """Those that the person took back."""
        return self._store.withdrawn()

    def versions(self, directive_id: str) -> list[Directive]:
        """Every wording of one, oldest first. Raises IdentityMissingError."""
        found = self._store.versions(directive_id)
        if not found:
            raise IdentityMissingError("There is no such directive.")
        return found

    def add(self, text: str, place: int | None = None) -> Directive:
        """Write one, last or at a place (from 1). The same words are one directive.

        Raises InvalidInputError, DirectiveLimitError.
        """
        wanted = self._worded(text)
        standing = self._store.standing()
        known = next((each for each in standing if each.text.casefold() == wanted.casefold()), None)
        if known is not None:
            return known if place is None else self.move(known.id, place)
        if len(standing) >= self._keeper.settings.directives:
            raise DirectiveLimitError(f"There are {len(standing)} directives already.")
        made = Directive(
            id=new_id("d"), place=len(standing) + 1, text=wanted, version=1, at=self._keeper.clock.now()
        )
        self._write(made, [*(each.id for each in standing)], place)
        return self._one(made.id)

    def change(self, directive_id: str, text: str) -> Directive:
        """Word one anew; the earlier wording is kept. Raises IdentityMissingError, InvalidInputError."""
        known, wanted = self._one(directive_id), self._worded(text)
        if wanted == known.text:
            return known
        changed = known.model_copy(
            update={"text": wanted, "version": known.version + 1, "at": self._keeper.clock.now()}
        )
        with self._keeper.vault.unit() as unit:
            self._store.put(unit, changed)
            unit.commit()
        self._keeper.tell(changed.ref)
        return changed

    def move(self, directive_id: str, place: int) -> Directive:
        """Sort one to a place, from 1; the others keep their order. Raises IdentityMissingError."""
        known = self._one(directive_id)
        others = [each.id for each in self._store.standing() if each.id != known.id]
        self._write(known, others, place)
        return self._one(known.id)

    def withdraw(self, directive_id: str) -> Directive:
        """Let one hold no longer; it is kept. Raises IdentityMissingError."""
        known = self._one(directive_id)
        now = self._keeper.clock.now()
        with self._keeper.vault.unit() as unit:
            self._store.withdraw(unit, known.id, now)
            for place, each in enumerate((one for one in self._store.standing() if one.id != known.id), 1):
                self._store.place(unit, each.id, place)
            unit.commit()
        self._keeper.tell(known.ref)
        return known.model_copy(update={"withdrawn_at": now})

    def _one(self, directive_id: str) -> Directive:
        found = next((each for each in self._store.standing() if each.id == directive_id), None)
        if found is None:
            raise IdentityMissingError("No directive of this id holds.")
        return found

    def _worded(self, text: str) -> str:
        return line(text, "text", self._keeper.settings.directive_letters)

    def _write(self, directive: Directive, others: list[str], place: int | None) -> None:
        at = len(others) if place is None else min(max(place, 1), len(others) + 1) - 1
        order = [*others[:at], directive.id, *others[at:]]
        with self._keeper.vault.unit() as unit:
            self._store.put(unit, directive)
            for number, each in enumerate(order, 1):
                self._store.place(unit, each, number)
            unit.commit()
        self._keeper.tell(directive.ref)
