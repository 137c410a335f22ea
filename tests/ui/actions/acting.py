"""A place over books that answer at once, and whatever a person finds in it to press, choose or write in."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt, SignalInstance
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollBar,
    QWidget,
)

from companion.requests import DECLARED
from companion.service import Json
from companion.window.places import DRAWN, SHELVES, Models
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import Books
from ui.continuity import ContinuityPlace
from ui.doors import Fault
from ui.frame.lines import LinesCard
from ui.frame.message import Message
from ui.memories import MemoriesPlace
from ui.mood import MoodPlace
from ui.settings import SettingsPlace
from ui.shelf import ShelfPlace
from ui.shelf.form import FormCard
from ui.shell import Preferences
from ui.theme import Theme
from ui.today import TodayPlace
from ui.widgets.choices import Choices
from ui.widgets.editor import Editor
from ui.you import YouPlace

WIDTH, HEIGHT = 1400, 1000
WRITTEN = "Some words"
LINE = "a line"
"""What every line that leads somewhere is called here, whatever it says."""
COMES_BACK = {
    "choices",
    "choices.set",
    "companions",
    "companions.add",
    "companions.leave_out",
    "companions.use",
    "devices",
    "keys",
    "models",
    "models.pace",
    "models.served",
    "network",
    "updates",
}
"""What the program answers here."""
BROKEN = Fault("It broke.", "Try it once more.")
USED = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, Choices)
WHOLE = (Choices, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, Message)
"""What is used as a whole, or is no action of the place: no part of it is used by itself."""


Changed = list[tuple[str, Json]]
"""What was asked to be changed, of the mind and of the program, one after the other."""


class ActedDoor(DirectDoor):
    """Remembers what it was asked, and in `changed` what was a change; `broken` is what every change fails with.

    What does not settle is never answered.
    """

    def __init__(
        self, answer: Callable[[str, Json], Json], settles: Callable[[str], bool], changed: Changed
    ) -> None:
        super().__init__(answer)
        self.asked: list[str] = []
        self.changed = changed
        self.broken: Fault | None = None
        self._settles = settles

    def question(self, request, parameters, *, success, failure, progress=None) -> None:
        self.asked.append(request)
        if self._settles(request):
            super().question(request, parameters, success=success, failure=failure)

    def change(self, request, parameters, *, success, failure, progress=None) -> None:
        self.changed.append((request, parameters))
        if self.broken is not None:
            failure(self.broken)
        elif self._settles(request):
            success(self.answer(request, parameters))


Built = Callable[[Models, Theme, Path], QWidget]
PLACES: dict[str, Built] = {
    "today": lambda models, theme, _: TodayPlace(models.today, models.mind, theme),
    "you": lambda models, theme, _: YouPlace(models.known, models.inferences, theme),
    "memories": lambda models, theme, _: MemoriesPlace(models.memories, models.library, theme),
    "mood": lambda models, theme, _: MoodPlace(models.feelings, theme),
    "continuity": lambda models, theme, _: ContinuityPlace(models.continuity, theme),
    "settings": lambda models, theme, home: SettingsPlace(
        models.mind, models.settings, theme, Preferences(home / "window.ini"), version="1.0"
    ),
}
LEADS = (
    "place_wanted",
    "reply_wanted",
    "link_wanted",
    "source_wanted",
    "fact_wanted",
    "question_wanted",
    "export_wanted",
    "lock_wanted",
    "wanted",
    "opened",
    "followed",
)
"""The signals of a place, or of a part of it, by which it leads elsewhere."""


def build(place: str, models: Models, theme: Theme, home: Path) -> QWidget:
    """A place by its key, as the window builds it."""
    if place in SHELVES:
        model, telling = SHELVES[place]
        page = DRAWN.get(place, ShelfPlace)(model(models), telling(model(models)), theme)
        page.setObjectName(place)
        return page
    return PLACES[place](models, theme, home)


class Acted:
    """A shown place; whatever a person does in it comes back at once.

    Of the program only what is read, and a choice, comes back: nothing is fetched, heard or locked away.
    """

    def __init__(self, place: str, books: Books, program: Callable[[str, Json], Json], home: Path) -> None:
        self.books = books
        self.changed: Changed = []
        self.mind = ActedDoor(books.answer, lambda _: True, self.changed)
        self.program = ActedDoor(program, self.comes_back, self.changed)
        self.led: list[str] = []
        models, theme = Models(self.mind, self.program, home), Theme(QApplication.instance())
        self.models, self.theme, self._home = models, theme, home
        self.page: Any = build(place.partition(".")[0], self.models, self.theme, home)
        for part in (self.page, *self.page.findChildren(QWidget)):
            for name in LEADS:
                if isinstance(getattr(part, name, None), SignalInstance):
                    getattr(part, name).connect(partial(self._lead, name))
        self.models.mind.ask()
        self.page.resize(WIDTH, HEIGHT)
        self.page.show()
        self.settle()

    def comes_back(self, request: str) -> bool:
        """Whether what it asks for is answered: all that the mind does, and of the program what `COMES_BACK` names."""
        return request in DECLARED or request in COMES_BACK

    def _lead(self, name: str, *_: object) -> None:
        self.led.append(name)

    def break_doors(self, fault: Fault | None) -> None:
        """No change comes about from now on; without a fault they do again."""
        self.mind.broken = self.program.broken = fault

    def settle(self) -> None:
        """Let happen what was put off until the next turn of Qt's loop."""
        for _ in range(3):
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def close(self) -> None:
        self.page.hide()
        self.page.deleteLater()
        self.settle()

    # What a person sees

    def offered(self) -> dict[str, QWidget]:
        """All that can be used in the place as it is shown, by its words; of several with the same words the first."""
        found: dict[str, QWidget] = {}
        for widget in self.page.findChildren(QWidget):
            if isinstance(widget, USED) and _is_usable(widget, self.page):
                found.setdefault(_words_of(widget), widget)
        return found

    def sight(self) -> list[str]:
        """Everything that is read or listed in the place; not which of some options is chosen."""
        return [words for one in self.page.findChildren(QWidget) if one.isVisible() for words in _read(one)]

    def says(self, fault: Fault) -> bool:
        """Whether it is read anywhere that this went wrong."""
        return any(fault.message in each for each in self.sight())

    def kept(self) -> tuple[object, ...]:
        """What is kept on disk, and how the window is dressed."""
        look = self.theme.scheme, self.theme.metrics.scale, self.theme.motion
        return (*look, *(one.read_bytes() for one in sorted(self._home.iterdir()) if one.is_file()))

    # What a person does

    def use(self, words: str) -> None:
        """Press it, choose in it or write into it; a form that opens is filled in and kept. KeyError if not there."""
        forms = [one for one in self._forms() if one.isVisible()]
        _use(self.offered()[words])
        self.settle()
        for form in self._forms():
            if form.isVisible() and form not in forms:
                fill_in(form)
        self.settle()
        self._close_dialogs()

    def _forms(self) -> list[QWidget]:
        return [*self.page.findChildren(FormCard), *self.page.findChildren(Editor)]

    def _close_dialogs(self) -> None:
        for dialog in self.page.findChildren(QFileDialog):
            if dialog.isVisible():
                self.led.append("a file is asked for")
                dialog.close()


@dataclass(frozen=True, slots=True)
class Trace:
    """All by which it can be told afterwards that something came of an action."""

    asked: int
    changed: int
    led: int
    sight: list[str]
    kept: tuple[object, ...]

    @classmethod
    def of(cls, acted: Acted) -> "Trace":
        asked = len(acted.mind.asked) + len(acted.program.asked)
        return cls(asked, len(acted.changed), len(acted.led), acted.sight(), acted.kept())


def fill_in(form: QWidget) -> None:
    """Write something into it, and keep it."""
    for field in form.findChildren(QLineEdit):
        if not field.text() and not isinstance(field.parent(), QAbstractSpinBox):
            field.setText(WRITTEN)
    for field in form.findChildren(QPlainTextEdit):
        field.setPlainText(f"{field.toPlainText()} {WRITTEN}".strip())
    for choices in form.findChildren(Choices):
        choices.press(choices.keys[0])
    (keep,) = [one for one in form.findChildren(QPushButton) if one.property("class") == "primary"]
    keep.click()


def _use(widget: QWidget) -> None:
    if isinstance(widget, Choices):
        buttons = [one for one in widget.findChildren(QAbstractButton) if one.isVisible()]
        next(one for one in reversed(buttons) if not one.isChecked()).click()
    elif isinstance(widget, QAbstractButton):
        widget.click()
    elif isinstance(widget, QComboBox):
        other = (widget.currentIndex() + 1) % widget.count()
        widget.setCurrentIndex(other)
        widget.activated.emit(other)
    elif isinstance(widget, QDateEdit):
        widget.setDate(widget.date().addDays(-1))
    elif isinstance(widget, QAbstractSlider):
        widget.setValue(widget.maximum() if widget.value() < widget.maximum() else widget.minimum())
    elif isinstance(widget, QLineEdit):
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        widget.selectAll()
        QTest.keyClicks(widget, WRITTEN)
        QTest.keyClick(widget, Qt.Key.Key_Return)


def _is_usable(widget: QWidget, page: QWidget) -> bool:
    if not (widget.isVisible() and widget.isEnabled()) or isinstance(widget, QScrollBar):
        return False
    if isinstance(widget, QPlainTextEdit | QLineEdit) and widget.isReadOnly():
        return False
    above = widget.parentWidget()
    while above is not None and above is not page:
        if isinstance(above, WHOLE):
            return False
        above = above.parentWidget()
    return True


def _words_of(widget: QWidget) -> str:
    if isinstance(widget.parent(), LinesCard):
        return LINE
    words = widget.text() if isinstance(widget, QAbstractButton) else ""
    return words or widget.accessibleName()


def _read(widget: QWidget) -> list[str]:
    if isinstance(widget, QCheckBox):
        return [f"{widget.text()}: {widget.isChecked()}"]
    if isinstance(widget, QComboBox):
        return [widget.currentText()]
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        return [widget.text()]
    if isinstance(widget, QPlainTextEdit):
        return [widget.toPlainText()]
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        model = widget.model()
        rows = [str(model.index(row, 0).data()) for row in range(min(model.rowCount(), 50))]
        return [*rows, f"chosen: {widget.currentIndex().row()}"]
    return []
