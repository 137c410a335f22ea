"""Where a sound server has put our streams: one whose device was unplugged is moved, and nothing tells us.

PulseAudio and PipeWire move the stream of a microphone that is gone to what else can be recorded, which may be the
monitor of a speaker, and that of a speaker to a dummy that nobody hears. They tell `pactl`; without it, or without such
a server, nothing is known.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

MONITOR: Final = ".monitor"
"""How the name of a source ends that hears a speaker."""

DUMMY: Final = "auto_null"
"""The speaker that a server makes where there is none."""

CHOSEN_SOURCE: Final = "PULSE_SOURCE"
"""Names the source that this process is to hear: who chose a monitor means it."""

ANSWER_S: Final = 1.0
ENTRY: Final = re.compile(r"^(Sink Input|Source Output|Sink|Source|[A-Z]\w+) #(\d+)$", re.MULTILINE)
OWNER: Final = re.compile(r'application\.process\.id = "(\d+)"')


@dataclass(frozen=True, slots=True)
class _Kind:
    """A direction: what a stream is called in it, what its device is, and how one is called that stands for none."""

    stream: str
    device: str
    stand_in: re.Pattern[str]


HEARD: Final = _Kind("Source Output", "Source", re.compile(rf"{re.escape(MONITOR)}$"))
PLAYED: Final = _Kind("Sink Input", "Sink", re.compile(rf"^{DUMMY}$"))


def strayed() -> str:
    """Which of "microphone" and "speaker" our streams have lost; empty where neither, or where nothing is known."""
    return strayed_in(_listed(), os.getpid(), os.environ)


def strayed_in(listed: str, process: int, environ: Mapping[str, str]) -> str:
    """What `pactl list` tells of the streams of that process, as `strayed` does."""
    if CHOSEN_SOURCE not in environ and _lost(listed, process, HEARD):
        return "microphone"
    return "speaker" if _lost(listed, process, PLAYED) else ""


def _lost(listed: str, process: int, kind: _Kind) -> bool:
    """Whether every stream of that kind plays to, or hears, what only stands in for a device."""
    names = {number: _field(words, "Name") for what, number, words in _entries(listed) if what == kind.device}
    used = [
        names.get(_field(words, kind.device), "")
        for what, _, words in _entries(listed)
        if what == kind.stream and (owner := OWNER.search(words)) and int(owner[1]) == process
    ]
    return bool(used) and all(kind.stand_in.search(name) for name in used)


def _entries(listed: str) -> Iterator[tuple[str, str, str]]:
    """What each is, its number, and all that is said of it."""
    _, *parts = ENTRY.split(listed)
    yield from zip(parts[::3], parts[1::3], parts[2::3], strict=True)


def _field(words: str, name: str) -> str:
    found = re.search(rf"^\s+{name}: (.+)$", words, re.MULTILINE)
    return found[1].strip() if found else ""


def _listed() -> str:
    """All that the server has, in English; empty where nobody tells."""
    pactl = shutil.which("pactl")
    if pactl is None:
        return ""
    try:
        done = subprocess.run(
            [pactl, "list"],
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            timeout=ANSWER_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace")
