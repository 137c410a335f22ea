"""The view-model of the trail: times together, and what was said in the chosen one. No Qt."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ui.doors import Door, Fault, Loading
from ui.observable import Signal
from ui.shelf.model import Beside, Read, Shelf
from ui.trail import operations
from ui.trail.operations import Episode, Narrowing, Said

EPISODE, STEP = "episode:", "step:"
TIMES, FAR = "times", "far"
"""The sources: as far as was scrolled, and what is older but found, surprising, or led to from elsewhere."""
PAGE, LONGEST_PAGE, MOST_WANTED = 500, 1000, 200
"""Times together that are read at once, at most, and by their ids."""
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
        self._sought = ""
        self._led_to = ""
        self.narrowing = Narrowing()
        self.projects: list[str] = []  # the latest first
        self.more = False  # whether there are further ones
        self.save_wanted: Signal[[Sequence[Episode]]] = Signal()  # where shall these be saved?
        self.surprised: dict[str, Said] = {}  # by the id of the time together, its most unexpected

    def sources(self) -> Mapping[str, Read[Episode]]:
        return {TIMES: self._read_first, FAR: self._read_far}

    def _read_first(
        self, success: Callable[[Sequence[Episode]], None], failure: Callable[[Fault], None]
    ) -> None:
        """As far as was scrolled to already, so that reading anew does not shorten the list."""
        limit = min(LONGEST_PAGE, max(PAGE, len(self._near)))

        def read(found: Sequence[Episode]) -> None:
            self.more = len(found) == limit
            success(found)

        operations.episodes(self._door, (0, limit), self.narrowing, read, failure)

    def _read_far(
        self, success: Callable[[Sequence[Episode]], None], failure: Callable[[Fault], None]
    ) -> None:
        operations.named(self._door, self._wanted, self.narrowing, success, failure)

    @property
    def _near(self) -> Sequence[Episode]:
        return self._found.get(TIMES, ())

    @property
    def _wanted(self) -> list[str]:
        """Those that must be here, however long ago they were."""
        wanted = dict.fromkeys((*self.found, *self.surprised, self._led_to))
        return [one for one in wanted if one][:MOST_WANTED]

    @property
    def items(self) -> list[Episode]:
        """All that was read, the newest first; what is far is older than all that is near."""
        near = {one.id for one in self._near}
        return [*self._near, *(one for one in self._found.get(FAR, ()) if one.id not in near)]

    def _fetch_far(self) -> None:
        """Read what is wanted and not here yet; while anything is being read or looked for, it is once that is over."""
        here = {one.id for one in self.items}
        if self.loading is not Loading.READY or self.looking or here.issuperset(self._wanted):
            return
        this_round = self._round
        needle = self._looked_for = self.needle

        def read(found: Sequence[Episode]) -> None:
            if this_round == self._round:
                self._found[FAR] = found
            self._looked(needle)
            self._renew()

        def failed(fault: Fault) -> None:
            self._looked(needle)
            self.failed.emit(fault)

        operations.named(self._door, self._wanted, self.narrowing, read, failed)

    def _settle(self, name: str) -> None:
        super()._settle(name)
        self._fetch_far()

    def load_more(self) -> None:
        """The next ones after those that are here, where there are any."""
        if not self.more or self.loading is not Loading.READY:
            return
        self.more, skip, this_round = False, len(self._near), self._round

        def read(found: Sequence[Episode]) -> None:
            if this_round == self._round:  # it was not read anew meanwhile
                known = {one.id for one in self._near}
                self._found[TIMES] = [*self._near, *(one for one in found if one.id not in known)]
                self.more = len(found) == PAGE
                self._renew()

        operations.episodes(self._door, (skip, PAGE), self.narrowing, read, self.failed.emit)

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

    def sought_at(self, episode: Episode) -> int:
        """Which of what was said in it that is; 0 where it is to be seen as a whole."""
        return next((at for at, one in enumerate(self.said(episode)) if one.ref == self._sought), 0)

    def narrow(self, narrowing: Narrowing) -> None:
        """Show only what fits; an empty one shows all again."""
        if narrowing != self.narrowing:
            self.narrowing, self._found = narrowing, {}
            self.load()

    def reveal(self, ref: str) -> None:
        """Choose a time together, by its own ref or by that of something that was said in it, and narrow no more."""
        self.narrow(Narrowing())
        self._sought = ref
        if ref.startswith(STEP):
            operations.time_of(self._door, ref, self._lead_to, self.failed.emit)
        else:
            self._lead_to(ref)

    def _lead_to(self, ref: str) -> None:
        """However long ago it was: what is being read already was asked for without it."""
        self._led_to, reading = ref.removeprefix(EPISODE), self.loading is Loading.LOADING
        super().reveal(ref)
        if reading and self._revealing:
            self.load()

    def load(self) -> None:
        """Read everything anew, what was said and what surprised too."""
        self._said.forget()
        operations.surprising(self._door, self._surprised, self.failed.emit)
        operations.projects(self._door, self._knows_projects, self.failed.emit)
        super().load()

    def look_into(self, item: Episode) -> None:
        self._said.want(item.id)

    def seek(self, needle: str) -> None:
        """Look for what was said, by its words or its meaning."""
        self.found = {}
        self.seek_by(needle, partial(operations.search, self._door), self._found_said)

    def _found_said(self, said: list[Said]) -> None:
        self.found = {}
        for one in said:
            self.found.setdefault(one.episode.removeprefix(EPISODE), []).append(one)
        self._fetch_far()

    def _knows_projects(self, projects: list[str]) -> None:
        self.projects = projects
        self.listed.emit()

    def _surprised(self, said: list[Said]) -> None:
        self.surprised = {}
        for one in said:
            self.surprised.setdefault(one.episode.removeprefix(EPISODE), one)
        if not self.surprised:
            self.board = BY_TIME
        self._renew()
        self._fetch_far()

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
