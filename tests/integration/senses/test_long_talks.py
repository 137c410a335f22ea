"""A tenth of the benchmarks' long talks: silence, noise, and turns in a row."""

import pytest

from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels
from tests.audio_server import AudioServer
from tests.benchmarks.voice_listening import KINDS, listen, listen_live
from tests.benchmarks.voice_soak import ANSWER, soak


@pytest.mark.parametrize("kind", KINDS)
def test_minutes_in_which_nobody_speaks_are_cheap_and_not_answered(models: SpeechModels, kind: str) -> None:
    found = listen(models, kind, 6, 1)
    assert found["utterances"] == 0
    assert found["core_share"] < 0.15


@pytest.mark.live
def test_noise_through_the_devices_is_cheap_and_not_answered(
    server: AudioServer, models: SpeechModels
) -> None:
    found = listen_live(models, server, "noise", 0.2, 1)
    assert found["utterances"] == 0
    assert found["core_share"] < 0.15


def test_turns_in_a_row_leave_memory_flat(models: SpeechModels) -> None:
    found = soak(models, Reciter(ANSWER), 20, 1)
    assert found["turns"] == found["spoken"] == 20
    assert found["program"]["growth"] < 0.05
