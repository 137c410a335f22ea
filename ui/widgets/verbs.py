"""A row of buttons for what can be done, made anew with what it is about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QPushButton, QWidget

from ui.theme import Gap, Theme
from ui.widgets.flow import FlowLayout


@dataclass(frozen=True, slots=True)
class Button:
    """One of them: its words, its tip, what pressing it does, and whether it stands out."""

    words: str
    tip: str
    run: Callable[[], None]
    main: bool = False


class VerbRow(QWidget):
    """Buttons that wrap where they do not fit; hidden without any. `small` ones are for what is seldom done."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, small: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._kind = theme, "chip" if small else ""
        self._buttons: list[QPushButton] = []
        self._row = FlowLayout(self)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def offer(self, buttons: Sequence[Button]) -> None:
        """Show these and no others. One that is there already keeps its button, and the focus with it."""
        focused = next((one.text() for one in self._buttons if one.hasFocus()), "")
        self.hide()  # of a row that is seen, all around it would be laid out again with each button
        for old in self._buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [self._make(one) for one in buttons]
        self.setVisible(bool(buttons))
        if self._buttons:
            self.setFocusProxy(self._buttons[0])
        for button in self._buttons:
            if button.text() == focused:
                button.setFocus()

    @property
    def words(self) -> list[str]:
        """What is offered."""
        return [button.text() for button in self._buttons]

    def press(self, words: str) -> None:
        """Do one of them, as a press of its button does; KeyError for one that is not offered."""
        for button in self._buttons:
            if button.text() == words:
                button.click()
                return
        raise KeyError(words)

    def _make(self, one: Button) -> QPushButton:
        button = QPushButton(one.words, self)
        button.setProperty("class", f"primary {self._kind}".strip() if one.main else self._kind)
        button.setToolTip(one.tip)
        button.setAccessibleName(one.words)

        def pressed() -> None:
            one.run()

        button.clicked.connect(pressed)
        self._row.addWidget(button)
        button.show()
        return button

    def _on_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.NEAR))
