"""Talks by file with the real speech models: turns, barge-in, echo, noise."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest

from companion.preferences import Preferences
from companion.voice.models import Voices, Warm
from companion.voice.reciting import Reciter
from companion.voice.session import SpeechModels, VoiceSession
from engine.models import standard_store
from engine.senses import (
    AudioLink,
    Block,
    Care,
    Companion,
    Duplex,
    Frame,
    Interruption,
    Listening,
    Manner,
    Partial,
    Recogniser,
    RecordedLink,
    Refused,
    Samples,
    Sound,
    SpeechModelError,
    Synthesiser,
    TalkState,
    TalkStatus,
    Transcript,
    TurnSpoken,
    Words,
    word_error_rate,
)
from engine.senses.hearing.words import Refusal
from engine.senses.talking.frames import AudioIn
from engine.settings import SensesSettings
from tests.integration.senses.conftest import Recorder, joined, until

Begin = Callable[[Companion, AudioLink], tuple[VoiceSession, Recorder]]
Speak = Callable[[str], Samples]
QUESTION = "What is the capital of France?"
LONG = "This is a rather long answer to your question. It goes on and on for quite some time. " * 2


def link_of(sound: Sound, echo: tuple[float, float] | None = None) -> tuple[RecordedLink, list[VoiceSession]]:
    sessions: list[VoiceSession] = []
    return RecordedLink(sound, over=lambda: sessions[0].talk.resting, echo=echo), sessions


def test_a_question_is_answered_aloud(begin: Begin, spoken: Speak, models: SpeechModels) -> None:
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 0.5))
    companion = Reciter("The capital of France is Paris. It lies on the Seine.")
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.run()
    # The voice draws its breath by chance: now and then one word of six is heard as another.
    assert word_error_rate([(QUESTION, companion.said[0])]) < 0.2
    assert companion.attended == 1
    assert all(QUESTION.startswith(draft) for draft in companion.drafts)
    assert companion.heard == [("The capital of France is Paris. It lies on the Seine.", True)]
    answer = models.recogniser().hear(link.played().at(16_000).samples, care=Care.TURN).text
    assert "Paris" in answer
    states = [one.state for one in seen.statuses]
    assert [one for one in states if one is not TalkState.READY][-3:] == [
        TalkState.THINKING,
        TalkState.SPEAKING,
        TalkState.OFF,
    ]


def test_words_are_there_while_somebody_still_speaks(begin: Begin, spoken: Speak) -> None:
    """Long enough to be read once at least before its end, on a busy machine too."""
    story = "Tell me a long story about the sea, about the ships and the harbours, and all the people who live there"
    link, sessions = link_of(joined(0.5, spoken(story), 0.2, spoken(story), 1.0))
    companion = Reciter("Once upon a time.")
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.run()
    first = next(at for at, one in enumerate(seen.frames) if isinstance(one, Partial))
    whole = next(at for at, one in enumerate(seen.frames) if isinstance(one, Words))
    assert first < whole
    # What is read of the first syllables alone may be anything.
    shown = set(seen.of(Partial)[-1].text.casefold().replace(",", "").split())
    assert len(shown & set(story.casefold().replace(",", "").split())) >= len(shown) / 2
    assert companion.drafts == [one.text for one in seen.of(Partial)]


@pytest.mark.parametrize("echo", [None, (0.5, 0.128)])
def test_who_speaks_is_heard_from_the_first_syllable_and_it_stops(
    begin: Begin, spoken: Speak, echo: tuple[float, float] | None
) -> None:
    question, later = spoken(QUESTION), 5.0
    link, sessions = link_of(
        joined(0.5, question, later, spoken("Stop, tell me about Lisbon instead."), 1.0), echo
    )
    companion = Reciter(answers=lambda text: "Fine." if "Lisbon" in text else LONG)
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.run()
    assert len(companion.said) == 2
    assert word_error_rate([("Stop, tell me about Lisbon instead.", companion.said[1])]) <= 0.2
    heard, whole = companion.heard[0]
    assert not whole
    assert 0 < len(heard) < len(LONG)
    assert LONG.startswith(heard[: len(heard) // 2])
    assert len(seen.of(Interruption)) == 1
    began_s = 0.5 + len(question) / 16_000 + later
    # `bench voice` holds it against 150 ms on a machine that does nothing else.
    assert silent_after(link.played(), began_s) < 0.2


def silent_after(played: Sound, began_s: float) -> float:
    """How long after `began_s` the answer was still heard, within the second after it."""
    loud = np.flatnonzero(np.abs(played.samples[: round((began_s + 1.0) * played.rate)]) > 1e-4)
    return max(0.0, float(loud[-1]) / played.rate - began_s)


def test_it_does_not_hear_itself(begin: Begin, spoken: Speak) -> None:
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 14.0), echo=(0.6, 0.16))
    companion = Reciter(LONG)
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.run()
    assert len(companion.said) == 1
    assert companion.heard == [(" ".join(LONG.split()), True)]
    assert not seen.of(Interruption)


def test_where_the_guard_does_not_hold_its_own_words_are_known_and_it_listens_in_between(
    begin: Begin, spoken: Speak
) -> None:
    """They come back later than the guard looks for them, as over a loudspeaker without a wire."""
    late_s = SensesSettings().echo.longest_way_s + 0.1
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 16.0), echo=(0.6, late_s))
    answer = "The capital of France is Paris. It lies on the river Seine, and many people live there."
    companion = Reciter(answer)
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.run()
    assert len(companion.said) == 1
    assert companion.heard == [(answer, True)]
    assert Refusal.ECHO in {one.reason for one in seen.of(Refused)}
    assert session.talk.ears.half_duplex
    assert "hears itself" in next(one.message for one in seen.statuses if one.message)


def test_noise_and_silence_are_not_answered(begin: Begin) -> None:
    rng = np.random.default_rng(7)
    white = rng.normal(0, 0.05, 16_000 * 20).astype(np.float32)
    times = np.arange(16_000 * 20) / 16_000
    chord = sum(np.sin(2 * np.pi * pitch * times) for pitch in (220, 277.2, 329.6)) * 0.08
    music = (chord * (1 + 0.5 * np.sin(2 * np.pi * 2 * times))).astype(np.float32)
    clicks = np.zeros(16_000 * 10, dtype=np.float32)
    clicks[:: 16_000 // 3] = 0.9
    link, sessions = link_of(joined(20.0, white, 1.0, music, 1.0, clicks, 1.0))
    companion = Reciter("Yes?")
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.run()
    assert companion.said == []
    assert not seen.of(Words)


def test_a_cough_does_not_cost_the_answer(begin: Begin, spoken: Speak) -> None:
    cough = spoken("Ugh")[:3200]
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 4.0, cough, 12.0))
    companion = Reciter(LONG)
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.run()
    assert companion.heard == [(" ".join(LONG.split()), True)]
    assert len(seen.of(TurnSpoken)) == 1


def test_called_by_its_name_it_listens(begin: Begin, spoken: Speak) -> None:
    recording = joined(0.5, spoken(QUESTION), 1.5, spoken("Anna, what time is it?"), 1.0)
    link, sessions = link_of(recording)
    companion = Reciter("Late.")
    session, seen = begin(companion, link)
    session.choose(Preferences(listening=Listening.WHEN_CALLED.value), "Anna")
    sessions.append(session)
    session.talk.run()
    assert len(companion.said) == 1
    assert "what time is it" in companion.said[0].casefold()
    assert len(seen.of(Refused)) == 1


def test_an_answer_is_spoken_by_a_voice_of_the_language_of_what_was_said(
    models: SpeechModels, spoken: Speak
) -> None:
    asked: list[str] = []

    class Asked(Voices):
        def __call__(self, language: str = "") -> Synthesiser:
            asked.append(language)
            return models.synthesiser(language)

    voices = Asked(standard_store(), Preferences(), 60)
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 0.5))
    hears = replace(models, synthesiser=voices)
    session = VoiceSession(Reciter("Paris."), link, hears, SensesSettings(), lambda _: None, lambda _: None)
    sessions.append(session)
    try:
        session.talk.run()
    finally:
        session.close()
    assert asked[-1] == "en"
    assert set(asked) == {"", "en"}, "as somebody began to speak it was not known yet what would be spoken"


def test_muted_it_hears_nothing(begin: Begin, spoken: Speak) -> None:
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 1.0))
    companion = Reciter("Yes?")
    session, seen = begin(companion, link)
    sessions.append(session)
    session.talk.mute(muted=True)
    session.talk.run()
    assert companion.said == []
    assert TalkState.MUTED in {one.state for one in seen.statuses}


class Icelandic:
    """Implements `Recogniser` over another: whatever is said is Icelandic, for which nobody made a voice."""

    def __init__(self, hears: Recogniser) -> None:
        self._hears = hears

    def hear(self, samples: Samples, *, language: str | None = None, care: Care) -> Transcript:
        return replace(self._hears.hear(samples, language=language, care=care), language="is")

    def close(self) -> None:
        """What it hears by is another's."""


def test_who_is_answered_by_a_foreign_voice_is_told(spoken: Speak, models: SpeechModels) -> None:
    statuses: list[TalkStatus] = []
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 0.5))
    hears = replace(models, recogniser=Warm(lambda: Icelandic(models.recogniser()), 60))
    session = VoiceSession(Reciter("Paris."), link, hears, SensesSettings(), lambda _: None, statuses.append)
    sessions.append(session)
    try:
        session.talk.run()
    finally:
        session.close()
    [spoke] = [one for one in statuses if one.state is TalkState.SPEAKING and one.message]
    assert "no voice for" in spoke.message
    assert spoke.remedy


def test_while_the_key_is_held_all_is_one_turn_and_else_nothing_is(begin: Begin, spoken: Speak) -> None:
    """Frames of the key through the whole talk: a pause within does not end it, and without the key nobody is heard."""
    said = joined(
        0.5, spoken(QUESTION), 1.0, spoken("What is the capital"), 1.2, spoken("of Portugal?"), 0.5, 1.0
    )
    link, sessions = link_of(said)
    companion = Reciter("Lisbon.")
    session, _ = begin(companion, link)
    session.choose(Preferences(listening=Listening.PUSH_TO_TALK.value), "Anna")
    sessions.append(session)
    pressed_s = 0.5 + len(spoken(QUESTION)) / 16_000 + 0.8
    released_s = said.seconds - 1.0
    keys = [(pressed_s, True), (released_s, False)]
    hears = session.talk.ears.take

    def press(frame: Frame) -> Iterable[Frame]:
        if isinstance(frame, AudioIn) and keys and frame.at_s >= keys[0][0]:
            session.talk.hold(held=keys.pop(0)[1])
        return hears(frame)

    session.talk.ears.take = press  # type: ignore[method-assign] - a finger that follows the recording's clock
    session.talk.run()
    assert keys == []
    [words] = companion.said
    assert "france" not in words.casefold()
    assert "capital" in words.casefold()
    assert "portugal" in words.casefold()
    assert companion.heard == [("Lisbon.", True)]


class Failing:
    """Implements `Recogniser` over another, and fails at its first turn as a damaged model does."""

    def __init__(self, hears: Recogniser) -> None:
        self._hears = hears
        self.failed = False

    def hear(self, samples: Samples, *, language: str | None = None, care: Care) -> Transcript:
        if care is Care.TURN and not self.failed:
            self.failed = True
            raise SpeechModelError("The speech model is damaged.")
        return self._hears.hear(samples, language=language, care=care)

    def close(self) -> None:
        """What it hears by is another's."""


def test_a_speech_model_that_fails_is_a_state_until_it_works(spoken: Speak, models: SpeechModels) -> None:
    statuses: list[TalkStatus] = []
    recording = joined(0.5, spoken(QUESTION), 2.5, spoken(QUESTION), 1.0)
    link, sessions = link_of(recording)
    hears = replace(models, recogniser=Warm(lambda: Failing(models.recogniser()), 60))
    companion = Reciter("Paris.")
    session = VoiceSession(companion, link, hears, SensesSettings(), lambda _: None, statuses.append)
    sessions.append(session)
    try:
        session.talk.run()
    finally:
        session.close()
    told = next(one for one in statuses if one.state is TalkState.FAILING)
    assert told.message == "The speech model is damaged."
    assert told.remedy
    assert companion.said
    assert statuses[-2].state is TalkState.READY


class Mute:
    """Implements `Synthesiser` as a voice does whose file is damaged."""

    language = "en"

    def speak(self, words: str, manner: Manner) -> Sound:
        raise RuntimeError("a fault of the library's own")

    def close(self) -> None:
        """It holds nothing."""


def test_a_voice_that_fails_is_a_state_too(
    spoken: Speak, models: SpeechModels, caplog: pytest.LogCaptureFixture
) -> None:
    class Voiceless(Voices):
        def __call__(self, language: str = "") -> Synthesiser:
            return Mute()

    statuses: list[TalkStatus] = []
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 1.0))
    speaks = replace(models, synthesiser=Voiceless(standard_store(), Preferences(), 60))
    companion = Reciter("Paris.")
    session = VoiceSession(companion, link, speaks, SensesSettings(), lambda _: None, statuses.append)
    sessions.append(session)
    try:
        session.talk.run()
    finally:
        session.close()
    told = next(one for one in statuses if one.state is TalkState.FAILING)
    assert told.message == "The voice failed."
    assert told.remedy
    assert caplog.messages == ["The voice failed: RuntimeError"]
    assert companion.heard == [("Paris.", True)], "it stands in the window, to be read"


def test_an_echo_that_gets_through_need_not_make_it_deaf(begin: Begin) -> None:
    session, _ = begin(Reciter("Paris."), RecordedLink(joined(0.1)))
    ears = session.talk.ears
    for choice, deaf in ((Duplex.AS_IT_CAN, True), (Duplex.ALWAYS, False), (Duplex.NEVER, True)):
        session.choose(Preferences(while_speaking=choice.value), "Anna")
        assert ears.half_duplex is (choice is Duplex.NEVER)
        ears.hear_echo()
        assert ears.half_duplex is deaf


def test_who_cannot_listen_while_it_speaks_says_so(begin: Begin, spoken: Speak) -> None:
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 0.5))
    session, seen = begin(Reciter(LONG), link)
    sessions.append(session)
    session.talk.ears.hear_echo()
    session.talk.run()
    spoke = next(one for one in seen.statuses if one.state is TalkState.SPEAKING)
    assert "hears itself" in spoke.message
    assert "--while-speaking" in spoke.remedy


def test_hushed_it_is_silent_and_what_was_heard_is_told(begin: Begin, spoken: Speak) -> None:
    """Also where the answer was whole long before: the reciter gives all of it at once."""
    link, sessions = link_of(joined(0.5, spoken(QUESTION), 12.0))
    companion = Reciter(LONG)
    session, seen = begin(companion, link)
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
    [(heard, whole)] = companion.heard
    assert not whole
    assert LONG.startswith(heard)
    assert 5 <= heard.count(" ") <= 6
    assert len(seen.of(Interruption)) == 1
    assert seen.statuses[-2].state is TalkState.READY


def test_models_that_were_let_go_load_again_as_somebody_begins_to_speak(models: SpeechModels) -> None:
    """The key is pressed, and not a sound is heard: nothing but that can have loaded them."""
    loads: list[str] = []

    def load() -> Recogniser:
        loads.append("loaded")
        return Icelandic(models.recogniser())

    hears = SpeechModels(Warm(load, 0.0), Voices(standard_store(), Preferences(), 0.0))
    link = RecordedLink(joined(0.3))
    session = VoiceSession(Reciter(""), link, hears, SensesSettings(), lambda _: None, lambda _: None)
    try:
        session.warm_up()
        until(lambda: hears.recogniser.loaded and hears.synthesiser.loaded)
        hears.release_if_idle()
        assert not hears.loaded
        session.talk.hold(held=True)
        session.talk.run()
        until(lambda: hears.recogniser.loaded and hears.synthesiser.loaded)
    finally:
        session.close()
        hears.close()
    assert loads == ["loaded", "loaded"]
