"""The view-model of the first steps. No Qt.

The vault is made after the second one, since its key depends on it; what is told later goes to the mind that is open by
then. Every step can be skipped, and nothing is fetched unless it is asked for.
"""

from collections.abc import Callable
from enum import IntEnum

from ui.beginning.wording import first_question, name_words
from ui.doors import Door, Fault, Json
from ui.observable import Signal
from ui.settings.choosing import Chosen
from ui.settings.keys.model import VaultKeys

LONGEST_NAME = 40


class Step(IntEnum):
    """The steps in their order."""

    NAMES = 0
    KEY = 1
    MODEL = 2
    VOICE = 3
    ASKING = 4
    ABOUT = 5
    OVER = 6


class Beginning:
    """`step` is what is shown. `open_vault` is called once, with the passphrase, or None where the computer keeps the
    key; `finished` is emitted with what the person may ask now, "" where nothing was told."""

    def __init__(self, mind: Door, program: Door, chosen: Chosen) -> None:
        self._mind, self._program, self._chosen = mind, program, chosen
        self.step = Step.NAMES
        self.person = ""
        self.told: list[str] = []
        self.keyring = True
        self.fault: Fault | None = None
        self.open_vault: Callable[[str | None], None] = lambda _: None
        self._opened = False
        self.changed: Signal[[]] = Signal()
        self.finished: Signal[[str]] = Signal()

    def load(self) -> None:
        """See what this computer can keep a key with."""

        def found(told: Json) -> None:
            self.keyring = bool(told["keyring"])
            self.changed.emit()

        self._chosen.load()
        self._program.question("keys", {}, success=found, failure=self._failed)

    def name(self, companion: str, person: str) -> None:
        """Call the companion so, and the person; either may stay empty."""
        self.person = person.strip()[:LONGEST_NAME]
        called = companion.strip()[:LONGEST_NAME]
        if called:
            self._chosen.choose("companion_name", called)
        self._go(Step.KEY)

    @staticmethod
    def fault_of(passphrase: str, again: str) -> str:
        """Why a passphrase cannot be taken: "short", "different", or ""."""
        return VaultKeys.fault_of(passphrase, again)

    def keep_key(self, passphrase: str | None) -> None:
        """Let a passphrase keep the key, or the computer (None), and open the vault."""
        self._go(Step.MODEL)
        self._open(passphrase)

    @property
    def can_go_back(self) -> bool:
        """Whether the step before can still be changed: the vault is made once, with its key and its name."""
        return self.step is Step.KEY or self.step > Step.MODEL

    def back(self) -> None:
        """To the step before."""
        if self.can_go_back:
            self._go(Step(self.step - 1))

    def skip(self) -> None:
        """Leave this step as it is."""
        if self.step is Step.KEY:
            self.keep_key(None)
        elif self.step is Step.ABOUT:
            self.tell([])
        else:
            self._go(Step(self.step + 1))

    def tell(self, sentences: list[str]) -> None:
        """What the person says of themselves to begin with; the name is told with it."""
        named = [name_words(self.person)] if self.person else []
        self.told = [*named, *(one.strip() for one in sentences if one.strip())]
        for text in self.told:
            self._mind.change("person.remember", {"text": text}, success=lambda _: None, failure=self._failed)
        self.leave()

    def leave(self) -> None:
        """No more steps."""
        self._open(None)
        self._go(Step.OVER)
        self.finished.emit(first_question() if self.told else "")

    def _open(self, passphrase: str | None) -> None:
        if not self._opened:
            self._opened = True
            self.open_vault(passphrase)

    def _go(self, step: Step) -> None:
        self.step, self.fault = step, None
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault = fault
        self.changed.emit()
