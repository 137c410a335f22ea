"""Talks over a real audio server with virtual devices, through PortAudio."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels, VoiceSession
from companion.voice.trying import tone
from engine.senses import (
    AudioLink,
    Care,
    Companion,
    Devices,
    PortAudioLink,
    Samples,
    SoundBegan,
    TalkState,
    level_db,
)
from tests.audio_server import AudioServer
from tests.integration.senses.conftest import Recorder, until

pytestmark = pytest.mark.live

Begin = Callable[[Companion, AudioLink], tuple[VoiceSession, Recorder]]
Speak = Callable[[str], Samples]
QUESTION = "What is the capital of France?"
LONG = "This is a rather long answer to your question. It goes on and on for quite some time. "


def started(begin: Begin, companion: Reciter) -> tuple[VoiceSession, Recorder]:
    session, seen = begin(companion, PortAudioLink())
    session.start()
    until(lambda: session.talk.status.state is TalkState.READY)
    return session, seen


def test_question_and_answer_go_through_the_devices(
    server: AudioServer, begin: Begin, spoken: Speak, models: SpeechModels
) -> None:
    assert Devices.look().microphone().name == "pulse"
    companion = Reciter("The capital of France is Paris.")
    started(begin, companion)
    with ThreadPoolExecutor(1) as beside:
        recording = beside.submit(server.record, 7.0)
        server.say(spoken(QUESTION))
        answer = recording.result()
    assert "capital of france" in companion.said[0].casefold()
    assert "Paris" in models.recogniser().hear(answer.samples, care=Care.TURN).text


def test_an_answer_of_clauses_is_heard_whole(server: AudioServer, begin: Begin, spoken: Speak) -> None:
    """Though each of them is on its way for longer than the pause after it, and the last one has no sound."""
    answer = "Well, as everybody who was there knows, the capital is Paris, and it lies on the Seine. 😀"
    companion = Reciter(answer)
    started(begin, companion)
    server.say(spoken(QUESTION))
    until(lambda: companion.heard)
    assert companion.heard == [(answer, True)]


def test_barge_in_echo_and_noise(server: AudioServer, begin: Begin, spoken: Speak) -> None:
    server.control("load-module", "module-loopback", "source=spk.monitor", "sink=mic", "latency_msec=60")
    companion = Reciter(answers=lambda text: "Fine." if "Lisbon" in text else LONG)
    session, seen = started(begin, companion)
    noise = np.random.default_rng(3).normal(0, 0.03, 32_000).astype(np.float32)
    server.say(noise)
    assert companion.said == []
    server.say(spoken(QUESTION))
    until(lambda: seen.of(SoundBegan))
    until(lambda: session.talk.playback.heard(0)[0].count(" ") > 6)
    assert len(companion.said) == 1
    server.say(spoken("Stop, tell me about Lisbon instead."))
    until(lambda: len(companion.heard) == 2)
    assert "Lisbon" in companion.said[-1]
    heard, whole = companion.heard[0]
    assert heard
    assert not whole


def test_looking_for_devices_does_not_end_a_talk(server: AudioServer, begin: Begin, spoken: Speak) -> None:
    companion = Reciter("The capital of France is Paris.")
    _, seen = started(begin, companion)
    for _ in range(3):
        assert Devices.look().microphone().name == "pulse"
    server.say(spoken(QUESTION))
    until(lambda: companion.heard)
    assert companion.heard == [("The capital of France is Paris.", True)]
    assert TalkState.NO_DEVICE not in {one.state for one in seen.statuses}


def test_devices_that_vanish_are_waited_for(server: AudioServer, begin: Begin, spoken: Speak) -> None:
    companion = Reciter("The capital of France is Paris.")
    session, seen = started(begin, companion)
    server.stop()
    until(lambda: session.talk.status.state is TalkState.NO_DEVICE)
    assert seen.statuses[-1].remedy
    server.start()
    until(lambda: session.talk.status.state is TalkState.READY)
    server.say(spoken(QUESTION))
    until(lambda: companion.heard)
    assert companion.heard == [("The capital of France is Paris.", True)]


def unload(server: AudioServer, words: str) -> None:
    """Unplug what that module made."""
    [number] = [
        line.split()[0] for line in server.control("list", "short", "modules").splitlines() if words in line
    ]
    server.control("unload-module", number)


def plug(server: AudioServer, *words: str) -> None:
    server.control("load-module", *words)


def test_a_microphone_that_is_unplugged_is_missed_and_used_again(
    server: AudioServer, begin: Begin, spoken: Speak
) -> None:
    """Though the server moves its stream on, to what nobody speaks into."""
    companion = Reciter("The capital of France is Paris.")
    session, _ = started(begin, companion)
    unload(server, "source_name=vmic")
    until(lambda: session.talk.status.message == "There is no microphone.")
    assert session.talk.status.remedy
    # It goes on looking for one, and never takes the monitor for one.
    time.sleep(3)
    assert session.talk.status.state is TalkState.NO_DEVICE
    plug(server, "module-remap-source", "master=mic.monitor", "source_name=vmic")
    server.control("set-default-source", "vmic")
    until(lambda: session.talk.status.state is TalkState.READY)
    server.say(spoken(QUESTION))
    until(lambda: companion.heard)
    assert companion.heard == [("The capital of France is Paris.", True)]


def test_a_speaker_that_is_unplugged_is_missed_and_used_again(server: AudioServer, begin: Begin) -> None:
    """What a desktop's server makes in its place is heard by nobody."""
    plug(server, "module-sine-source", "source_name=other", "frequency=60")
    plug(server, "module-always-sink")
    server.control("set-default-source", "other")
    unload(server, "source_name=vmic")
    unload(server, "sink_name=mic")
    session, _ = started(begin, Reciter(""))
    unload(server, "sink_name=spk")
    until(lambda: session.talk.status.message == "There is no speaker.")
    assert session.talk.status.state is TalkState.NO_DEVICE
    assert session.talk.status.remedy
    plug(server, "module-null-sink", "sink_name=spk", "rate=48000")
    server.control("set-default-sink", "spk")
    until(lambda: session.talk.status.state is TalkState.READY)
    with ThreadPoolExecutor(1) as beside:
        recording = beside.submit(server.record, 3.0)
        time.sleep(0.5)
        session.talk.playback.put(0, "", tone(), 0.0)
        assert level_db(recording.result().samples) > -60
