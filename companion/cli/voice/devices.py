"""`companion devices`: microphones and speakers."""

from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.invocation import call_of, print_json
from engine.errors import InvalidInputError

if TYPE_CHECKING:
    from companion.preferences import PreferenceFile
    from engine.senses import Devices

app = typer.Typer(help="Microphones and speakers: list, use, test.", invoke_without_command=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]


@app.callback()
def devices(context: typer.Context, as_json: Json = False) -> None:
    """Without a command: what there is."""
    if context.invoked_subcommand is None:
        list_devices(context, as_json)


@app.command("list")
def list_devices(context: typer.Context, as_json: Json = False) -> None:
    """Show what there is; ● is in use."""
    from engine.senses import Devices  # noqa: PLC0415 - loads PortAudio

    call = call_of(context, as_json=as_json)
    chosen = _file(context).load().preferences
    devices = Devices.look()
    used = {
        "microphone": _name(devices, chosen.microphone, hears=True),
        "speaker": _name(devices, chosen.speaker),
    }
    if call.as_json:
        rows = [
            {"name": one.name, "inputs": one.inputs, "outputs": one.outputs, "rate": one.rate}
            for one in devices.all
        ]
        print_json({"devices": rows, **used})
        return
    for kind, count in (("microphone", "inputs"), ("speaker", "outputs")):
        typer.echo(f"{kind}s")
        named = [one.name for one in devices.all if getattr(one, count)]
        for name in named or ["none is here"]:
            typer.echo(f" {'●' if name == used[kind] else ' '} {name}")


@app.command()
def use(
    context: typer.Context,
    microphone: Annotated[str | None, typer.Option(help="Its name, or empty for the system's own.")] = None,
    speaker: Annotated[str | None, typer.Option(help="Its name, or empty for the system's own.")] = None,
    talk_key: Annotated[
        str | None, typer.Option(help="Held to talk from any window, such as Ctrl+Alt+Space; empty for none.")
    ] = None,
    while_speaking: Annotated[
        str | None,
        typer.Option(
            help="Whether it listens while it speaks: always, never, or 'as it can', until it hears itself."
        ),
    ] = None,
) -> None:
    """Choose a microphone or a speaker by its name, the key that is held to talk, and when it listens."""
    if talk_key is not None:
        _choose(context, "talk_key", talk_key)
        typer.echo(
            f"Hold {talk_key} to talk, while the window or `companion talk` is open."
            if talk_key
            else "No key talks any more."
        )
    if while_speaking is not None:
        _choose(context, "while_speaking", while_speaking)
        typer.echo(f"It listens while it speaks: {while_speaking}.")
    if microphone is None and speaker is None:
        return
    from engine.senses import Devices  # noqa: PLC0415 - loads PortAudio

    here = {one.name: one for one in Devices.look().all}
    wishes = {"microphone": microphone, "speaker": speaker}
    changes = {kind: name for kind, name in wishes.items() if name is not None}
    for kind, name in changes.items():
        found = here.get(name)
        if name and not (found and (found.inputs if kind == "microphone" else found.outputs)):
            raise InvalidInputError(kind, "is not there", "See: companion devices list")
    _file(context).change(**changes)
    typer.echo("Chosen; a talk that is running takes it up when it starts anew.")


@app.command("test")
def try_devices(context: typer.Context, seconds: Annotated[float, typer.Option(min=1, max=60)] = 5.0) -> None:
    """Play a tone, and show how loud the microphone is."""
    from companion.voice.trying import tone, try_out  # noqa: PLC0415 - loads PortAudio
    from engine.senses import PortAudioLink  # noqa: PLC0415

    chosen = _file(context).load().preferences
    link = PortAudioLink(chosen.microphone, chosen.speaker)

    def show(level: float) -> None:
        typer.echo(f"\r{_bar(level)}", nl=False)

    try_out(link, tone(), show, seconds=seconds, stopped=lambda: False)
    typer.echo("")


def _choose(context: typer.Context, name: str, words: str) -> None:
    """Raises InvalidInputError, with the words that there are."""
    from companion.preferences import Preferences  # noqa: PLC0415 - only this command needs it

    offered = Preferences.model_json_schema()["properties"][name]["enum"]
    if words not in offered:
        raise InvalidInputError(
            name.replace("_", "-"), "is not offered", f"Choose one of: {', '.join(filter(None, offered))}"
        )
    _file(context).change(**{name: words})


def _bar(level: float, width: int = 40) -> str:
    from companion.voice.trying import share_of  # noqa: PLC0415 - heavy

    return f"{level:6.1f} dB {'█' * round(share_of(level) * width):<{width}}"


def _name(devices: "Devices", wish: str, *, hears: bool = False) -> str:
    from engine.senses import NoAudioError  # noqa: PLC0415 - heavy

    try:
        return (devices.microphone(wish) if hears else devices.speaker(wish)).name
    except NoAudioError:
        return ""


def _file(context: typer.Context) -> "PreferenceFile":
    from companion.preferences import PreferenceFile  # noqa: PLC0415 - only these commands need it

    return PreferenceFile(call_of(context, as_json=False).home().path)
