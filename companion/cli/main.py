"""The root command: global options, the commands it holds, and how an error is said."""

import json
import logging
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from companion import __version__
from companion.cli.exit_codes import ExitCode, code_of
from companion.cli.invocation import Invocation, call_of, invocation
from engine.errors import CompanionError

log = logging.getLogger(__name__)
app = typer.Typer()
# By name: the module, and the line of help. They are heavy to import, so only the one that is asked for is.
GROUPS = {
    "vault": ("vault", "The keys of your vault."),
    "models": ("models", "Models: list, install, use, remove."),
    "bench": ("bench", "How fast it is on this machine."),
    "trail": ("rooms.trail", "What was said: search it."),
    "facts": ("rooms.facts", "What is understood about you: list, correct, forget, dispute, why, questions."),
    "self": ("rooms.identity.self", "Who it is: what emerged, what it may become, how it speaks with you."),
    "directives": (
        "rooms.identity.directives",
        "What you want it to keep to: list, add, change, move, withdraw.",
    ),
    "mood": ("rooms.mood", "How it feels, what moved it, what lasts."),
    "library": ("rooms.library", "The documents it has read: add, search, list, forget."),
    "goals": ("rooms.intent.goals", "What you want to reach: list, add, update, done."),
    "handoff": ("rooms.intent.handoff", "What is carried to the next time: read, add, done, drop, undo."),
    "corrections": (
        "rooms.intent.corrections",
        "Mistakes not to be made again: list, add, check, remove, route.",
    ),
    "beliefs": (
        "rooms.cognition.beliefs",
        "What it takes to be so, and how firmly: list, add, evidence, wrong, undo.",
    ),
    "reflect": ("rooms.cognition.reflect", "Who it has been lately: blind-spots, paint, portrait."),
    "observe": ("rooms.cognition.observe", "What is worth a word now: next, answer, dismiss, told."),
    "reasoning": (
        "rooms.cognition.reasoning",
        "How problems were thought through: start, hypothesis, evidence, abandon, solve, search.",
    ),
    "episodes": (
        "rooms.episodes",
        "Times together by date, project and type: milestones, projects, note, describe.",
    ),
    "predictions": (
        "rooms.cognition.predictions",
        "What was foreseen, and what became of it: list, add, resolve, agree, undo, accuracy.",
    ),
    "principles": (
        "rooms.cognition.principles",
        "Rules that insights became: add, confirm, challenge, reject, insights.",
    ),
    "outcomes": (
        "rooms.cognition.outcomes",
        "What was decided, and how it turned out: record, check, undo, stats, pitches.",
    ),
    "ideas": ("rooms.cognition.ideas", "What comes up again and again: ready, add, seed, activate, abandon."),
    "business": (
        "rooms.cognition.business",
        "Ideas for a business: add, score, compete, update, review.",
    ),
    "intention": ("rooms.intent.intention", "The one thing it tries to do differently: set, check, grow."),
}
COMMANDS = {
    "backup": ("backup", "Write everything to one encrypted file."),
    "restore": ("backup", "Put a backup in the place of this home."),
    "recall": ("rooms.recall", "Find what was said and what it came to mean."),
    "compass": ("rooms.identity.compass", "What you two have been doing, as it keeps it."),
    "mode": ("rooms.mood", "Its manner until this time together ends."),
    "profile": ("rooms.profile", "With a mood or without: full or cognitive."),
    "remember": ("rooms.facts", "Tell it something about you."),
    "forget": ("rooms.forget", "Take something back, or erase everything about you."),
    "export": ("rooms.export", "Write everything as files that you can read."),
}
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
    home: Annotated[
        Path | None,
        typer.Option("--home", envvar="COMPANION_HOME", help="Where everything but the models is kept."),
    ] = None,
    as_json: Json = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """A personal AI companion that runs, remembers and stays on your own machine.

    Without a command it opens the window; without a display, the conversation in the terminal.
    """
    context.obj = Invocation(home, as_json)
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        from companion.cli.start import start  # noqa: PLC0415 - the window's parts are heavy

        raise typer.Exit(start(context.obj))


@app.command()
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


@app.command()
def chat(context: typer.Context, off_record: OffRecord = False) -> None:
    """Talk in the terminal."""
    from companion.cli.chat import chat as run  # noqa: PLC0415 - each command loads only what it needs

    raise typer.Exit(run(invocation(context), off_record=off_record))


@app.command()
def hello(context: typer.Context) -> None:
    """Hold one short exchange that leaves nothing behind, to show that everything works."""
    from companion.cli.hello import hello as run  # noqa: PLC0415 - each command loads only what it needs

    raise typer.Exit(run(invocation(context)))


@app.command()
def doctor(context: typer.Context, as_json: Json = False) -> None:
    """Say what is there, what is missing, and what to do about it."""
    from companion.cli.doctor import doctor as run  # noqa: PLC0415 - each command loads only what it needs

    raise typer.Exit(run(call_of(context, as_json=as_json)))


def _mounted(arguments: list[str]) -> typer.Typer:
    """The root with every command; of heavy ones that are not asked for only name and help are there."""
    whole = typer.Typer(
        name="companion",
        add_completion=False,
        pretty_exceptions_enable=False,
        callback=root,
        invoke_without_command=True,
    )
    whole.registered_commands.extend(app.registered_commands)
    for name, (module, words) in GROUPS.items():
        group = import_module(f"companion.cli.{module}").app if name in arguments else typer.Typer()
        whole.add_typer(group, name=name, help=words)
    for name, (module, words) in COMMANDS.items():
        function = (
            getattr(import_module(f"companion.cli.{module}"), name) if name in arguments else _not_loaded
        )
        whole.command(name, help=words)(function)
    return whole


def _not_loaded() -> None:
    """Stands for a command in the list of commands."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit code. Every known error is one line with a remedy."""
    given = sys.argv[1:] if arguments is None else arguments
    # Before numpy is loaded: beside other work its threads wait for each other (19 ms a search instead of 0.7).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        command = typer.main.get_command(_mounted(given))
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
