"""What is asked of the program about the vault's key, typed. A passphrase goes through here and stays nowhere."""

from collections.abc import Callable
from dataclasses import dataclass

from ui.doors import Door, Json, OnFailure


@dataclass(frozen=True, slots=True)
class Keeping:
    """Who keeps the key ("passphrase", "keyring", "" where there is none yet), and the system's keyring by name."""

    kept_by: str
    keyring: str


OnKeeping = Callable[[Keeping], None]


def look(door: Door, success: OnKeeping, failure: OnFailure) -> None:
    """How it is kept."""
    door.question("keys", {}, success=lambda told: success(_keeping(told)), failure=failure)


def set_passphrase(door: Door, present: str, new: str, success: OnKeeping, failure: OnFailure) -> None:
    """Have a passphrase keep it from now on."""
    asked = {"present": present, "new": new}
    door.change("keys.passphrase", asked, success=lambda told: success(_keeping(told)), failure=failure)


def use_keyring(door: Door, present: str, success: OnKeeping, failure: OnFailure) -> None:
    """Have the system's keyring keep it from now on."""
    door.change(
        "keys.keyring", {"present": present}, success=lambda told: success(_keeping(told)), failure=failure
    )


def new_code(door: Door, present: str, success: Callable[[str], None], failure: OnFailure) -> None:
    """A new recovery code, told this once."""
    door.change(
        "keys.recovery", {"present": present}, success=lambda told: success(told["code"]), failure=failure
    )


def _keeping(told: Json) -> Keeping:
    return Keeping(told["kept_by"] or "", told["keyring"] or "")
