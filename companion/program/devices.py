"""Microphones, speakers and the voice, to be looked at and tried out.

* `devices` → {"microphones": [names], "speakers": [names], "missing": what keeps the voice from working, or ""}
* `devices.listen` → {}; progress {level: 0–1}, for half a minute or until it is stopped
* `devices.sound` → {}: a tone is played
* `devices.speak` (text) → {}: the chosen voice says it
"""

from pydantic import Field

from companion.program.setting import Asking, ProgramRequest
from companion.requests.room import Nothing, Request
from companion.service import Json
from companion.voice.models import missing_voice, open_synthesiser
from companion.voice.trying import play, share_of, tone, try_out
from engine.senses import Devices, NoAudioError, PortAudioLink, PortAudioSpeaker, Sound, as_spoken

LISTEN_S = 30.0
TOLD_EVERY = 2
"""Blocks of 32 ms between two reports: fifteen a second are smooth."""


class Speak(Request):
    """What the voice is to say."""

    text: str = Field(min_length=1, max_length=200)


def devices(asking: Asking, _: Nothing) -> Json:
    """What is there now; without an audio system nothing is."""
    missing = missing_voice(asking.store, asking.preferences.load().preferences)
    words = "" if missing is None else missing.message
    try:
        found = Devices.look().all
    except NoAudioError as error:
        return {"microphones": [], "speakers": [], "missing": f"{error.message} {error.remedy}".strip()}
    return {
        "microphones": [one.name for one in found if one.inputs],
        "speakers": [one.name for one in found if one.outputs],
        "missing": words,
    }


def listen(asking: Asking, _: Nothing) -> Json:
    """Raises NoAudioError, DeviceLostError."""
    chosen, heard = asking.preferences.load().preferences, 0

    def told(level: float) -> None:
        nonlocal heard
        heard += 1
        if heard % TOLD_EVERY == 0:
            asking.report({"level": share_of(level)})

    link = PortAudioLink(chosen.microphone, chosen.speaker)
    try_out(link, None, told, seconds=LISTEN_S, stopped=asking.stopped.is_set)
    return {}


def sound(asking: Asking, _: Nothing) -> Json:
    """Raises NoAudioError, DeviceLostError."""
    return _play(asking, tone())


def speak(asking: Asking, asked: Speak) -> Json:
    """Raises SpeechModelError, NoAudioError, DeviceLostError."""
    voice = open_synthesiser(asking.store, asking.preferences.load().preferences)
    try:
        said = voice.speak(as_spoken(asked.text, voice.language))
    finally:
        voice.close()
    return _play(asking, said)


def _play(asking: Asking, played: Sound) -> Json:
    """With the speaker alone: who has no microphone can be spoken to."""
    play(PortAudioSpeaker(asking.preferences.load().preferences.speaker), played, asking.stopped.is_set)
    return {}


REQUESTS = {
    "devices": ProgramRequest(Nothing, devices),
    "devices.listen": ProgramRequest(Nothing, listen),
    "devices.sound": ProgramRequest(Nothing, sound),
    "devices.speak": ProgramRequest(Speak, speak),
}
