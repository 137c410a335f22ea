"""What is read of a sound server's list: whether our streams still have a device."""

import pytest

from engine.senses.audio.server import strayed_in

OURS, OTHERS = 41, 77
LISTED = """\
Module #0
\tName: module-native-protocol-unix

Sink #0
\tState: RUNNING
\tName: {speaker}
\tDescription: Headset

Source #3
\tName: {microphone}
\tDescription: Headset

Source #4
\tName: desk

Source Output #2
\tDriver: protocol-native.c
\tSource: {source}
\tProperties:
\t\tmedia.name = "ALSA Capture"
\t\tapplication.process.id = "{process}"

Sink Input #1
\tSink: 0
\tProperties:
\t\tapplication.process.id = "41"

Source Output #9
\tSource: 3
\tProperties:
\t\tmedia.name = "of the server's own"
"""


def listed(microphone: str = "usb", speaker: str = "usb", *, source: int = 3, process: int = OURS) -> str:
    return LISTED.format(microphone=microphone, speaker=speaker, source=source, process=process)


@pytest.mark.parametrize(
    ("told", "lost"),
    [
        (listed(), ""),
        (listed(microphone="usb.monitor"), "microphone"),
        (listed(microphone="usb.monitor", source=4), ""),
        (listed(microphone="usb.monitor", process=OTHERS), ""),
        (listed(speaker="auto_null"), "speaker"),
        (listed(microphone="auto_null.monitor", speaker="auto_null"), "microphone"),
        (listed(microphone="my.monitor.desk"), ""),
        ("", ""),
        ("Connection failure: Connection refused", ""),
    ],
)
def test_a_stream_that_was_moved_to_a_stand_in_has_lost_its_device(told: str, lost: str) -> None:
    assert strayed_in(told, OURS, {}) == lost


def test_who_chose_a_monitor_hears_it() -> None:
    told = listed(microphone="usb.monitor")
    assert strayed_in(told, OURS, {"PULSE_SOURCE": "usb.monitor"}) == ""
