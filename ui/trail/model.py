"""The view-model of the trail: times together, and what was said in the chosen one. No Qt."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ui.doors import Door, Fault, Loading
from ui.observable import Signal
from ui.shelf.beside import Beside
from ui.shelf.model import Read, Shelf
from ui.trail import operations
from ui.trail.operations import Episode, Said

EPISODE, STEP = "episode:", "step:"
TIMES = "times"
PAGE, LONGEST_PAGE = 500, 1000
"""Times together that are read at once, and at most."""
BY_TIME, SURPRISING = "time", "surprising"
"""The boards: all of it in its order, and what was least expected."""


class Times(Shelf[Episode]):
    """Times together, newest first; looked for, those in which something like it was said.

    On the board of what surprised, those in which something unexpected was said, the most unexpected first.
    """

    boards = (BY_TIME, SURPRISING)

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        read = partial(operations.said_in, door)
        self._said: Beside[list[Said]] = Beside(read, self.detailed.emit, self.failed.emit)
        self.found: dict[str, list[Said]] = {}
        self._asked = ""
        self._sought = ""
        self.more = False  # whether there are further ones
        self.save_wanted: Signal[[Sequence[Episode]]] = Signal()  # where shall these be saved?
        self.surprised: dict[str, Said] = {}  # by the id of the time together, its most unexpected

    def sources(self) -> Mapping[str, Read[Episode]]:
        return {TIMES: self._read_first}

    def _read_first(
        self, success: Callable[[Sequence[Episode]], None], failure: Callable[[Fault], None]
    ) -> None:
        """As far as was scrolled to already, so that reading anew does not shorten the list."""
        limit = min(LONGEST_PAGE, max(PAGE, len(self.items)))

        def read(found: Sequence[Episode]) -> None:
            self.more = len(found) == limit
            success(found)

        operations.episodes(self._door, (0, limit), read, failure)

    def load_more(self) -> None:
        """The next ones after those that are here, where there are any."""
        if not self.more or self.loading is not Loading.READY:
            return
        self.more, skip = False, len(self.items)

        def read(found: Sequence[Episode]) -> None:
            if len(self.items) == skip:  # it was not read anew meanwhile
                known = {one.id for one in self.items}
                fresh = [one for one in found if one.id not in known]
                self._found = {TIMES: [*self.items, *fresh]}
                self.more = len(found) == PAGE
                self._renew()

        operations.episodes(self._door, (skip, PAGE), read, self.failed.emit)

    def key_of(self, item: Episode) -> str:
        return item.id

    def shown(self) -> list[Episode]:
        """All, or those in which it was found or surprised, the best first."""
        if not self.needle and self.board == BY_TIME:
            return self.items
        by_id = {one.id: one for one in self.items}
        return [by_id[each] for each in (self.found if self.needle else self.surprised) if each in by_id]

    def stands(self, item: Episode, board: str) -> bool:
        return board == BY_TIME or item.id in self.surprised

    def standing_out(self, episode: Episode) -> Said | None:
        """What it is to be known by in the list: what was looked for, or what surprised; None for how it began."""
        if self.needle:
            return next(iter(self.found.get(episode.id, [])), None)
        return self.surprised.get(episode.id) if self.board == SURPRISING else None

    def said(self, episode: Episode) -> list[Said]:
        """What was said in it; empty until it was read."""
        return self._said.of(episode.id) or []

    def sought(self, episode: Episode) -> str:
        """What was said in it that is to be seen; empty where it is to be seen as a whole."""
        return next((one.text for one in self.said(episode) if one.ref == self._sought), "")

    def reveal(self, ref: str) -> None:
        """Choose a time together, by its own ref or by that of something that was said in it."""
        self._sought = ref
        if ref.startswith(STEP):
            operations.time_of(self._door, ref, super().reveal, self.failed.emit)
        else:
            super().reveal(ref)

    def load(self) -> None:
        """Read everything anew, what was said and what surprised too."""
        self._said.forget()
        operations.surprising(self._door, self._surprised, self.failed.emit)
        super().load()

    def look_into(self, item: Episode) -> None:
        self._said.want(item.id)

    def seek(self, needle: str) -> None:
        """Look for what was said, by its words or its meaning."""
        self.found, self._asked = {}, needle.strip()
        super().seek(needle)
        words = self._asked
        if not words:
            return

        def found(said: list[Said]) -> None:
            if words == self._asked:
                self.found = {}
                for one in said:
                    self.found.setdefault(one.episode.removeprefix(EPISODE), []).append(one)
                self._renew()

        operations.search(self._door, words, found, self.failed.emit)

    def _surprised(self, said: list[Said]) -> None:
        self.surprised = {}
        for one in said:
            self.surprised.setdefault(one.episode.removeprefix(EPISODE), one)
        if not self.surprised:
            self.board = BY_TIME
        self._renew()

    def as_text(self, episode: Episode) -> str:
        """A time together as Markdown."""
        return as_markdown(episode, self.said(episode))

    def gather(self, episodes: Sequence[Episode], gathered: Callable[[str], None]) -> None:
        """Read what was said in these, one after the other, and hand on all of it as Markdown, the oldest first."""
        waiting = sorted(episodes, key=lambda one: one.started, reverse=True)
        texts: list[str] = []

        def read(of: Episode, said: list[Said]) -> None:
            texts.append(as_markdown(of, said))
            go_on()

        def go_on() -> None:
            if not waiting:
                gathered("\n".join(texts))
                return
            one = waiting.pop()
            operations.said_in(self._door, one.id, partial(read, one), self.failed.emit)

        go_on()


def as_markdown(episode: Episode, said: Sequence[Said]) -> str:
    """A time together, in the person's own time."""
    lines = [f"**{one.speaker}** ({one.at.astimezone():%H:%M}): {one.text}" for one in said]
    return "\n\n".join([f"# {episode.started.astimezone():%Y-%m-%d %H:%M}", *lines]) + "\n"
