"""The first steps, drawn over a window that nobody has used yet: one question at a time, and a way past each."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMainWindow, QScrollArea, QVBoxLayout, QWidget

from ui.beginning.model import Beginning, Step
from ui.beginning.starters import Starters
from ui.questions.wording import effort_options
from ui.settings import SettingsModels
from ui.settings.catalogue.model import ModelChoice
from ui.settings.catalogue.operations import SPEECH, VOICE
from ui.settings.catalogue.wording import machine_words
from ui.settings.choosing import Chosen, DevicesPanel, VoiceTest
from ui.settings.choosing.rows import Asked, OptionsRow
from ui.theme import Gap, Theme
from ui.widgets.orb import Orb, OrbState
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

ORB = 72
WIDEST = 520
"""Pixels at 100% text."""


class Page(QWidget):
    """One step: a title, a few words, what is filled in, and what can be done."""

    def __init__(self, title: str, words: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.fields: list[QLineEdit] = []
        self.told, self.verbs = Words(self, kind="muted"), VerbRow(theme, self)
        heading = Words(self, title)
        heading.setObjectName("hero")
        self._column = QVBoxLayout(self)
        self._column.setSpacing(theme.metrics.space(Gap.CLEAR))
        for widget in (heading, Words(self, words)):
            self._column.addWidget(widget)

    def field(self, words: str, *, secret: bool = False) -> QLineEdit:
        """One more line to fill in."""
        line = QLineEdit(self)
        line.setPlaceholderText(words)
        line.setAccessibleName(words)
        line.setToolTip(words)
        if secret:
            line.setEchoMode(QLineEdit.EchoMode.Password)
        self.fields.append(line)
        self.put(line)
        return line

    def put(self, widget: QWidget) -> None:
        self._column.addWidget(widget)

    def end(self) -> None:
        """All that is filled in stands above."""
        self.put(self.told)
        self.put(self.verbs)
        self.told.hide()

    @property
    def given(self) -> list[str]:
        return [line.text() for line in self.fields]


class BeginningCard(QFrame):
    """Draws `Beginning` over `window`, which cannot be reached meanwhile."""

    def __init__(
        self,
        beginning: Beginning,
        settings: SettingsModels,
        theme: Theme,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self.setObjectName("canvas")
        self.setAutoFillBackground(True)
        self.beginning, self._choice = beginning, settings.choice
        self._theme, self._window = theme, window
        self._middle = QWidget(self)
        self._middle.setMaximumWidth(theme.metrics.text(WIDEST))
        self._orb = Orb(theme, ORB, self)
        self._orb.set_state(OrbState.IDLE)
        self.names, self.key = self._names(), self._key()
        self.model = self._model(settings.choice)
        self.voice = self._voice(settings.chosen, settings.test, settings.choice)
        self.asking, self.about = self._asking(settings.chosen), self._about()
        self._pages = (self.names, self.key, self.model, self.voice, self.asking, self.about)
        self._arrange()
        beginning.changed.connect(self._show)
        self._heard = self._to_hear_with()
        settings.choice.changed.connect(self._look_at_voice)
        settings.choice.changed.connect(self._show_machine)
        self._show_machine()
        window.installEventFilter(self)
        self.hide()

    def _arrange(self) -> None:
        """The pages under the orb in the middle; of what does not fit, the rest is scrolled to."""
        inner = QVBoxLayout(self._middle)
        inner.addStretch(1)
        inner.addWidget(self._orb, 0, Qt.AlignmentFlag.AlignHCenter)
        for page in self._pages:
            page.end()
            page.hide()
            for line in page.fields:
                line.returnPressed.connect(self._go_on)
            inner.addWidget(page)
        inner.addStretch(2)
        body = QWidget(self)
        body.setObjectName("detailBody")
        row = QHBoxLayout(body)
        row.addStretch(1)
        row.addWidget(self._middle, 1000)
        row.addStretch(1)
        area = QScrollArea(self)
        area.setObjectName("detail")
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)

    def cover(self) -> None:
        """Lie over the window and begin."""
        self._reach_window(reachable=False)
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.beginning.load()
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self.setGeometry(self._window.rect())
        return False

    def _names(self) -> Page:
        page = Page(
            self.tr("Hello."),
            self.tr(
                "I am a program that talks with you and remembers, on this computer alone. "
                "How shall we call each other? Six short steps, and each of them can wait."
            ),
            self._theme,
            self,
        )
        page.field(self.tr("My name"))
        page.field(self.tr("Your name"))
        return page

    def _key(self) -> Page:
        page = Page(
            self.tr("What you tell me is locked away."),
            self.tr(
                "It is encrypted in one file. With a passphrase only you open it; without one this computer keeps "
                "the key, and I start without asking."
            ),
            self._theme,
            self,
        )
        for words in (self.tr("A passphrase, eight letters or more"), self.tr("The same once more")):
            page.field(words, secret=True).textChanged.connect(self._show)
        return page

    def _model(self, choice: ModelChoice) -> Page:
        page = Page(
            self.tr("What I think, hear and speak with."),
            self.tr(
                "Models, which are files on this computer. None is fetched unless you press it, and it can be done "
                "later: Settings, Models has all of them."
            ),
            self._theme,
            self,
        )
        self.starters = Starters(choice, self._theme, page)
        self.machine = Words(page, kind="muted")
        page.put(self.machine)
        page.put(self.starters)
        return page

    def _voice(self, chosen: Chosen, test: VoiceTest, choice: ModelChoice) -> Page:
        page = Page(
            self.tr("We can talk aloud."),
            self.tr(
                "What is heard stays on this computer, and the microphone is closed until you open it. Writing does as "
                "well."
            ),
            self._theme,
            self,
        )
        self.devices = DevicesPanel(chosen, test, self._theme, page)
        self.to_talk_aloud = Starters(choice, self._theme, page, roles=(SPEECH, VOICE), missing=True)
        page.put(self.devices)
        page.put(self.to_talk_aloud)
        return page

    def _asking(self, chosen: Chosen) -> Page:
        page = Page(
            self.tr("How curious may I be?"),
            self.tr("I ask in between, when it fits. You can always say that you would rather not answer."),
            self._theme,
            self,
        )
        self.effort = OptionsRow(
            chosen,
            Asked("effort", self.tr("How much I ask")),
            effort_options(),
            self._theme,
            page,
        )
        page.put(self.effort)
        return page

    def _about(self) -> Page:
        page = Page(
            self.tr("Three things to begin with."),
            self.tr(
                "Whole sentences, in your words. I keep them as you say them, and you can change them in You."
            ),
            self._theme,
            self,
        )
        for words in (
            self.tr("Who is dear to you? For example: My sister is called Ana."),
            self.tr("What do you do all day? For example: I work as a nurse."),
            self.tr("What should I never forget? For example: I am allergic to peanuts."),
        ):
            page.field(words)
        return page

    def _show(self) -> None:
        step = self.beginning.step
        if step is Step.OVER:
            self._reach_window(reachable=True)
            self.hide()
            return
        page = self._pages[step]
        turned = page.isHidden()
        for each in self._pages:
            each.setVisible(each is page)
        page.verbs.offer(self._buttons(step))
        words = self._told(step)
        page.told.setText(words)
        page.told.setVisible(bool(words))
        if turned:
            (page.fields[0] if page.fields else page.verbs).setFocus(Qt.FocusReason.OtherFocusReason)
        if step is Step.MODEL and turned:
            self._choice.load()

    def _to_hear_with(self) -> list[str]:
        """The models of the voice that are here."""
        return [one.name for role in (SPEECH, VOICE) for one in self._choice.of_role(role) if one.installed]

    def _show_machine(self) -> None:
        """What the models that are offered have here."""
        shop = self._choice.shop
        self.machine.setVisible(shop is not None)
        if shop is not None:
            self.machine.setText(machine_words(shop))

    def _look_at_voice(self) -> None:
        """One that came ends what was missing."""
        before, self._heard = self._heard, self._to_hear_with()
        if self._heard != before and self.devices.isVisible():
            self.devices.test.load()

    def _buttons(self, step: Step) -> list[Button]:
        skip = Button(self.tr("Later"), self.tr("Leave this as it is"), self.beginning.skip)
        leave = Button(self.tr("Skip all"), self.tr("Begin to talk at once"), self.beginning.leave)
        words = self.tr("Show me what you know") if step is Step.ABOUT else self.tr("Go on")
        go_on = Button(words, self.tr("Keep this and go on"), self._go_on, main=True)
        computer = Button(
            self.tr("This computer keeps it"), self.tr("No passphrase is asked for"), self.beginning.skip
        )
        back = Button(self.tr("Back"), self.tr("To the step before"), self.beginning.back)
        before = [back] if self.beginning.can_go_back else []
        if step is Step.KEY:
            return [go_on, *([computer] if self.beginning.keyring else []), *before]
        return [go_on, leave] if step is Step.NAMES else [go_on, skip, *before]

    def _told(self, step: Step) -> str:
        fault = self.beginning.fault
        if fault is not None:
            return fault.words
        if step is Step.KEY and self.key.given[0]:
            return {
                "short": self.tr("A passphrase has eight letters or more."),
                "different": self.tr("The two are not the same yet."),
            }.get(self.beginning.fault_of(*self.key.given), "")
        return ""

    def _go_on(self) -> None:
        beginning = self.beginning
        match beginning.step:
            case Step.NAMES:
                beginning.name(*self.names.given)
            case Step.KEY:
                passphrase, again = self.key.given
                if not beginning.fault_of(passphrase, again):
                    for line in self.key.fields:
                        line.clear()
                    beginning.keep_key(passphrase)
            case Step.ABOUT:
                beginning.tell(self.about.given)
            case _:
                beginning.skip()

    def _reach_window(self, *, reachable: bool) -> None:
        behind = self._window.centralWidget()
        if behind is not None:
            behind.setEnabled(reachable)
