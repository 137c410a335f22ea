"""The card of Settings about the network: where connections may go, and every one that was opened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from ui.conversation.wording import full_date
from ui.doors import Door, Fault, Json, OnFailure
from ui.frame.groups import Group, Line
from ui.frame.lines import LinesCard
from ui.observable import Signal
from ui.settings.catalogue.wording import size_words
from ui.settings.choosing.chapters import ChoiceCard
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, OptionsRow
from ui.theme import Theme
from ui.widgets.choices import Option

READ, SHOWN = 200, 12
"""Entries of the ledger that are read, and lines of the card in which they are told."""


@dataclass(frozen=True, slots=True)
class Connection:
    """One that was opened or refused; `sent` and `received` in bytes, `outcome` done, failed or refused."""

    at: datetime
    to: str
    why: str
    sent: int
    received: int
    outcome: str


def connections(door: Door, success: Callable[[Sequence[Connection]], None], failure: OnFailure) -> None:
    """The last ones, the newest first."""

    def read(found: Json) -> None:
        success([Connection(datetime.fromisoformat(one.pop("at")), **one) for one in found["entries"]])

    door.question("network", {"limit": READ}, success=read, failure=failure)


HERE = ("127.0.0.1", "localhost", "[::1]")


def alike_of(known: Sequence[Connection]) -> list[list[Connection]]:
    """The same place for the same reason with the same end together, in the order of the latest of each.

    Where a server was looked for on this computer and none was, the ports are told together.
    """
    kinds: dict[tuple[str, str, str], list[Connection]] = {}
    for one in known:
        place = HERE[0] if is_empty_here(one) else one.to
        kinds.setdefault((place, one.why, one.outcome), []).append(one)
    return list(kinds.values())


def is_empty_here(one: Connection) -> bool:
    """Whether nobody was there to answer, on this computer."""
    return one.to.startswith(HERE) and one.outcome == "failed" and not one.sent and not one.received


class Connections:
    """The view-model: `known` is None until it was read. No Qt."""

    def __init__(self, program: Door) -> None:
        self._program = program
        self.known: Sequence[Connection] | None = None
        self.changed: Signal[[]] = Signal()

    def load(self) -> None:
        """Read what there is."""
        connections(self._program, self._read, self._not_read)

    def _read(self, found: Sequence[Connection]) -> None:
        self.known = found
        self.changed.emit()

    def _not_read(self, _: Fault) -> None:
        """The choice above it tells what is wrong with the program's door."""


class NetworkCard(ChoiceCard):
    """Draws `Connections` and the choice of where they may go."""

    def __init__(
        self, opened: Connections, chosen: Chosen, theme: Theme, parent: QWidget | None = None
    ) -> None:
        about = self.tr(
            "Nothing you say leaves this computer unless you choose a model of a server. "
            "Each connection is written down."
        )
        super().__init__(self.tr("Network"), about, chosen, theme, parent)
        self.opened = opened
        asked = Asked("network", self.tr("Connections may go"))
        self.allowed = OptionsRow(chosen, asked, self._options(), theme, self)
        self.entries = LinesCard(theme, self, framed=False)
        self.add(self.allowed)
        self.add(self.entries)
        self.end()
        opened.changed.connect(self._show)

    def showEvent(self, event: QShowEvent) -> None:
        """A model may have been fetched meanwhile."""
        super().showEvent(event)
        self.opened.load()

    def _options(self) -> tuple[Option, ...]:
        return (
            Option(
                "all",
                self.tr("Anywhere"),
                self.tr("Only for what you chose: models, feeds, updates, a model's server."),
            ),
            Option("local", self.tr("Your own network"), self.tr("To this computer and those beside it.")),
            Option("none", self.tr("Nowhere"), self.tr("No connection is opened at all.")),
        )

    def _show(self) -> None:
        if self.opened.known is None:
            return
        lines = [self._line(alike) for alike in alike_of(self.opened.known)[:SHOWN]]
        empty = self.tr("No connection was ever opened.")
        self.entries.show_groups([Group(self.tr("What was connected to"), lines, empty, plain=True)])

    def _line(self, alike: Sequence[Connection]) -> Line:
        """Connections of one kind: what they were, the last time, and how often."""
        latest = full_date(alike[0].at)
        often = self.tr("{latest}, the last of {count}").format(latest=latest, count=len(alike))
        return Line(self._words(alike), often if len(alike) > 1 else latest)

    def _words(self, alike: Sequence[Connection]) -> str:
        one, sent, received = alike[0], sum(it.sent for it in alike), sum(it.received for it in alike)
        if is_empty_here(one):
            ports = ", ".join(
                sorted({it.to.rpartition(":")[2] for it in alike}, key=lambda port: (len(port), port))
            )
            words = self.tr("This computer, {why}: looked for, and none was there (ports {ports})")
            return words.format(why=one.why, ports=ports)
        if one.outcome == "refused":
            return self.tr("{to}, {why}: refused").format(to=one.to, why=one.why)
        if one.outcome != "done" and not sent and not received:
            return self.tr("{to}, {why}: nobody answered").format(to=one.to, why=one.why)
        words = self.tr("{to}, {why}: {sent} out, {received} in").format(
            to=one.to, why=one.why, sent=size_words(sent), received=size_words(received)
        )
        return words if one.outcome == "done" else self.tr("{words}, broken off").format(words=words)
