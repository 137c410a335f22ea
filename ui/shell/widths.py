"""How wide the lists of the places stand beside what is chosen in them: kept by place, moved by mouse or keys."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.frame import Split
from ui.shell.actions import Action
from ui.shell.places import Place
from ui.shell.preferences import Preferences

translate = QCoreApplication.translate
STEP = 0.05
"""How much of the room a list gains by one press of a key."""


class ListWidths:
    """All sides of one place have the same width; `shown` tells the place that is seen."""

    def __init__(self, preferences: Preferences, shown: Callable[[], QWidget | None]) -> None:
        self._preferences, self._shown = preferences, shown

    def take(self, place: Place) -> None:
        """Give its lists the width that they had, and keep the one that they are given."""
        splits, kept = place.widget.findChildren(Split), self._preferences.list_share(place.key)
        for split in splits:
            if kept is not None:
                split.set_share(kept)
            split.moved.connect(partial(self._on_moved, place.key, splits))

    def actions(self) -> tuple[Action, ...]:
        """The same by keys."""
        return (
            self._action("list.wider", translate("View", "Wider list"), STEP, "Ctrl+Alt+Right"),
            self._action("list.narrower", translate("View", "Narrower list"), -STEP, "Ctrl+Alt+Left"),
        )

    def _action(self, key: str, words: str, by: float, keys: str) -> Action:
        tip = translate("View", "Move the border between the list and what is chosen in it")
        return Action(
            key,
            words,
            tip,
            translate("View", "View"),
            partial(self._move, by),
            (keys,),
            lambda: bool(self._seen()),
        )

    def _move(self, by: float) -> None:
        for split in self._seen():
            split.set_share(split.share + by)
            split.moved.emit(split.share)

    def _seen(self) -> list[Split]:
        """Those on whose both sides something is seen now."""
        shown = self._shown()
        found = [] if shown is None else shown.findChildren(Split)
        return [one for one in found if one.isVisible() and one.wide]

    def _on_moved(self, key: str, splits: list[Split], share: float) -> None:
        for split in splits:
            split.set_share(share)
        self._preferences.keep_list_share(key, share)
