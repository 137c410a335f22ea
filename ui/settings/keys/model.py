"""The view-model of the vault's key. No Qt, and no passphrase is kept in it."""

from enum import StrEnum

from ui.doors import Door, Fault
from ui.observable import Signal
from ui.settings.keys import operations
from ui.settings.keys.operations import Keeping

SHORTEST = 8
"""Letters of a passphrase; the program refuses less."""


class Step(StrEnum):
    """What the person is filling in."""

    NOTHING = "nothing"
    PASSPHRASE = "passphrase"  # noqa: S105 - a name, not a secret
    KEYRING = "keyring"
    CODE = "code"


class VaultKeys:
    """`keeping` is None until it was read. `code` is a new recovery code, until it was put away."""

    def __init__(self, program: Door) -> None:
        self._program = program
        self.keeping: Keeping | None = None
        self.step, self.busy, self.done = Step.NOTHING, False, Step.NOTHING
        self.code = ""
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()

    @property
    def needs_passphrase(self) -> bool:
        """Whether the present one is asked for before anything changes."""
        return self.keeping is not None and self.keeping.kept_by == "passphrase"

    def load(self) -> None:
        """Read how the key is kept."""
        operations.look(self._program, self._told, self._failed)

    def begin(self, step: Step) -> None:
        """Fill something in; NOTHING gives up."""
        self.step, self.fault, self.code, self.done = step, None, "", Step.NOTHING
        self.changed.emit()

    @staticmethod
    def fault_of(new: str, again: str) -> str:
        """Why a new passphrase cannot be taken: "short", "different", or ""."""
        if len(new) < SHORTEST:
            return "short"
        return "" if new == again else "different"

    def keep(self, present: str, new: str = "") -> None:
        """Do what was filled in."""
        self.busy, self.fault = True, None
        match self.step:
            case Step.PASSPHRASE:
                operations.set_passphrase(self._program, present, new, self._kept, self._failed)
            case Step.KEYRING:
                operations.use_keyring(self._program, present, self._kept, self._failed)
            case Step.CODE:
                operations.new_code(self._program, present, self._coded, self._failed)
            case Step.NOTHING:
                self.busy = False
        self.changed.emit()

    def _told(self, keeping: Keeping) -> None:
        self.keeping = keeping
        self.changed.emit()

    def _kept(self, keeping: Keeping) -> None:
        self.keeping, self.busy = keeping, False
        self.done, self.step = self.step, Step.NOTHING
        self.changed.emit()

    def _coded(self, code: str) -> None:
        self.code, self.busy, self.step = code, False, Step.NOTHING
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault, self.busy = fault, False
        self.changed.emit()
