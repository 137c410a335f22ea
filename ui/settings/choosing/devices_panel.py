"""Microphone and speaker with a way to try them out: in the chapter of the voice, and in the first steps."""

from functools import partial

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, ListRow
from ui.settings.choosing.voice_test import Trial, VoiceTest
from ui.theme import Gap, Theme
from ui.widgets.meter import Meter
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

SOFT, LOUD = 0.25, 0.95
"""Shares of the meter below which a voice is hard to understand, and above which it is cut off."""


class DevicesPanel(QWidget):
    """Draws `VoiceTest` and the choice of devices; what is tried out ends when nobody looks."""

    def __init__(self, chosen: Chosen, test: VoiceTest, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.test = test
        self._missing = Words(self, kind="warn")
        asked = Asked("microphone", self.tr("Microphone"), self.tr("What it hears you with"))
        self.microphone = ListRow(chosen, asked, theme, self)
        asked = Asked("speaker", self.tr("Speaker"), self.tr("What you hear it with"))
        self.speaker = ListRow(chosen, asked, theme, self)
        self.verbs, self.meter = VerbRow(theme, self, small=True), Meter(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.metrics.space(Gap.EASY))
        for widget in (self._missing, self.microphone, self.speaker, self.verbs, self.meter):
            column.addWidget(widget)
        test.changed.connect(self._show)
        test.heard.connect(self._show_level)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Something may have been plugged in."""
        super().showEvent(event)
        self.test.load()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks at the meter: the microphone is closed."""
        super().hideEvent(event)
        self.test.stop()

    def _show(self) -> None:
        test, found = self.test, self.test.hardware
        words = "" if found is None else found.missing
        if test.fault is not None:
            words = test.fault.words
        self._missing.setText(words)
        self._missing.setVisible(bool(words))
        usual = ("", self.tr("The system's own"))
        if found is not None:
            for row, names in ((self.microphone, found.microphones), (self.speaker, found.speakers)):
                row.offer([usual, *((name, name) for name in names)])
        self.verbs.offer(self._buttons())
        self.meter.setVisible(test.running is Trial.MICROPHONE or test.loudest > 0)
        self._show_level()

    def _buttons(self) -> list[Button]:
        test = self.test
        if test.running is not None:
            return [Button(self.tr("Stop"), self.tr("Close microphone and speaker"), test.stop)]
        sentence = self.tr("Hello. This is how I sound.")
        return [
            Button(
                self.tr("Test the microphone"),
                self.tr("Show how loud you are, for half a minute"),
                partial(test.begin, Trial.MICROPHONE),
            ),
            Button(self.tr("Play a tone"), self.tr("Hear the speaker"), partial(test.begin, Trial.SPEAKER)),
            Button(
                self.tr("Hear its voice"),
                self.tr("It says a sentence"),
                partial(test.begin, Trial.VOICE, sentence),
            ),
        ]

    def _show_level(self) -> None:
        test = self.test
        if test.running is Trial.MICROPHONE:
            words = self.tr("Say something…") if test.loudest < SOFT else self.tr("It hears you.")
        elif test.loudest >= LOUD:
            words = self.tr("Very loud: a little further from the microphone sounds clearer.")
        elif test.loudest >= SOFT:
            words = self.tr("The microphone hears well.")
        else:
            words = self.tr("The microphone heard next to nothing.")
        self.meter.show_share(test.level, words)
