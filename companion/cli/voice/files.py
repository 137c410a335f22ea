"""`companion hear` and `companion say`: the voice by file."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.invocation import call_of, print_json, warn
from engine.errors import InvalidInputError

if TYPE_CHECKING:
    from companion.preferences import Preferences
    from engine.senses import Transcript

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]


def hear(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recording: WAV, FLAC, OGG, MP3 …")],
    language: Annotated[
        str, typer.Option(help="What is spoken, such as en or de; found out by itself.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write down what is said in a recording."""
    from companion.voice.models import open_recogniser  # noqa: PLC0415 - heavy
    from engine.models import standard_store  # noqa: PLC0415 - heavy
    from engine.senses import read_sound  # noqa: PLC0415 - heavy

    call = call_of(context, as_json=as_json)
    sound = read_sound(file)
    recogniser = open_recogniser(standard_store(), preferences_of(context))
    try:
        began = time.perf_counter()
        found = recogniser.hear(sound.samples, language=language or None)
        seconds = time.perf_counter() - began
    finally:
        recogniser.close()
    if call.as_json:
        print_json(_document(found, seconds, sound.seconds))
    else:
        typer.echo(found.text)


def say(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What is to be spoken.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The WAV file to write.")],
    language: Annotated[
        str,
        typer.Option(help="What it is written in, such as en or de; a voice of it speaks where one is here."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Speak some words into a file."""
    from companion.voice.models import open_synthesiser  # noqa: PLC0415 - heavy
    from engine.models import standard_store  # noqa: PLC0415 - heavy
    from engine.senses import as_spoken, write_sound  # noqa: PLC0415 - heavy

    call = call_of(context, as_json=as_json)
    synthesiser = open_synthesiser(standard_store(), preferences_of(context), language)
    try:
        words = as_spoken(text, synthesiser.language)
        if not words:
            raise InvalidInputError("text", "holds nothing that can be spoken", "Write some words.")
        sound = synthesiser.speak(words)
    finally:
        synthesiser.close()
    write_sound(output, sound)
    if call.as_json:
        print_json({"file": str(output), "spoken": words, "audio_seconds": round(sound.seconds, 3)})
    else:
        warn(f"{output}: {sound.seconds:.1f} s")


def preferences_of(context: typer.Context) -> "Preferences":
    """What the home has chosen; a home that is not there yet has chosen nothing."""
    from companion.preferences import PreferenceFile  # noqa: PLC0415 - only these commands need it

    return PreferenceFile(call_of(context, as_json=False).home().path).load().preferences


def _document(found: "Transcript", seconds: float, audio_seconds: float) -> dict[str, object]:
    return {
        "text": found.text,
        "language": found.language,
        "segments": [
            {
                "start": round(one.start_s, 2),
                "end": round(one.end_s, 2),
                "text": one.text,
                "log_probability": round(one.log_probability, 3),
                "no_speech": round(one.no_speech, 3),
            }
            for one in found.segments
        ],
        "seconds": round(seconds, 3),
        "audio_seconds": round(audio_seconds, 3),
    }
