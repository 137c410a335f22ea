"""A talk over microphone and speaker in a terminal: its keys, and the line that says how it stands."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.cli.voice.keys import END_OF_INPUT, Keys, pressed_keys
from companion.cli.voice.line import LastLine

if TYPE_CHECKING:
    from companion.preferences import Preferences
    from companion.voice.session import SpeechModels, VoiceSession
    from engine.senses import TalkStatus

LOOK_S = 30.0
"""Between two looks whether speech models are idle."""

MUTE, HUSH, LEAVE = "m", " ", "q"
KEYS = "m mutes the microphone, space silences the answer, q leaves."
NO_KEYS = "Ctrl-C leaves."


class Standing:
    """How a live talk stands, in the last line. `muted` is what the person wants, also while there is no device."""

    def __init__(self, line: LastLine, preferences: "Preferences") -> None:
        self.line, self._waiting = line, _waiting(preferences)
        self._status: TalkStatus | None = None
        self.muted = False

    def change(self, status: "TalkStatus") -> None:
        """On the audio thread."""
        self._status = status
        self._show()

    def mute(self, *, muted: bool) -> None:
        self.muted = muted
        self._show()

    def end(self) -> None:
        self.line.stand("")

    def _show(self) -> None:
        if self._status is not None:
            self.line.stand(standing_words(self._status, self._waiting, muted=self.muted))


def standing_words(status: "TalkStatus", waiting: str, *, muted: bool) -> str:
    """A state in a line: that it is muted first, then what it does, then what is missing and what to do about it."""
    from engine.senses import TalkState  # noqa: PLC0415 - heavy

    words = {
        TalkState.READY: waiting,
        TalkState.LISTENING: "hearing you",
        TalkState.FAILING: "a model fails",
        TalkState.OFF: "voice off",
    }.get(status.state, status.state.value)
    quiet = muted and status.state in {TalkState.READY, TalkState.LISTENING, TalkState.MUTED}
    shown = "muted" if quiet else f"muted, {words}" if muted else words
    return " ".join(filter(None, (f"[{shown}]", status.message, status.remedy)))


def follow_keys(keys: Keys, session: "VoiceSession", standing: Standing, look: Callable[[], object]) -> None:
    """Until the person leaves; `look` is called now and then meanwhile."""
    while (key := keys.read(LOOK_S).casefold()) not in {LEAVE, END_OF_INPUT}:
        if key == MUTE:
            standing.mute(muted=not standing.muted)
            session.talk.mute(muted=standing.muted)
        elif key == HUSH:
            session.talk.hush()
        look()


def talk_live(
    session: "VoiceSession", models: "SpeechModels", preferences: "Preferences", standing: Standing
) -> None:
    """Run the session until the person leaves; idle models are let go meanwhile."""
    try:
        with pressed_keys() as keys:
            told = f"{_how_to_talk(preferences)} {KEYS if keys.there else NO_KEYS}"
            standing.line.above(told, err=True)
            session.start()
            follow_keys(keys, session, standing, models.release_if_idle)
    except KeyboardInterrupt:
        standing.line.above("", err=True)
    finally:
        session.close()
        standing.end()


def _waiting(preferences: "Preferences") -> str:
    """What it does while nobody speaks."""
    return {
        "push to talk": f"hold {preferences.talk_key} to talk",
        "when called": "listening for its name",
    }.get(preferences.listening, "listening")


def _how_to_talk(preferences: "Preferences") -> str:
    return {
        "push to talk": f"Speak while you hold {preferences.talk_key}.",
        "when called": "Call its name, and speak.",
    }.get(preferences.listening, "Speak whenever you like.")
