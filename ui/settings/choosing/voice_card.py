"""The chapter of Settings for the voice: devices, a meter, a test, and when it listens."""

from functools import partial

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from ui.settings.choosing.chapters import ChoiceCard
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, ListRow, OptionsRow, ShareRow
from ui.settings.choosing.voice_test import Trial, VoiceTest
from ui.theme import Theme
from ui.widgets.choices import Option
from ui.widgets.meter import Meter
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

SOFT, LOUD = 0.25, 0.95
"""Shares of the meter below which a voice is hard to understand, and above which it is cut off."""


class VoiceCard(ChoiceCard):
    """Draws `VoiceTest` and the choices of the voice."""

    def __init__(self, chosen: Chosen, test: VoiceTest, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Talking with your voice"),
            self.tr(
                "What is heard stays on this computer. The microphone is closed until you open it in Talk."
            ),
            chosen,
            theme,
            parent,
        )
        self.test = test
        self._missing = Words(self, kind="warn")
        self.microphone = ListRow(
            chosen, Asked("microphone", self.tr("Microphone"), self.tr("What it hears you with")), theme, self
        )
        self.speaker = ListRow(
            chosen, Asked("speaker", self.tr("Speaker"), self.tr("What you hear it with")), theme, self
        )
        self.verbs, self.meter = VerbRow(theme, self, small=True), Meter(theme, self)
        self.listening = OptionsRow(
            chosen,
            Asked("listening", self.tr("When it listens")),
            (
                Option("hands free", self.tr("Hands free"), self.tr("Whenever its voice is on.")),
                Option("push to talk", self.tr("Push to talk"), self.tr("While you hold the button.")),
                Option("when called", self.tr("When called"), self.tr("Once you say its name.")),
            ),
            theme,
            self,
        )
        self.talk_key = ListRow(
            chosen,
            Asked(
                "talk_key",
                self.tr("Key to hold"),
                self.tr("Talks from any window while the voice is on, where the desktop allows it"),
            ),
            theme,
            self,
        )
        self.sensitivity = ShareRow(
            chosen,
            Asked(
                "wake_sensitivity",
                self.tr("How readily it takes something for its name"),
                self.tr("To the left it misses a call sooner, to the right it comes uncalled sooner"),
            ),
            self._sensitivity_words,
            self,
        )
        for widget in (
            self._missing,
            self.microphone,
            self.speaker,
            self.verbs,
            self.meter,
            self.listening,
            self.talk_key,
            self.sensitivity,
        ):
            self.add(widget)
        self.end()
        chosen.changed.connect(self._offer_keys)
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

    def _offer_keys(self) -> None:
        """Once it is known which there are."""
        keys = self.chosen.options("talk_key")
        if keys and not self.talk_key.box.count():
            self.talk_key.offer([(key, key or self.tr("None")) for key in keys])

    def _show(self) -> None:
        test, found = self.test, self.test.hardware
        words = "" if found is None else found.missing
        if test.fault is not None:
            words = f"{test.fault.message} {test.fault.remedy}".strip()
        self._missing.setText(words)
        self._missing.setVisible(bool(words))
        usual = ("", self.tr("The system's own"))
        if found is not None:
            for row, names in ((self.microphone, found.microphones), (self.speaker, found.speakers)):
                row.offer([usual, *((name, name) for name in names)])
        self.verbs.offer(self._buttons())
        self.meter.setVisible(test.running is not None or test.loudest > 0)
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

    def _sensitivity_words(self, value: float) -> str:
        if value < 0.34:
            return self.tr("Seldom: only when it is said clearly")
        return (
            self.tr("As it comes") if value < 0.67 else self.tr("Readily: also when it only sounds like it")
        )
