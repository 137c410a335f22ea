"""Talks with a real mind over a throwaway vault: an interruption reaches the model, and what was heard is kept."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.host import LocalService
from companion.reach import compose
from companion.service import Service
from companion.voice.conversing import SURFACE, ServiceCompanion
from companion.voice.session import SpeechModels, VoiceSession
from engine.conversation.records import Exchange, TurnStatus
from engine.language import GenerationRequest
from engine.senses import (
    AudioLink,
    Block,
    Care,
    Companion,
    Interruption,
    PortAudioLink,
    RecordedLink,
    Samples,
    Sound,
    SoundBegan,
    TalkState,
    word_error_rate,
)
from tests.audio_server import AudioServer
from tests.integration.senses.conftest import Recorder, joined, until
from tests.integration.service.scripted import NOTE, Script, SlowModel, composed

Begin = Callable[[Companion, AudioLink], tuple[VoiceSession, Recorder]]
Speak = Callable[[str], Samples]
LONG = "This is a rather long answer to your question. It goes on and on for quite some time. " * 2
RECORDED_S = 60.0
"""Longer than a small model on a busy machine and its sound take."""
MISHEARD = 0.5
"""The share of words that the small recogniser may take for others, and one in any case: "Paris." for "Harris"."""
STORY = "Tell me a long story about the sea."


def answer(request: GenerationRequest) -> str:
    """A long one to a story, a short one to all else."""
    if request.schema:
        return NOTE
    return LONG if "story" in request.prompt[-1].text.casefold() else "Lisbon is fine."


@pytest.fixture
def mind(request: pytest.FixtureRequest) -> Iterator[tuple[Service, SlowModel]]:
    """A mind whose model waits so long before each word."""
    model = SlowModel(answer, pause_s=request.param)
    service = LocalService(composed(None, None, Script(model)), owner="test")
    yield service, model
    service.close()


def exchanges(service: Service) -> list[Exchange]:
    found = service.submit("history", {"limit": 9}).result(60)["exchanges"]
    return [Exchange.model_validate(one) for one in found]


def link_of(recording: Sound) -> tuple[RecordedLink, list[VoiceSession]]:
    sessions: list[VoiceSession] = []
    return RecordedLink(recording, over=lambda: sessions[0].talk.resting), sessions


@pytest.mark.parametrize("mind", [0.8], indirect=True)
def test_who_speaks_in_between_stops_the_model_and_the_trail_keeps_what_was_heard(
    mind: tuple[Service, SlowModel], begin: Begin, spoken: Speak
) -> None:
    service, _ = mind
    recording = joined(0.5, spoken(STORY), 1.5, spoken("Stop, tell me about Lisbon instead."), 1.0)
    link = RecordedLink(
        recording,
        holds=lambda: session.talk.occupied and session.talk.playback.heard(0)[0].count(" ") < 4,
        over=lambda: session.talk.resting,
    )
    session, seen = begin(ServiceCompanion(service), link)
    session.talk.run()
    first, second = exchanges(service)  # oldest first
    assert len(seen.of(Interruption)) >= 1
    assert first.surface == second.surface == SURFACE
    assert first.status is TurnStatus.STOPPED, "generation was cancelled"
    assert first.answer
    assert LONG.startswith(first.answer[: len(first.answer) // 2])
    assert len(first.answer) < len(LONG) // 2
    assert "Lisbon" in second.utterance
    assert second.answer == "Lisbon is fine."


@pytest.mark.parametrize("mind", [0.0], indirect=True)
def test_stopped_after_the_answer_was_written_the_trail_keeps_what_was_heard(
    mind: tuple[Service, SlowModel], begin: Begin, spoken: Speak
) -> None:
    service, _ = mind
    link, sessions = link_of(joined(0.5, spoken(STORY), 10.0))
    session, _ = begin(ServiceCompanion(service), link)
    sessions.append(session)
    reads, pressed = link.read, False

    def read(*, hurry: bool) -> Block | None:
        nonlocal pressed
        if not pressed and session.talk.playback.heard(0)[0].count(" ") == 5:
            pressed = True
            session.talk.hush()
        return reads(hurry=hurry)

    link.read = read  # type: ignore[method-assign] - somebody presses Stop once six words were heard
    session.talk.run()
    [told] = exchanges(service)
    assert told.answer
    assert LONG.startswith(told.answer)
    assert 5 <= told.answer.count(" ") <= 6


@pytest.mark.model
def test_a_question_is_heard_thought_about_and_answered(
    begin: Begin, spoken: Speak, models: SpeechModels, throwaway: Service
) -> None:
    link, sessions = link_of(joined(0.5, spoken("What is the capital of France?"), 0.5))
    session, _ = begin(ServiceCompanion(throwaway), link)
    sessions.append(session)
    session.talk.run()
    is_answered_aloud(throwaway, models, link.played().at(16_000).samples)


@pytest.mark.model
@pytest.mark.live
def test_a_question_goes_through_the_devices_and_the_mind(
    server: AudioServer, begin: Begin, spoken: Speak, models: SpeechModels, throwaway: Service
) -> None:
    """From the microphone to the speaker of a real audio server, with nothing in between that is not the program's."""
    session, seen = begin(ServiceCompanion(throwaway), PortAudioLink())
    session.start()
    until(lambda: session.talk.status.state is TalkState.READY)
    with ThreadPoolExecutor(1) as beside:
        recording = beside.submit(
            server.record, RECORDED_S, lambda: seen.of(SoundBegan) and session.talk.resting
        )
        server.say(spoken("What is the capital of France?"))
        answer = recording.result()
    assert seen.of(SoundBegan)
    is_answered_aloud(throwaway, models, answer.samples)


def is_answered_aloud(service: Service, models: SpeechModels, samples: Samples) -> None:
    """The one question about France was understood, and what was spoken is what was answered."""
    [told] = exchanges(service)
    assert told.surface == SURFACE
    assert "capital of france" in told.utterance.casefold()
    assert told.answer
    # What the smallest model knows of it is its own: now Paris, now the flag.
    assert any(word in told.answer for word in ("Paris", "France", "French"))
    heard = models.recogniser().hear(samples, care=Care.TURN).text
    assert heard
    words = len(told.answer.split())
    assert word_error_rate([(told.answer, heard)]) * words <= max(1, MISHEARD * words), heard


@pytest.fixture
def throwaway() -> Iterator[Service]:
    """A mind with the smallest model, over a vault that leaves nothing behind."""
    service = LocalService(compose(None, None), owner="test")
    service.submit("use_model", {"role": "day", "name": "qwen2.5-coder-0.5b"}).result(300)
    yield service
    service.close()
