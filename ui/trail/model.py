"""The view-model of the trail: times together, and what was said in the chosen one. No Qt."""

from collections.abc import Mapping
from functools import partial

from ui.doors import Door
from ui.shelf.beside import Beside
from ui.shelf.model import Read, Shelf
from ui.trail import operations
from ui.trail.operations import Episode, Said

EPISODE, STEP = "episode:", "step:"


class Times(Shelf[Episode]):
    """Times together, newest first; looked for, those in which something like it was said."""

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        read = partial(operations.said_in, door)
        self._said: Beside[list[Said]] = Beside(read, self.detailed.emit, self.failed.emit)
        self.found: dict[str, list[Said]] = {}
        self._asked = ""
        self._sought = ""

    def sources(self) -> Mapping[str, Read[Episode]]:
        return {"times": lambda success, failure: operations.episodes(self._door, success, failure)}

    def key_of(self, item: Episode) -> str:
        return item.id

    def shown(self) -> list[Episode]:
        """All, or those in which it was found, the best first."""
        if not self.needle:
            return self.items
        by_id = {one.id: one for one in self.items}
        return [by_id[each] for each in self.found if each in by_id]

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
        """Read everything anew, what was said too."""
        self._said.forget()
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

    def as_text(self, episode: Episode) -> str:
        """A time together as Markdown."""
        lines = [f"**{one.speaker}** ({one.at:%H:%M}): {one.text}" for one in self.said(episode)]
        return "\n\n".join([f"# {episode.started:%Y-%m-%d %H:%M}", *lines]) + "\n"
