"""Microphones, speakers and the voice, to be looked at and tried out.

* `devices` → {"microphones": [names], "speakers": [names], "missing": what keeps the voice from working, or ""}
* `devices.listen` → {}; progress {level: 0–1}, for half a minute or until it is stopped
* `devices.sound` → {}: a tone is played; progress as above
* `devices.speak` (text) → {}: the chosen voice says it
"""

from pydantic import Field

from companion.program.setting import Asking, ProgramRequest
from companion.requests.room import Nothing, Request
from companion.service import Json
from companion.voice.models import missing_voice, open_synthesiser
from companion.voice.trying import share_of, tone, try_out
from engine.senses import Devices, NoAudioError, PortAudioLink, Sound

LISTEN_S, SOUND_S, SPARE_S = 30.0, 1.2, 0.4
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
    return _try(asking, None, LISTEN_S)


def sound(asking: Asking, _: Nothing) -> Json:
    """Raises NoAudioError, DeviceLostError."""
    return _try(asking, tone(), SOUND_S)


def speak(asking: Asking, asked: Speak) -> Json:
    """Raises SpeechModelError, NoAudioError."""
    voice = open_synthesiser(asking.store, asking.preferences.load().preferences)
    try:
        said = voice.speak(asked.text)
    finally:
        voice.close()
    return _try(asking, said, said.seconds + SPARE_S)


def _try(asking: Asking, played: Sound | None, seconds: float) -> Json:
    chosen = asking.preferences.load().preferences
    heard = 0

    def told(level: float) -> None:
        nonlocal heard
        heard += 1
        if heard % TOLD_EVERY == 0:
            asking.report({"level": share_of(level)})

    link = PortAudioLink(chosen.microphone, chosen.speaker)
    try_out(link, played, told, seconds=seconds, stopped=asking.stopped.is_set)
    return {}


REQUESTS = {
    "devices": ProgramRequest(Nothing, devices),
    "devices.listen": ProgramRequest(Nothing, listen),
    "devices.sound": ProgramRequest(Nothing, sound),
    "devices.speak": ProgramRequest(Speak, speak),
}
