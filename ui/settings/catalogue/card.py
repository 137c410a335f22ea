"""The chapter of Settings in which a model is chosen."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.frame.sheet import Section
from ui.settings.catalogue import wording
from ui.settings.catalogue.model import ModelChoice
from ui.settings.catalogue.operations import LANGUAGE, SENTENCES, SPEECH, VOICE, Offered
from ui.theme import Gap, Theme
from ui.widgets.meter import Meter
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

OTHERS = (SPEECH, VOICE, SENTENCES)


class ModelRow(QWidget):
    """One model: what it is, what may be expected of it, what can be done, and how far it has come."""

    def __init__(self, choice: ModelChoice, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice, self._theme, self.name = choice, theme, ""
        self._title = Words(self, kind="strong", selectable=True)
        self._mark = Words(self, kind="small accent")
        self._about, self._needs = Words(self), Words(self, kind="muted")
        self.meter, self.verbs = Meter(theme, self), VerbRow(theme, self, small=True)
        self._column = QVBoxLayout()
        self._arrange()
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def show_model(self, one: Offered) -> None:
        """Show `one` as it is now."""
        self.name = one.name
        told = (self._title_words(one), self.mark_words(one), self._about_words(one), self._needs_words(one))
        for label, words in zip((self._title, self._mark, self._about, self._needs), told, strict=True):
            label.setText(words)
            label.setVisible(bool(words))
        self.show_share()
        self.verbs.offer(self._buttons(one))

    def show_share(self) -> None:
        """How much of it is here while it is fetched."""
        share = self._choice.arriving.get(self.name)
        self.meter.setVisible(share is not None)
        if share is not None:
            self.meter.show_share(share, self.tr("{percent}% is here").format(percent=int(share * 100)))

    def mark_words(self, one: Offered) -> str:
        """How it stands; empty where there is nothing to say."""
        choice = self._choice
        if one.name in choice.waiting:
            return self.tr("Comes after the others")
        if one.name in choice.busy:
            return self.tr("One moment…")
        if one.name in choice.whole:
            return (
                self.tr("Checked: every byte is as it should be.")
                if choice.whole[one.name]
                else self.tr("Damaged: remove it and fetch it again.")
            )
        if choice.is_used(one.name) and one.installed:
            fetched = one.name in choice.fetched
            return wording.used_words(one, recommended=choice.is_recommended(one), fetched=fetched)
        if choice.works_at_night(one.name) and one.installed:
            return self.tr("Thinks alone, at night")
        return self.tr("Suits this computer best") if choice.is_recommended(one) else ""

    def _title_words(self, one: Offered) -> str:
        return one.title

    def _about_words(self, one: Offered) -> str:
        return wording.about_words(one)

    def _needs_words(self, one: Offered) -> str:
        return wording.needs_words(one)

    def _buttons(self, one: Offered) -> list[Button]:
        choice, name = self._choice, one.name
        if name in choice.busy:
            return []
        if name in choice.waiting:
            return [Button(self.tr("Not now"), self.tr("Do not fetch it"), partial(choice.pause, name))]
        if name in choice.arriving:
            return [
                Button(self.tr("Pause"), self.tr("Go on later where it stopped"), partial(choice.pause, name))
            ]
        if not one.installed:
            words = self.tr("Go on fetching") if name in choice.paused else self.tr("Fetch")
            tip = self.tr("Fetch {title} from the internet, {size}").format(
                title=one.title, size=wording.size_words(one.bytes)
            )
            return [Button(words, tip, partial(choice.install, name), main=self._stands_out(one))]
        return self._of_installed(one)

    def _stands_out(self, one: Offered) -> bool:
        return self._choice.is_recommended(one)

    def _of_installed(self, one: Offered) -> list[Button]:
        choice, name, offered = self._choice, one.name, list[Button]()
        used = choice.is_used(name)
        if one.role == LANGUAGE and not used:
            tip = self.tr("From now on this model answers")
            offered.append(
                Button(self.tr("Talk with it"), tip, partial(choice.use, name), main=self._stands_out(one))
            )
        at_night = choice.works_at_night(name)
        if one.role == LANGUAGE and not at_night:
            run = partial(choice.use, name, "night")
            offered.append(Button(self.tr("Use at night"), wording.night_tip(), run))
        if one.role in {SPEECH, VOICE} and not used:
            words = self.tr("Speak with it") if one.role == VOICE else self.tr("Hear with it")
            offered.append(Button(words, self.tr("From now on"), partial(choice.choose, one)))
        if one.role == SENTENCES and not used:
            words, run = self.tr("Remember with it"), partial(choice.choose, one)
            offered.append(Button(words, wording.meaning_tip(), run))
        check = self.tr("Read all of it once more and compare it")
        offered.append(Button(self.tr("Check"), check, partial(choice.verify, name)))
        if not (used or at_night or (one.role == SENTENCES and one.starter)):
            tip = self.tr("Delete it from this computer; it can be fetched again")
            offered.append(Button(self.tr("Remove"), tip, partial(choice.remove, name)))
        return offered

    def _arrange(self) -> None:
        self.setLayout(self._column)
        for widget in (self._title, self._mark, self._about, self._needs, self.meter, self.verbs):
            self._column.addWidget(widget)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setSpacing(space(Gap.TINY))
        self._column.setContentsMargins(0, 0, 0, space(Gap.CLEAR))


class ModelList(Section):
    """The models that `offered` tells, a row each; the rows are kept and refilled."""

    def __init__(
        self,
        title: str,
        offered: Callable[[], list[Offered]],
        choice: ModelChoice,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        row: type[ModelRow] = ModelRow,
    ) -> None:
        super().__init__(title, theme, parent)
        self._offered, self._choice, self._row = offered, choice, row
        self.rows: list[ModelRow] = []
        choice.changed.connect(self._show)
        choice.arrived.connect(self._show_share)

    def row(self, name: str) -> ModelRow:
        """The row of a model; KeyError for one that is not shown."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def _show(self) -> None:
        offered = self._offered()
        while len(self.rows) < len(offered):
            row = self._row(self._choice, self._theme, self)
            self.rows.append(row)
            self.add(row)
        for number, row in enumerate(self.rows):
            row.setVisible(number < len(offered))
            if number < len(offered):
                row.show_model(offered[number])

    def _show_share(self, name: str) -> None:
        for row in self.rows:
            if row.name == name:
                row.show_share()


class ModelsCard(QWidget):
    """The machine, the models that talk, servers that offer some, the speed test, and all other models."""

    def __init__(self, choice: ModelChoice, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice, self._theme = choice, theme
        self._machine = Section(self.tr("This computer"), theme, self)
        self._about, self.told = Words(self._machine), Words(self._machine, kind="muted", selectable=True)
        self.test = VerbRow(theme, self._machine, small=True)
        for widget in (self._about, self.test, self.told):
            self._machine.add(widget)
        self.talking = ModelList(
            self.tr("Models that talk"), partial(choice.of_role, LANGUAGE), choice, theme, self
        )
        self._served = Section(self.tr("Servers on this computer"), theme, self)
        self._served_words, self.offers = Words(self._served), VerbRow(theme, self._served, small=True)
        self._served.add(self._served_words)
        self._served.add(self.offers)
        self.others = ModelList(self.tr("Hearing, speaking and recall"), self._of_others, choice, theme, self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for card in (self._machine, self.talking, self._served, self.others):
            self._column.addWidget(card)
        choice.changed.connect(self._show)
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """What is on the disk may have changed, and a server may have been started."""
        super().showEvent(event)
        self.choice.load()
        self.choice.look_for_servers()

    def _of_others(self) -> list[Offered]:
        return [one for role in OTHERS for one in self.choice.of_role(role)]

    def _show(self) -> None:
        shop = self.choice.shop
        self._about.setText(self.tr("One moment…") if shop is None else wording.machine_words(shop))
        words = self.tr("Measuring…") if self.choice.measuring else self.tr("Measure the speed")
        tip = self.tr("Let the model that talks read and write for some seconds")
        self.test.offer([Button(words, tip, self.choice.measure)])
        self.told.setText(self._told())
        self.told.setVisible(bool(self.told.text()))
        self._show_served()

    def _told(self) -> str:
        fault, measured = self.choice.fault, self.choice.measured
        if fault is not None:
            return fault.words
        if measured is None:
            return ""
        pace = wording.pace_words(measured.written_per_s)
        said = self.tr("It reads about {read} and writes about {written} words a second: it {pace}.")
        return said.format(
            read=wording.a_second_words(measured.read_per_s),
            written=wording.a_second_words(measured.written_per_s),
            pace=pace,
        )

    def _show_served(self) -> None:
        served = self.choice.served
        if served is None:
            self._served_words.setText(self.tr("Looking for servers on this computer…"))
        elif served:
            self._served_words.setText(
                self.tr("These are offered by a server that runs here. What you say goes to that server.")
            )
        else:
            self._served_words.setText(
                self.tr("None was found. Where Ollama, LM Studio or another one runs, its models stand here.")
            )
        tip, at_night = self.tr("From now on this model answers"), self.tr("At night: {model}")
        talking = [
            Button(wording.served_words(name), tip, partial(self.choice.use, name))
            for name in served or ()
            if not self.choice.is_used(name)
        ]
        working = [
            Button(
                at_night.format(model=wording.served_words(name)),
                wording.night_tip(),
                partial(self.choice.use, name, "night"),
            )
            for name in served or ()
            if not self.choice.works_at_night(name)
        ]
        self.offers.offer([*talking, *working])

    def _on_theme(self) -> None:
        self._column.setSpacing(self._theme.metrics.space(Gap.INSET))
