"""`companion chat`: the conversation in a terminal, with the same mind as everywhere."""

import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from importlib import import_module

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation, warn
from companion.cli.talk import OFF_RECORD, Printer, aside_of, reached, say
from companion.service import Service
from engine.conversation import Recalled, TurnResult, TurnStatus
from engine.errors import CompanionError
from engine.intent import HandoffItem

SURFACE = "terminal"
PROMPT, ASIDE_PROMPT = "› ", "(off the record) › "
HELP = """\
Just type, and press Enter. Ctrl-C stops an answer, Ctrl-D leaves.

  /recalled   what was recalled for the last answer, and from when
  /bye        say goodbye: closes this time together, and leaves
  /help       this"""


class Chat:
    """One conversation: reads lines, shows answers, remembers the last result for `/recalled`."""

    def __init__(
        self, service: Service, *, off_record: bool = False, now: Callable[[], datetime] = datetime.now
    ) -> None:
        self._service = service
        self._off_record = off_record
        self._surface = aside_of(SURFACE) if off_record else SURFACE
        self._last: TurnResult | None = None
        self._due = DueSince(service, now)

    def run(self) -> ExitCode:
        """Until the person leaves."""
        while (line := _read_line(ASIDE_PROMPT if self._off_record else PROMPT)) is not None:
            for words in self._due.come():
                typer.secho(words, bold=True)
            match line.strip():
                case "":
                    continue
                case "/help":
                    typer.echo(HELP)
                case "/recalled":
                    self._show_recalled()
                case "/bye":
                    if not self._off_record:
                        self._service.submit("goodbye", {}).result()
                    break
                case text:
                    self._say(text)
        if self._off_record:
            self._service.submit("goodbye", {"off_record": True, "surface": self._surface}).result()
        return ExitCode.DONE

    def _say(self, text: str) -> None:
        printer = Printer()
        try:
            self._last = say(
                self._service, text, self._surface, on_report=printer, off_record=self._off_record
            )
        except CompanionError as error:
            printer.end()
            warn(f"{error.message} {error.remedy}")
            return
        printer.end()
        if self._last.status is TurnStatus.STOPPED:
            typer.secho("(stopped)", dim=True)

    def _show_recalled(self) -> None:
        recalled = self._last.recalled if self._last else ()
        if not recalled:
            typer.echo("Nothing was recalled." if self._last else "Nothing was said yet.")
        for one in recalled:
            typer.echo(describe(one))


class DueSince:
    """What was to be told of at an hour that has come since it was made; each once."""

    def __init__(self, service: Service, now: Callable[[], datetime]) -> None:
        self._service, self._now = service, now
        self._since = now()

    def come(self) -> list[str]:
        """A line for each, in the order of their hours. Nothing waits between two lines, so it comes with the next."""
        since, self._since = self._since, self._now()
        try:
            read = self._service.submit("handoff.read", {"limit": 0}).result()["open"]
        except CompanionError as error:
            warn(f"{error.message} {error.remedy}")
            return []
        fields = HandoffItem.model_fields
        items = [HandoffItem.model_validate({name: one[name] for name in fields}) for one in read]
        came = [(at, one) for one in items if (at := one.remind_at) is not None and since < at <= self._since]
        return [f"({one.due_time:%H:%M}) {one.text}" for _, one in sorted(came, key=lambda each: each[0])]


def describe(one: Recalled) -> str:
    """One recalled thing in a line: when, how well it fits, what."""
    when = one.when.astimezone().strftime("%d %b %Y %H:%M")
    words = " ".join(one.text.split())
    seen = " (still in this conversation)" if one.in_stream else ""
    return f"  {when}  {one.score:.2f}  {words}{seen}"


def chat(call: Invocation, *, off_record: bool = False) -> ExitCode:
    """Talk until the person leaves."""
    with suppress(ImportError):
        import_module("readline")  # gives `input` its line editing; absent on Windows
    with reached(call, talks=True) as service:
        if sys.stdin.isatty():
            typer.secho("Talk to your companion. /help shows what else there is.", dim=True)
        if off_record:
            warn(OFF_RECORD)
        code = Chat(service, off_record=off_record).run()
        service.retire()
    return code


def _read_line(prompt: str) -> str | None:
    """The next line; None at the end of the conversation. Ctrl-C only empties the line."""
    while True:
        try:
            return input(prompt if sys.stdin.isatty() else "")
        except EOFError:
            return None
        except KeyboardInterrupt:
            typer.echo("  (Ctrl-D leaves)")
