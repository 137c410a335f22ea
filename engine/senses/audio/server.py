"""Where a sound server has put our streams: one whose device was unplugged is moved, and nothing tells us.

PulseAudio and PipeWire move the stream of a microphone that is gone to what else can be recorded, which may be the
monitor of a speaker, and that of a speaker to a dummy that nobody hears. They tell `pactl` (since version 15 as JSON);
without it, or without such a server, nothing is known.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

MONITOR: Final = ".monitor"
"""How the name of a source ends that hears a speaker."""

DUMMY: Final = "auto_null"
"""The speaker that a server makes where there is none."""

CHOSEN_SOURCE: Final = "PULSE_SOURCE"
"""Names the source that this process is to hear: who chose a monitor means it."""

ANSWER_S: Final = 1.0
OWNER: Final = "application.process.id"


@dataclass(frozen=True, slots=True)
class _Kind:
    """A direction: how the server lists its streams and devices, and how one is called that stands for none."""

    streams: str
    devices: str
    device: str
    stand_in: re.Pattern[str]


HEARD: Final = _Kind("source_outputs", "sources", "source", re.compile(rf"{re.escape(MONITOR)}$"))
PLAYED: Final = _Kind("sink_inputs", "sinks", "sink", re.compile(rf"^{DUMMY}$"))


def strayed() -> str:
    """Which of "microphone" and "speaker" our streams have lost; empty where neither, or where nothing is known."""
    return strayed_in(_listed(), os.getpid(), os.environ)


def strayed_in(listed: str, process: int, environ: Mapping[str, str]) -> str:
    """What `pactl --format=json list` tells of the streams of that process, as `strayed` does."""
    try:
        told = json.loads(listed)
        if CHOSEN_SOURCE not in environ and _lost(told, process, HEARD):
            return "microphone"
        return "speaker" if _lost(told, process, PLAYED) else ""
    except (ValueError, KeyError, TypeError):
        return ""


def _lost(told: Mapping[str, Any], process: int, kind: _Kind) -> bool:
    """Whether every stream of that kind plays to, or hears, what only stands in for a device."""
    names = {one["index"]: one["name"] for one in told[kind.devices]}
    used = [
        names.get(one[kind.device], "")
        for one in told[kind.streams]
        if one["properties"].get(OWNER) == str(process)
    ]
    return bool(used) and all(kind.stand_in.search(name) for name in used)


def _listed() -> str:
    """All that the server has; empty where nobody tells."""
    pactl = shutil.which("pactl")
    if pactl is None:
        return ""
    try:
        done = subprocess.run(
            [pactl, "--format=json", "list"],
            # Its numbers are those of a language: only without one they are JSON's.
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            timeout=ANSWER_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace")
