"""A place: one entry of the rail and what it shows."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from ui.shell.actions import Action


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the window.

    `icon` is a name in `ui.widgets.icons`; the widget takes the focus when it is shown.
    """

    key: str
    title: str
    tip: str
    icon: str
    widget: QWidget
    actions: tuple[Action, ...] = ()
