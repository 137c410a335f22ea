"""Action records: menus, shortcuts and the command palette all come from one table of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


def always() -> bool:
    """The condition of an action that can be done at any time."""
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do.

    `menu` names the menu it stands in; `enabled` is asked when it is about to be shown.
    """

    key: str
    words: str
    tip: str
    menu: str
    run: Callable[[], None]
    shortcuts: tuple[str, ...] = ()
    enabled: Callable[[], bool] = always


class ActionTable:
    """The window's actions, in the order they were added.

    Shortcuts work wherever the focus is in `window`.
    """

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._records: list[Action] = []
        self._actions: dict[str, QAction] = {}

    def add(self, records: Iterable[Action]) -> None:
        """Put actions into the table; ValueError for a key or shortcut that is taken."""
        for record in records:
            self._refuse_twice(record)
            action = QAction(record.words, self._window)
            action.setShortcuts([QKeySequence(keys) for keys in record.shortcuts])
            action.setToolTip(record.tip)
            action.setStatusTip(record.tip)
            action.triggered.connect(lambda _=False, record=record: self.run(record.key))
            self._window.addAction(action)
            self._records.append(record)
            self._actions[record.key] = action

    def all(self) -> list[Action]:
        return list(self._records)

    def possible(self) -> list[Action]:
        """What can be done right now."""
        return [record for record in self._records if record.enabled()]

    def run(self, key: str) -> None:
        """Do it, if it can be done right now; KeyError for an unknown key."""
        record = next((record for record in self._records if record.key == key), None)
        if record is None:
            raise KeyError(key)
        if record.enabled():
            record.run()

    def menu(self, parent: QWidget) -> QMenu:
        """A menu of all actions, one submenu for each menu name."""
        menu = QMenu(parent)
        submenus: dict[str, QMenu] = {}
        for record in self._records:
            if record.menu not in submenus:
                submenus[record.menu] = menu.addMenu(record.menu)
                submenus[record.menu].setToolTipsVisible(True)
            submenus[record.menu].addAction(self._actions[record.key])
        menu.aboutToShow.connect(self._refresh)
        menu.aboutToHide.connect(self._enable_all)
        return menu

    def short_menu(self, parent: QWidget, keys: Sequence[str]) -> QMenu:
        """A menu of a few actions by their keys, in that order; KeyError for an unknown key."""
        menu = QMenu(parent)
        menu.addActions([self._actions[key] for key in keys])
        return menu

    def _refresh(self) -> None:
        for record in self._records:
            self._actions[record.key].setEnabled(record.enabled())

    def _enable_all(self) -> None:
        """A shortcut asks for itself whether it is possible: a greyed action would not even hear its keys."""
        for action in self._actions.values():
            action.setEnabled(True)

    def _refuse_twice(self, new: Action) -> None:
        for record in self._records:
            if record.key == new.key or set(record.shortcuts) & set(new.shortcuts):
                raise ValueError(f"{new.key} repeats a key or shortcut of {record.key}")
