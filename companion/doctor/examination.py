"""The whole examination, in the order in which a person would look."""

from companion.doctor import home as of_home
from companion.doctor import machine
from companion.doctor.models import models
from companion.doctor.records import Check
from companion.home import Home


def examine(home: Home, passphrase: str | None) -> list[Check]:
    """Look at everything; nothing is made or changed, and no model is loaded."""
    key, opened = of_home.key(home, passphrase)
    return [
        machine.python(),
        machine.packages(),
        machine.language_engine(),
        machine.memory(),
        machine.display(),
        of_home.keyring(),
        of_home.place(home),
        key,
        of_home.vault(home, opened),
        of_home.owner(home),
        *models(home),
        machine.network(),
    ]
