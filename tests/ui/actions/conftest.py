"""Every place as it is before something is done in it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.network.ledger import VARIABLE
from tests.ui.actions.acting import Acted
from tests.ui.actions.scenes import SCENES, full_books, program

Opened = Callable[[str, str], Acted]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch, qapp) -> Iterator[Opened]:
    """Opens a place over full books in one of its scenes; the one that was open is closed."""
    made: list[Acted] = []
    for name in ("XDG_CONFIG_HOME", VARIABLE):  # what is chosen of the session and of the network stays here
        monkeypatch.setenv(name, str(tmp_path / name))

    def close() -> None:
        while made:
            made.pop().close()

    def show(place: str, scene: str) -> Acted:
        close()
        made.append(Acted(place, full_books(), program(tmp_path), tmp_path))
        SCENES[place][scene](made[-1])
        made[-1].settle()
        return made[-1]

    yield show
    close()
