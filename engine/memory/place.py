"""Where the companion is: a label that the person set, or the machine's name; never a geolocation (`one-mind.md`)."""

from collections.abc import Callable

from engine.errors import InvalidInputError
from engine.vault import UnitOfWork, Vault

PATH = "settings/place.md"
LONGEST = 80


class Whereabouts:
    """The label of this place. It is personal: it stands in the vault, in no file of its own, and goes with the person.

    What asks for `name` asks each time, so that a new label holds at once. Callable from any thread.
    """

    def __init__(self, vault: Vault, person: str, machine: str) -> None:
        self._vault, self._person, self.machine = vault, person, machine

    @property
    def label(self) -> str:
        """What the person calls it; empty where they said nothing."""
        known = self._vault.documents.get(PATH)
        return "" if known is None else known.text.strip()

    def name(self) -> str:
        """The label, or else the machine's name."""
        return self.label or self.machine

    def call(self, label: str) -> None:
        """Call it so from now on; an empty label means the machine's name again. Raises InvalidInputError."""
        said = " ".join(label.split())
        if len(said) > LONGEST:
            raise InvalidInputError("label", f"has over {LONGEST} letters", "Say it shorter.")
        with self._vault.unit() as unit:
            self._write(unit, said)
            unit.commit()

    def _write(self, unit: UnitOfWork, label: str) -> None:
        if label:
            whose = {"person": self._person, "private": True}
            self._vault.documents.put(unit, PATH, label + "\n", whose)
        else:
            self._vault.documents.remove(unit, PATH)


Here = Callable[[], str]
"""Says where this is, as it is called now; empty where nobody knows."""


def nowhere() -> str:
    """Where there is no place to speak of."""
    return ""
