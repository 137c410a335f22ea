"""`companion hello`: shows that everything works, and leaves nothing behind."""

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation
from companion.cli.program.doctor import print_report
from companion.cli.talk import Printer, say
from companion.doctor import examine
from companion.reach import throwaway

GREETING = "Hello! In one short sentence: what are you, and where do you run?"
HOW_TO_GO_ON = """
How to go on:
  companion ask "…"     say something; it will be remembered
  companion chat        talk in a terminal
  companion             open the window, where there is a display
  companion --help      everything else"""


def hello(call: Invocation) -> ExitCode:
    """One exchange in a throwaway vault, then what `doctor` says and how to go on."""
    service = throwaway()
    try:
        typer.echo(f"you       {GREETING}")
        typer.echo("companion ", nl=False)
        printer = Printer()
        say(service, GREETING, "command", on_report=printer)
        printer.end()
    finally:
        service.close()
        typer.echo("\nThis was a throwaway conversation: nothing of it is kept.\n")
        print_report(examine(call.home(), call.passphrase))
        typer.echo(HOW_TO_GO_ON)
    return ExitCode.DONE
