"""A tenth of the benchmark's long talks: silence, noise, and turns in a row."""

import pytest

from companion.voice.session import SpeechModels
from tests.benchmarks.voice_soak import listen, soak


@pytest.mark.parametrize("loudness", [0.0, 0.05])
def test_minutes_of_silence_and_noise_are_cheap_and_not_answered(
    models: SpeechModels, loudness: float
) -> None:
    found = listen(models, 6, 1, loudness)
    assert found["utterances"] == 0
    assert found["core_share"] < 0.15


def test_turns_in_a_row_leave_memory_flat(models: SpeechModels) -> None:
    found = soak(models, 20, 1)
    assert found["turns"] == found["spoken"] == 20
    assert found["growth"] < 0.05
