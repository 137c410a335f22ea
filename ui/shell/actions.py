"""Action records: menus, shortcuts and the command palette all come from one table of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


def _show_just(menu: QMenu, wanted: Sequence[QAction]) -> None:
    """Have `menu` hold these in their order. What stays is not touched: it may be the one that is being chosen."""
    there = menu.actions()
    for action in there:
        if action not in wanted:
            menu.removeAction(action)
    after: QAction | None = None
    for action in reversed(wanted):
        if after is None and action not in there:
            menu.addAction(action)
        elif after is not None and action not in there:
            menu.insertAction(after, action)
        after = action


def always() -> bool:
    """The condition of an action that can be done at any time."""
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do.

    `menu` names the menu it stands in, "" for none, as of what only the palette finds; `enabled` is asked when it is
    about to be shown, and so is `words_now` of one that is called differently as things stand.
    """

    key: str
    words: str
    tip: str
    menu: str
    run: Callable[[], None]
    shortcuts: tuple[str, ...] = ()
    enabled: Callable[[], bool] = always
    words_now: Callable[[], str] | None = None

    @property
    def called(self) -> str:
        """Its words as things stand."""
        return self.words if self.words_now is None else self.words_now()


class ActionTable:
    """The window's actions, in the order they were added.

    Shortcuts work wherever the focus is in `window`.
    """

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._records: list[Action] = []
        self._actions: dict[str, QAction] = {}
        self._renewed: list[Callable[[], None]] = []

    def add(self, records: Iterable[Action]) -> None:
        """Put actions into the table; ValueError for a key or shortcut that is taken."""
        for record in records:
            self._refuse_twice(record)
            action = QAction(record.called, self._window)
            action.setObjectName(record.key)
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
        record = self._record(key)
        if record.enabled():
            record.run()

    def menu(self, parent: QWidget) -> QMenu:
        """A menu of all actions, one submenu for each menu name."""
        menu = QMenu(parent)
        submenus: dict[str, QMenu] = {}
        for record in self._records:
            if not record.menu:
                continue
            if record.menu not in submenus:
                submenus[record.menu] = menu.addMenu(record.menu)
                submenus[record.menu].setToolTipsVisible(True)
            submenus[record.menu].addAction(self._actions[record.key])
        menu.aboutToShow.connect(self._refresh)
        menu.aboutToHide.connect(self._enable_all)
        return menu

    def short_menu(self, parent: QWidget, keys: Sequence[str], passing: Sequence[str] = ()) -> QMenu:
        """A menu of a few actions by their keys, in that order; KeyError for an unknown key.

        Those in `passing` stand in it only while they can be done.
        """
        menu = QMenu(parent)

        def fill() -> None:
            shown = [key for key in keys if key not in passing or self._record(key).enabled()]
            wanted = [self._actions[key] for key in shown]
            _show_just(menu, wanted)

        fill()
        self._renewed.append(fill)
        menu.aboutToShow.connect(self.renew)
        return menu

    def renew(self) -> None:
        """Something else can be done now, or is called differently: tell it by menus that are shown elsewhere."""
        for record in self._records:
            self._actions[record.key].setText(record.called)
        for fill in self._renewed:
            fill()

    def _record(self, key: str) -> Action:
        """KeyError for an unknown key."""
        found = next((record for record in self._records if record.key == key), None)
        if found is None:
            raise KeyError(key)
        return found

    def _refresh(self) -> None:
        self.renew()
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
