"""The chapter of Settings for the voice: devices with a test, and when it listens; and the language that is spoken."""

from PySide6.QtWidgets import QWidget

from engine.tongues import NAMES
from ui.settings.choosing.calls import CallLog, CallsRow
from ui.settings.choosing.chapters import ChoiceCard
from ui.settings.choosing.devices_panel import DevicesPanel
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, ListRow, OptionsRow, ShareRow
from ui.settings.choosing.voice_test import VoiceTest
from ui.theme import Theme
from ui.widgets.choices import Option


class VoiceCard(ChoiceCard):
    """Draws the choices of the voice."""

    def __init__(
        self,
        chosen: Chosen,
        test: VoiceTest,
        calls: CallLog,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        about = self.tr(
            "What is heard stays on this computer. The microphone is closed until you open it in Talk."
        )
        super().__init__(self.tr("Talking with your voice"), about, chosen, theme, parent)
        self.devices = DevicesPanel(chosen, test, theme, self)
        asked = Asked("listening", self.tr("When it listens"))
        self.listening = OptionsRow(chosen, asked, self._manners(), theme, self)
        asked = Asked("while_speaking", self.tr("While it speaks"))
        self.while_speaking = OptionsRow(chosen, asked, self._duplex(), theme, self)
        asked = Asked(
            "talk_key",
            self.tr("Key to hold"),
            self.tr("Talks from any window, where the desktop allows it; it switches the voice on"),
        )
        self.talk_key = ListRow(chosen, asked, theme, self)
        asked = Asked(
            "wake_sensitivity",
            self.tr("Hearing its name"),
            self.tr("To the left it misses a call sooner, to the right it comes uncalled sooner"),
        )
        self.sensitivity = ShareRow(chosen, asked, self._sensitivity_words, theme, self)
        self.calls = CallsRow(calls, chosen, self)
        rows = (self.devices, self.listening, self.while_speaking, self.talk_key, self.sensitivity)
        for widget in (*rows, self.calls):
            self.add(widget)
        self.end()
        chosen.changed.connect(self._offer_keys)

    def _offer_keys(self) -> None:
        """Once it is known which there are; until then the row holds what is chosen alone."""
        keys = self.chosen.options("talk_key")
        if self.talk_key.box.count() < len(keys):
            self.talk_key.offer([(key, key or self.tr("None")) for key in keys])

    def _manners(self) -> tuple[Option, ...]:
        return (
            Option("hands free", self.tr("Hands free"), self.tr("Whenever its voice is on.")),
            Option("push to talk", self.tr("Push to talk"), self.tr("While you hold the button.")),
            Option("when called", self.tr("When called"), self.tr("Once you say its name.")),
        )

    def _duplex(self) -> tuple[Option, ...]:
        return (
            Option(
                "as it can",
                self.tr("Listen as it can"),
                self.tr(
                    "You can speak in between. Should it hear its own voice, it listens only between answers."
                ),
            ),
            Option(
                "always",
                self.tr("Always listen"),
                self.tr("You can always speak in between. Best with headphones."),
            ),
            Option(
                "never",
                self.tr("Do not listen"),
                self.tr("It listens once it has ended, and to the key that you hold."),
            ),
        )

    def _sensitivity_words(self, value: float) -> str:
        if value < 0.34:
            return self.tr("Seldom: only when it is said clearly")
        return (
            self.tr("As it comes") if value < 0.67 else self.tr("Readily: also when it only sounds like it")
        )


class SpokenLanguageCard(ChoiceCard):
    """Draws the choice of the language that is heard, beside the models that hear."""

    def __init__(self, chosen: Chosen, theme: Theme, parent: QWidget | None = None) -> None:
        about = self.tr("Who always speaks one language is understood better when it is chosen here.")
        super().__init__(self.tr("What you speak"), about, chosen, theme, parent)
        asked = Asked("spoken_language", self.tr("Language"), self.tr("From now on"))
        self.language = ListRow(chosen, asked, theme, self)
        self.language.offer([("", self.tr("Found out each time")), *NAMES.items()])
        self.add(self.language)
        self.end()
