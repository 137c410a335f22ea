"""Opening a home's vault for the window: by what keeps its key, by its recovery code, and asked for until it opens."""

from contextlib import suppress

from companion.home import Home
from companion.keys import keep_by_passphrase, keeping_of, recover_key
from companion.reach import OnRecoveryCode, ReachedService, reach
from companion.service import Service
from companion.window.life import Opening
from engine.vault import Keeping, NoKeyError, VaultKeyError, WrongKeyError
from ui.shell.key_dialogs import Recovery, Ways


def open_mind(home: Home, opening: Opening, unattended: str | None) -> Service:
    """The mind of `home`; `unattended` is a passphrase from the surroundings, of which no code is told.

    Raises what `reach` does once the person gives up.
    """
    if isinstance(opening.before, ReachedService):
        with suppress(NoKeyError, WrongKeyError):
            return opening.before.again()
    passphrase = None if opening.locked else opening.passphrase or unattended
    if opening.by_code:
        passphrase = _asked(home, opening, "", Ways.CODE)
        if passphrase is None:
            raise NoKeyError("The vault stays locked.")
    while True:
        try:
            told = _telling(opening, passphrase, unattended)
            return reach(home, passphrase, told, unlocking=opening.locked)
        except (NoKeyError, WrongKeyError) as error:
            passphrase = _asked(home, opening, error.message, _ways(home))
            if passphrase is None:
                raise


def _telling(opening: Opening, passphrase: str | None, unattended: str | None) -> OnRecoveryCode:
    if passphrase is not None and passphrase == unattended:
        return lambda _: None
    return opening.tell_recovery_code


def _ways(home: Home) -> Ways:
    """A new home has no code yet; what the keyring lost, no passphrase opens."""
    return {None: Ways.PASSPHRASE, Keeping.KEYRING: Ways.CODE}.get(keeping_of(home.path), Ways.EITHER)


def _asked(home: Home, opening: Opening, reason: str, ways: Ways) -> str | None:
    """A passphrase; who has only the recovery code sets a new one with it. None where the person gives up."""
    while True:
        given = opening.ask_passphrase(reason, ways)
        if not isinstance(given, Recovery):
            return given
        try:
            keep_by_passphrase(home.path, recover_key(home.path, given.code), given.passphrase)
        except VaultKeyError as error:
            reason, ways = f"{error.message} {error.remedy}".strip(), Ways.CODE
        else:
            return given.passphrase
