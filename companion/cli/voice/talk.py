"""`companion talk`: a spoken conversation with microphone and speaker, or a recorded one by file."""

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.invocation import call_of, print_json, warn
from companion.cli.talk import reached
from companion.cli.voice.files import preferences_of

if TYPE_CHECKING:
    from companion.service import Service
    from companion.voice.session import SpeechModels, VoiceSession
    from engine.errors import CompanionError
    from engine.senses import AudioLink, Frame, TalkStatus

Json = Annotated[bool, typer.Option("--json", help="Print what happened as one JSON document.")]
READY_S = 300.0


def talk(
    context: typer.Context,
    recording: Annotated[
        Path | None,
        typer.Option("--in", metavar="FILE", help="What the person says, instead of a microphone."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where what it says goes, as WAV.")
    ] = None,
    wait: Annotated[
        bool, typer.Option("--wait", help="Let the recording stand still while it is answered.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Talk with your voice. With --in and --out a recording is played through the whole loop."""
    from companion.voice.session import SpeechModels  # noqa: PLC0415 - heavy
    from engine.models import standard_store  # noqa: PLC0415 - heavy
    from engine.settings import SensesSettings  # noqa: PLC0415 - only this command needs it

    call = call_of(context, as_json=as_json)
    models = SpeechModels.of(standard_store(), preferences_of(context), SensesSettings())
    models.synthesiser()  # A voice that is missing is told before anything else is opened.
    models.recogniser()
    try:
        with reached(call) as service:
            _await_mind(service)
            story = Story(shown=not call.as_json)
            if recording is None:
                _talk_live(context, service, models, story)
            else:
                _play(service, models, story, recording, output, wait=wait)
            service.retire()
    finally:
        models.close()
    if call.as_json:
        print_json({"events": story.events, "turns": story.turns})


class Story:
    """What happened in a talk, with its times in seconds of sound; shown as it comes, or kept for `--json`."""

    def __init__(self, *, shown: bool) -> None:
        self._shown = shown
        self.events: list[dict[str, Any]] = []
        self.turns: list[dict[str, Any]] = []
        self.session: VoiceSession | None = None
        self._warned = ""

    def tell(self, frame: "Frame") -> None:
        """On the audio thread."""
        from engine.senses import (  # noqa: PLC0415 - heavy
            Interruption,
            Refused,
            Sentence,
            SoundBegan,
            TurnSpoken,
            Words,
        )

        match frame:
            case Words():
                self.turns.append({"said": frame.text, "language": frame.language, "answer": "", "heard": ""})
                self._note("words", text=frame.text, ended_s=round(frame.ended_s, 3))
                self._show(f"› {frame.text}")
            case Sentence() if self.turns:
                self.turns[-1]["answer"] += frame.text
                self._show(frame.text.strip())
            case SoundBegan():
                self._note("sound", turn=frame.turn)
            case Interruption():
                self._note("interruption", turn=frame.turn)
            case TurnSpoken() if self.turns:
                self.turns[min(frame.turn, len(self.turns) - 1)]["heard"] = frame.heard
                self._note("spoken", turn=frame.turn, heard=frame.heard, whole=frame.whole)
            case Refused():
                self._note("refused", reason=frame.reason.value)
            case _:
                pass

    def change(self, status: "TalkStatus") -> None:
        """On the audio thread."""
        self._note("state", state=status.state.value)
        if status.message and status.message != self._warned:
            warn(f"{status.message} {status.remedy}")
        self._warned = status.message

    def _note(self, event: str, **facts: Any) -> None:
        at_s = 0.0 if self.session is None else self.session.talk.at_s
        self.events.append({"event": event, "at_s": round(at_s, 3), **facts})

    def _show(self, line: str) -> None:
        if self._shown:
            typer.echo(line)


def _session(service: "Service", models: "SpeechModels", story: Story, link: "AudioLink") -> "VoiceSession":
    from companion.voice.conversing import ServiceCompanion  # noqa: PLC0415 - heavy
    from companion.voice.session import VoiceSession  # noqa: PLC0415 - heavy
    from engine.settings import SensesSettings  # noqa: PLC0415 - only this command needs it

    session = VoiceSession(
        ServiceCompanion(service), link, models, SensesSettings(), story.tell, story.change
    )
    story.session = session
    return session


def _play(
    service: "Service",
    models: "SpeechModels",
    story: Story,
    recording: Path,
    output: Path | None,
    *,
    wait: bool,
) -> None:
    """The recording through the whole loop; the clock is that of real time while anything computes."""
    from engine.senses import RecordedLink, read_sound, write_sound  # noqa: PLC0415 - heavy

    link = RecordedLink(
        read_sound(recording),
        holds=lambda: wait and session.talk.occupied,
        over=lambda: session.talk.resting,
    )
    session = _session(service, models, story, link)
    try:
        session.talk.run()
    finally:
        session.close()
    if output is not None:
        write_sound(output, link.played())


def _talk_live(context: typer.Context, service: "Service", models: "SpeechModels", story: Story) -> None:
    from engine.senses import PortAudioLink  # noqa: PLC0415 - heavy

    preferences = preferences_of(context)
    session = _session(service, models, story, PortAudioLink(preferences.microphone, preferences.speaker))
    session.key_told = _tell_key
    name = str(service.submit("state", {}).result()["companion"])
    session.choose(preferences, name)
    session.start()
    warn("Speak whenever you like; Ctrl-C leaves.")
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        warn("")
    finally:
        session.close()


def _tell_key(key: str, fault: "CompanionError | None") -> None:
    warn(f"Hold {key} to talk, in any window." if fault is None else f"{fault.message} {fault.remedy}")


def _await_mind(service: "Service") -> None:
    """Wait for the language model, so that the first answer is not waited for in silence."""
    end = time.monotonic() + READY_S
    while time.monotonic() < end:
        parts = service.submit("state", {}).result()["parts"]
        if all(part["state"] != "loading" for part in parts) and any(
            part["name"] == "language" for part in parts
        ):
            return
        time.sleep(0.1)
