"""What is read of a sound server's list: whether our streams still have a device."""

import json

import pytest

from engine.senses.audio.server import strayed_in

OURS, OTHERS = 41, 77


def listed(microphone: str = "usb", speaker: str = "usb", *, source: int = 3, process: int = OURS) -> str:
    """As `pactl --format=json list` tells it, without what nobody asks for."""
    return json.dumps(
        {
            "modules": [{"name": "module-native-protocol-unix"}],
            "sinks": [{"index": 0, "state": "RUNNING", "name": speaker, "description": "Source Output #2"}],
            "sources": [
                {"index": 3, "name": microphone, "description": "(null)"},
                {"index": 4, "name": "desk", "description": "Desk"},
            ],
            "source_outputs": [
                {
                    "index": 2,
                    "source": source,
                    "properties": {"media.name": "ALSA Capture", "application.process.id": str(process)},
                },
                {"index": 9, "source": 3, "properties": {"media.name": "of the server's own"}},
            ],
            "sink_inputs": [{"index": 1, "sink": 0, "properties": {"application.process.id": str(OURS)}}],
        }
    )


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
        ("[]", ""),
        ('{"sinks": []}', ""),
        ("Connection failure: Connection refused", ""),
    ],
)
def test_a_stream_that_was_moved_to_a_stand_in_has_lost_its_device(told: str, lost: str) -> None:
    assert strayed_in(told, OURS, {}) == lost


def test_who_chose_a_monitor_hears_it() -> None:
    told = listed(microphone="usb.monitor")
    assert strayed_in(told, OURS, {"PULSE_SOURCE": "usb.monitor"}) == ""
