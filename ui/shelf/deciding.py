"""What can be decided of a thing: between the sides of a doubt, by its verbs, and by the form that a verb asks for."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from ui.frame.letters import tip_with
from ui.frame.things import Column
from ui.shelf.form import FormCard
from ui.shelf.records import Given, Side, Verb
from ui.theme import Gap, Theme
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words


class Deciding(QWidget):
    """Draws sides and verbs; a verb is done by its button, or by its letter through `press_key`.

    `opened` brings the form of a verb once it is to be filled in, so that it can be brought into view.
    """

    opened = Signal(QWidget)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._by_key: dict[str, Verb] = {}
        self.sides = Column(theme, self, gap=Gap.EASY)
        self.verbs = VerbRow(theme, self)
        self.form = FormCard(theme, self)
        self.form.given_up = self._take_focus
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.sides, self.verbs, self.form):
            self._column.addWidget(widget)
        self.setFocusProxy(self.verbs)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.offer((), ())

    def offer(self, sides: Sequence[Side], verbs: Sequence[Verb]) -> None:
        """Offer these and nothing else; a form that was open is closed."""
        self.form.hide()
        self._by_key = {verb.key: verb for verb in (*(side.verb for side in sides), *verbs) if verb.key}
        told = [(side.text, side.about, side.verb.words) for side in sides]
        self.sides.show_widgets(told, [partial(self._side, side) for side in sides])
        self.setVisible(bool(sides or verbs))
        self.verbs.offer(
            [Button(verb.words, _tip(verb), self._doing(verb), main=verb.main) for verb in verbs]
        )

    @property
    def letters(self) -> set[str]:
        """What does something here."""
        return set(self._by_key)

    def press_key(self, letter: str) -> bool:
        """Do the verb of a letter; False where there is none."""
        found = self._by_key.get(letter.casefold())
        if found is not None:
            self._do(found)
        return found is not None

    def _side(self, side: Side, parent: QWidget) -> QFrame:
        card = QFrame(parent)
        card.setObjectName("side")
        column = QVBoxLayout(card)
        column.addWidget(Words(card, side.text, selectable=True))
        column.addWidget(Words(card, side.about, kind="muted", selectable=True))
        button = QPushButton(side.verb.words, card)
        button.setToolTip(_tip(side.verb))
        button.setAccessibleName(f"{side.verb.words}: {side.text}")
        # By its letter: the card stays where the same sides are offered anew.
        button.clicked.connect(partial(self._press, side.verb.key))
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _press(self, letter: str) -> None:
        self.press_key(letter)

    def _doing(self, verb: Verb) -> Callable[[], None]:
        return lambda: self._do(verb)

    def _do(self, verb: Verb) -> None:
        if verb.form is None:
            verb.run({})
            return

        def kept(given: Given) -> None:
            self._take_focus()
            verb.run(given)

        self.form.ask(verb.form, kept)
        self.opened.emit(self.form)

    def _take_focus(self) -> None:
        self.verbs.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_theme(self) -> None:
        self._column.setSpacing(self._theme.metrics.space(Gap.CLEAR))


def _tip(verb: Verb) -> str:
    return tip_with(verb.tip, verb.key) if verb.key else verb.tip
