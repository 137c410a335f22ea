"""The Settings place: chapters, of which one is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QSlider, QWidget

from ui.doors import Door
from ui.frame import Page
from ui.frame.sheet import Section, Sheet
from ui.settings.appearance import AppearanceCard
from ui.settings.arrivals import MovingIn
from ui.settings.arriving import ArrivalCard
from ui.settings.catalogue import ModelChoice, ModelsCard
from ui.settings.choosing import (
    AskingCard,
    AttentionCard,
    CallLog,
    Chosen,
    PresenceCard,
    SpokenLanguageCard,
    VoiceCard,
    VoiceTest,
)
from ui.settings.companions import Companions, CompanionsCard
from ui.settings.data import DataCard
from ui.settings.feeds import FeedList, FeedsCard
from ui.settings.keys import PrivacyCard, VaultKeys
from ui.settings.model import PlaceNaming, YourData
from ui.settings.network_card import Connections, NetworkCard
from ui.settings.place_card import PlaceCard
from ui.settings.state import StateCard
from ui.settings.updates_card import Newest, UpdatesCard
from ui.shell.actions import Action
from ui.shell.mind import Mind
from ui.shell.preferences import Preferences
from ui.theme import Theme
from ui.widgets.choices import Choices, Option
from ui.widgets.words import Words

STATE = "state"
ARCHIVE_SUFFIX = ".companion"
"""Of a whole vault as one file, which takes the place of another."""
CHOSEN = (QCheckBox, QComboBox, QSlider, Choices)
"""What something is chosen with."""


class SettingsModels:
    """The view-models of Settings: over the mind's door, and over the program's."""

    def __init__(self, door: Door, program: Door) -> None:
        self.data, self.moving, self.naming = YourData(door, program), MovingIn(door), PlaceNaming(door)
        self.choice, self.feeds = ModelChoice(door, program), FeedList(door)
        self.calls = CallLog()
        self.chosen, self.test, self.keys = Chosen(program), VoiceTest(program), VaultKeys(program)
        self.opened, self.newest = Connections(program), Newest(program)
        self.companions = Companions(door, program)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Cards that belong together, and how they are found."""

    option: Option
    cards: Sequence[QWidget]


class SettingsPlace(Page):
    """Draws `SettingsModels`. `lock_wanted` asks whoever owns the window to lock it."""

    lock_wanted = Signal()

    def __init__(
        self,
        mind: Mind,
        models: SettingsModels,
        theme: Theme,
        preferences: Preferences,
        *,
        version: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("", "", theme, parent, centred=True)
        self._title.setText(self.tr("Settings"))
        self._words.hide()
        self.setObjectName("settings")
        self.models = models
        self.chapters = Choices(self.tr("Chapter"), theme, self, sides=True)
        self.add_sides(self.chapters)
        privacy = PrivacyCard(models.keys, models.chosen, theme, self)
        privacy.lock_wanted.connect(self.lock_wanted)
        data = self._data = DataCard(models.data, theme, self)
        moving = ArrivalCard(models.moving, theme, self)
        made = self._made(
            StateCard(mind, theme, self),
            (ModelsCard(models.choice, theme, self), SpokenLanguageCard(models.chosen, theme, self)),
            VoiceCard(models.chosen, models.test, models.calls, theme, self),
            (privacy, NetworkCard(models.opened, models.chosen, theme, self), moving, data),
            self._attention(theme),
            FeedsCard(models.feeds, models.chosen, theme, self),
            AppearanceCard(preferences, theme, self),
            (
                CompanionsCard(models.companions, models.chosen, theme, self),
                PlaceCard(models.naming, theme, self),
            ),
            (self._about(version, theme), UpdatesCard(models.newest, models.chosen, theme, self)),
        )
        self._made_of = made
        self._keys = [chapter.option.key for chapter in made]
        self.chapters.offer([chapter.option for chapter in made])
        self._pages = self.add_pages(*(self._sheet(chapter) for chapter in made))
        self.chapters.chosen.connect(self.open_chapter)
        self.open_chapter(STATE)
        self.setFocusProxy(self.chapters)

    def open_chapter(self, key: str) -> None:
        """Show a chapter; ValueError for one that is not there."""
        self._pages.setCurrentIndex(self._keys.index(key))
        self.chapters.choose(key)

    def show_arrival(self, path: Path) -> None:
        """Show what a file that was opened with this program holds, where it can be taken in or put back."""
        self.open_chapter("privacy")
        if path.suffix == ARCHIVE_SUFFIX:
            self.models.data.look_back(path)
        else:
            self.models.moving.look(path)

    def export_all(self) -> None:
        """Show where all data is, and ask in which folder it is to be written as files."""
        self._lead("privacy", self._data.write)
        self._data.choose_target()

    def show_state(self) -> None:
        """Show how every part is."""
        self.open_chapter(STATE)

    def actions_of_place(self) -> tuple[Action, ...]:
        """What can be done here from anywhere."""
        lock = Action(
            "settings.lock",
            self.tr("Lock"),
            self.tr("Close the vault and forget what is shown"),
            self.tr("Companion"),
            self.lock_wanted.emit,
            ("Ctrl+Shift+L",),
        )
        return (lock, *self._ways_to_chapters(), *self._ways_to_choices())

    def _ways_to_chapters(self) -> list[Action]:
        words = self.tr("Settings: {chapter}")
        return [
            Action(
                f"settings.chapter.{option.key}",
                words.format(chapter=option.words),
                option.tip,
                self.tr("Settings"),
                partial(self._lead, option.key),
            )
            for option in (chapter.option for chapter in self._made_of)
        ]

    def _ways_to_choices(self) -> list[Action]:
        """Every switch and list by its words, for the palette alone."""
        found: dict[str, Action] = {}
        for chapter in self._made_of:
            for row in (one for card in chapter.cards for kind in CHOSEN for one in card.findChildren(kind)):
                words, key = row.accessibleName(), f"settings.{chapter.option.key}.{row.accessibleName()}"
                if words and key not in found:
                    called = self.tr("Settings: {chapter}: {choice}")
                    called = called.format(chapter=chapter.option.words, choice=words)
                    lead = partial(self._lead, chapter.option.key, row)
                    found[key] = Action(key, called, row.toolTip() or words, "", lead)
        return list(found.values())

    def _lead(self, key: str, row: QWidget | None = None) -> None:
        """Show a chapter, and the choice in it that is meant."""
        self.wanted()
        self.open_chapter(key)
        if row is not None:
            sheet = self._pages.currentWidget()
            if isinstance(sheet, Sheet):
                sheet.ensureWidgetVisible(row)
            row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _made(self, *cards: QWidget | tuple[QWidget, ...]) -> list[Chapter]:
        options = (
            Option(STATE, self.tr("State"), self.tr("How every part is")),
            Option(
                "models", self.tr("Models"), self.tr("Which model talks, and what else suits this computer")
            ),
            Option("voice", self.tr("Voice"), self.tr("Microphone, speaker, and when it listens")),
            Option(
                "privacy",
                self.tr("Privacy"),
                self.tr("The vault's key, locking, the network, and all of your data"),
            ),
            Option(
                "attention",
                self.tr("Attention"),
                self.tr("Notifications and their hours, questions, and when it is there"),
            ),
            Option("feeds", self.tr("Feeds"), self.tr("News from pages that you choose")),
            Option("appearance", self.tr("Appearance"), self.tr("Colours, text size, motion")),
            Option(
                "character",
                self.tr("Character"),
                self.tr("Whom you speak with, with or without a mood, and where you are"),
            ),
            Option("about", self.tr("About"), self.tr("What this program is")),
        )
        return [
            Chapter(option, group if isinstance(group, tuple) else (group,))
            for option, group in zip(options, cards, strict=True)
        ]

    def _attention(self, theme: Theme) -> tuple[QWidget, ...]:
        cards = AttentionCard, AskingCard, PresenceCard
        return tuple(card(self.models.chosen, theme, self) for card in cards)

    def _sheet(self, chapter: Chapter) -> Sheet:
        sheet = Sheet(self._theme, self)
        for card in chapter.cards:
            sheet.add(card)
        return sheet

    def _about(self, version: str, theme: Theme) -> Section:
        card = Section(self.tr("Companion {version}").format(version=version), theme, self)
        for words in (
            self.tr(
                "A program that talks with you and remembers, on this computer only. It is not a person."
            ),
            self.tr(
                "It opens a connection only to fetch a model that you asked for, to a server or a feed that you chose, "
                "or to look for a newer version once you switch that on."
            ),
            self.tr("Free software under the GNU General Public License, version 3 or later."),
        ):
            card.add(Words(card, words, selectable=True))
        return card
