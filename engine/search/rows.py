"""Which row of an index each id has: rows keep their place, and those of removed ids are taken again."""

from collections.abc import Sequence


class Rows:
    """The book of rows. `ids` holds None where a vector was removed."""

    def __init__(self) -> None:
        self.ids: list[str | None] = []
        self.free: list[int] = []
        self._row_of: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, each: object) -> bool:
        return each in self._row_of

    def row_of(self, each: str) -> int:
        """The row of a known id. Raises KeyError."""
        return self._row_of[each]

    def take(self, each: str) -> int:
        """The row of `each`: its own, a free one, or a new one at the end."""
        if each in self._row_of:
            return self._row_of[each]
        if self.free:
            row = self.free.pop()
            self.ids[row] = each
        else:
            row = len(self.ids)
            self.ids.append(each)
        self._row_of[each] = row
        return row

    def take_all(self, ids: Sequence[str]) -> None:
        """Rows 0, 1, 2 … for `ids`, all different, while nothing stands yet."""
        self.ids.extend(ids)
        self._row_of = {each: row for row, each in enumerate(ids)}

    def drop(self, each: str) -> int | None:
        """Free the row of `each`; returns it, None for an unknown id."""
        row = self._row_of.pop(each, None)
        if row is not None:
            self.ids[row] = None
            self.free.append(row)
        return row
