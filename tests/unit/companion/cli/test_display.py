import socket
from pathlib import Path

import pytest

from companion.cli.start import has_display


@pytest.fixture(autouse=True)
def no_other_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def test_a_display_that_is_not_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":4711")
    assert not has_display()


def test_a_display_that_listens_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    number = 4712
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        monkeypatch.setenv("DISPLAY", f":{number}.0")
        assert has_display()
    assert not Path(f"/tmp/.X11-unix/X{number}").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [("WAYLAND_DISPLAY", "wayland-0"), ("QT_QPA_PLATFORM", "offscreen"), ("DISPLAY", "far:0")],
)
def test_what_is_chosen_on_purpose_counts(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    assert has_display()
