"""The root command: global options, the commands it holds, and how an error is said."""

import json
import logging
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from companion import __version__
from companion.cli.exit_codes import ExitCode, code_of
from companion.cli.invocation import Invocation, call_of, invocation
from companion.cli.listed import LISTED, Listed, Panel
from engine.errors import CompanionError

log = logging.getLogger(__name__)
app = typer.Typer()
# typer carries its click inside or beside it, as its version goes.
UsageFault: type[Exception] = next(
    one for one in typer.BadParameter.__mro__ if one.__name__ == "ClickException"
)
OffRecord = Annotated[
    bool, typer.Option("--off-the-record", help="Keep nothing of it, and recall nothing for it.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]


def root(
    context: typer.Context,
    *,
    home: Annotated[
        Path | None,
        typer.Option("--home", envvar="COMPANION_HOME", help="Where everything but the models is kept."),
    ] = None,
    as_json: Json = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    in_tray: Annotated[
        bool, typer.Option("--in-tray", help="Open no window yet: wait in the tray, where there is one.")
    ] = False,
    file: Annotated[
        Path | None,
        typer.Option("--open", help="Show in the window what this file holds, and ask before taking it in."),
    ] = None,
) -> None:
    """A personal AI companion that runs, remembers and stays on your own machine.

    Without a command it opens the window; without a display, the conversation in the terminal.
    """
    context.obj = Invocation(home, as_json)
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        from companion.cli.start import start  # noqa: PLC0415 - the window's parts are heavy

        raise typer.Exit(start(context.obj, in_tray=in_tray, file=None if file is None else file.absolute()))


@app.command(rich_help_panel=Panel.TALKING)
def ask(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What you want to say.")],
    *,
    end: Annotated[
        bool, typer.Option("--end", help="Say goodbye afterwards: closes this time together.")
    ] = False,
    off_record: OffRecord = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what the answer rested on, and how it was found.")
    ] = False,
    focus: Annotated[
        int | None, typer.Option("--focus", min=0, max=5, help="How hard to think about it; 3 is the usual.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say something, print the answer, remember it, leave."""
    from companion.cli.ask import ask as run  # noqa: PLC0415 - each command loads only what it needs

    call = call_of(context, as_json=as_json)
    raise typer.Exit(run(call, text, end=end, off_record=off_record, explain=explain, focus=focus))


@app.command(rich_help_panel=Panel.TALKING)
def chat(context: typer.Context, off_record: OffRecord = False) -> None:
    """Talk in the terminal."""
    from companion.cli.chat import chat as run  # noqa: PLC0415 - each command loads only what it needs

    raise typer.Exit(run(invocation(context), off_record=off_record))


@app.command(rich_help_panel=Panel.TALKING)
def hello(context: typer.Context) -> None:
    """Hold one short exchange that leaves nothing behind, to show that everything works."""
    from companion.cli.hello import hello as run  # noqa: PLC0415 - each command loads only what it needs

    raise typer.Exit(run(invocation(context)))


@app.command(rich_help_panel=Panel.PROGRAM)
def doctor(context: typer.Context, as_json: Json = False) -> None:
    """Say what is there, what is missing, and what to do about it."""
    from companion.cli.program.doctor import doctor as run  # noqa: PLC0415 - each command loads only what it needs

    raise typer.Exit(run(call_of(context, as_json=as_json)))


class ByPanel(TyperGroup):
    """The commands as their panels follow each other, so that the parts of the help stand in that order."""

    commands: Any  # typer adds the panel to each of click's

    def list_commands(self, ctx: Any) -> list[str]:
        panels = list(Panel)
        return sorted(
            super().list_commands(ctx),
            key=lambda name: panels.index(Panel(self.commands[name].rich_help_panel)),
        )


def mounted(arguments: list[str]) -> typer.Typer:
    """The root with every command; of heavy ones that are not asked for only name and help are there."""
    whole = typer.Typer(
        name="companion",
        add_completion=False,
        pretty_exceptions_enable=False,
        cls=ByPanel,
        callback=root,
        invoke_without_command=True,
    )
    whole.registered_commands.extend(app.registered_commands)
    for one in LISTED:
        _mount(whole, one, asked_for=one.name in arguments)
    return whole


def _mount(whole: typer.Typer, one: Listed, *, asked_for: bool) -> None:
    module = import_module(f"companion.cli.{one.module}") if asked_for else None
    if one.group:
        group = getattr(module, one.attribute) if module else typer.Typer()
        whole.add_typer(group, name=one.name, help=one.words, rich_help_panel=one.panel)
    else:
        function = getattr(module, one.attribute) if module else _not_loaded
        whole.command(one.name, help=one.words, rich_help_panel=one.panel)(function)


def _not_loaded() -> None:
    """Stands for a command in the list of commands."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit code. Every known error is one line with a remedy."""
    given = sys.argv[1:] if arguments is None else arguments
    # Before numpy is loaded: beside other work its threads wait for each other (19 ms a search instead of 0.7).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        command = typer.main.get_command(mounted(given))
        result = command.main(given, prog_name="companion", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The latter is what typer makes of the former, and of nothing else.
        _abandon_output()
        return ExitCode.DONE
    except (KeyboardInterrupt, typer.Abort):
        return ExitCode.STOPPED
    except CompanionError as error:
        _say_error(error.message, error.remedy, as_json=_wants_json(given))
        return code_of(error)
    except UsageFault as error:
        words = getattr(error, "format_message", error.__str__)()
        _say_error(words, "See `companion --help`.", as_json=_wants_json(given))
        return ExitCode.USAGE
    except Exception as error:
        # Our own bug: said in a line without its text, which may quote anything; the log names the place.
        log.exception("a command failed")
        words = f"The companion failed inside ({type(error).__name__})."
        _say_error(words, "Please report it with the end of the log.", as_json=_wants_json(given))
        return ExitCode.FAULT
    return result if isinstance(result, int) else ExitCode.DONE


def _say_error(message: str, remedy: str, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"error": message, "remedy": remedy}, ensure_ascii=False))
    else:
        typer.echo(f"{message} — {remedy}" if remedy else message, err=True)


def _wants_json(arguments: list[str]) -> bool:
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _abandon_output() -> None:
    """Whoever read our output has gone; nothing is left to say, also not at the interpreter's end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
