"""`companion talk`: a spoken conversation with microphone and speaker, or a recorded one by file."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.exit_codes import code_of
from companion.cli.invocation import call_of, print_json
from companion.cli.talk import reached
from companion.cli.voice.files import preferences_of
from companion.cli.voice.line import LastLine
from companion.cli.voice.live import Standing, talk_live
from companion.cli.voice.story import Story

if TYPE_CHECKING:
    from companion.preferences import Preferences
    from companion.service import Service
    from companion.voice.session import SpeechModels, VoiceSession
    from engine.senses import AudioLink, Frame

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
    """Talk with your voice. With --in and --out a recording is played through the whole loop.

    In a terminal the last line says how it stands; m mutes the microphone, space silences the answer, q leaves.
    Ends with another code than 0 where an answer failed.
    """
    from companion.voice.session import SpeechModels  # noqa: PLC0415 - heavy
    from engine.models import standard_store  # noqa: PLC0415 - heavy
    from engine.settings import SensesSettings  # noqa: PLC0415 - only this command needs it

    call, preferences = call_of(context, as_json=as_json), preferences_of(context)
    if recording is None:
        _need_key(preferences)
    models = SpeechModels.of(standard_store(), preferences, SensesSettings())
    story = Story(LastLine(), shown=not call.as_json)
    models.synthesiser()  # A voice that is missing is told before anything else is opened.
    models.recogniser()
    try:
        with reached(call, talks=True) as service:
            _await_mind(service)
            if recording is None:
                _talk_live(service, models, story, preferences)
            else:
                _play(service, models, story, preferences, (recording, output), wait=wait)
            service.retire()
    finally:
        models.close()
    if call.as_json:
        print_json({"events": story.events, "turns": story.turns})
    if story.fault is not None:
        raise typer.Exit(code_of(story.fault))


def _session(
    service: "Service", models: "SpeechModels", story: "Story", link: "AudioLink", preferences: "Preferences"
) -> "VoiceSession":
    from companion.voice.conversing import FeltManner, ServiceCompanion  # noqa: PLC0415 - heavy
    from companion.voice.session import VoiceSession  # noqa: PLC0415 - heavy
    from engine.senses import TurnBegan  # noqa: PLC0415 - heavy
    from engine.settings import SensesSettings  # noqa: PLC0415 - only this command needs it

    settings = SensesSettings()
    felt = FeltManner(service, settings.speaking)

    def tell(frame: "Frame") -> None:
        if isinstance(frame, TurnBegan):
            felt.ask()
        story.tell(frame)

    companion = ServiceCompanion(service)
    session = VoiceSession(
        companion, link, models, settings, tell, story.change, manner=felt, key_told=story.tell_key
    )
    story.session = session
    name = str(service.submit("state", {}).result()["companion"])
    session.choose(preferences, name)
    return session


def _play(
    service: "Service",
    models: "SpeechModels",
    story: "Story",
    preferences: "Preferences",
    files: tuple[Path, Path | None],
    *,
    wait: bool,
) -> None:
    """The recording through the whole loop; the clock is that of real time while anything computes.

    Where the person talks with a key, it is held for as long as the recording lasts.
    """
    from engine.senses import Listening, RecordedLink, read_sound, write_sound  # noqa: PLC0415 - heavy

    recording, output = files
    held = Listening(preferences.listening) is Listening.PUSH_TO_TALK

    def over() -> bool:
        nonlocal held
        if held:
            held = False
            session.talk.hold(held=False)
            return False
        return session.talk.resting

    link = RecordedLink(read_sound(recording), holds=lambda: wait and session.talk.occupied, over=over)
    session = _session(service, models, story, link, preferences)
    if held:
        session.talk.hold(held=True)
    try:
        session.talk.run()
    finally:
        session.close()
    if output is not None:
        write_sound(output, link.played())


def _talk_live(
    service: "Service", models: "SpeechModels", story: "Story", preferences: "Preferences"
) -> None:
    from engine.senses import PortAudioLink  # noqa: PLC0415 - heavy

    link = PortAudioLink(preferences.microphone, preferences.speaker)
    standing = story.standing = Standing(story.line, preferences)
    session = _session(service, models, story, link, preferences)
    talk_live(session, models, preferences, standing)


def _need_key(preferences: "Preferences") -> None:
    """Raises KeyUnavailableError where nothing could ever be heard."""
    from companion.voice.talk_key import KeyUnavailableError  # noqa: PLC0415 - only a live talk needs it

    if preferences.listening == "push to talk" and not preferences.talk_key:
        raise KeyUnavailableError(
            "Push to talk is chosen, and no key that is held to talk.",
            "Choose one: `companion devices use --talk-key Ctrl+Alt+Space`.",
        )


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
