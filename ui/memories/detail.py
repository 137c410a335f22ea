"""One memory in full: its words, where they are from, and what can be done with them.

What is done most stands below the words: that it still holds, to word it anew, and to forget it. All else, and what is
kept beside the words, is a press away.
"""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ui.facts.wording import day
from ui.frame.detail import Reading
from ui.frame.groups import Group, Line
from ui.frame.letters import tip_with
from ui.frame.lines import LinesCard
from ui.memories import wording
from ui.memories.link_panel import LinkPanel
from ui.memories.model import Memories
from ui.memories.records import Detail, Found, Root
from ui.shelf.form import FormCard
from ui.theme import Gap, Theme
from ui.widgets.flow import FlowLayout


class MemoryDetail(Reading):
    """Draws the chosen result of `memories`; `fact_wanted` asks to see a fact where it can be set right.

    `source_wanted` asks to see what a ref names, where it is no memory itself.
    """

    fact_wanted, source_wanted = Signal(str), Signal(str)

    def __init__(self, memories: Memories, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._memories = memories
        self.letters: dict[str, QPushButton] = {}
        self._wording = ""  # the ref of what is being worded anew
        self._verbs, self._more = QWidget(self), QWidget(self)
        self._row, self._seldom = FlowLayout(self._verbs), FlowLayout()
        self.set_right = self._verb("e", self.tr("Set it right"), self.tr("Show this fact under You"))
        self.still = self._verb(
            "y", self.tr("Still true"), self.tr("It holds: from today on it counts as fresh again")
        )
        self.reword = self._verb(
            "w", self.tr("Reword"), self.tr("Say it in your own words; what it said before is kept")
        )
        self.forget = self._verb(
            "x", self.tr("Forget"), self.tr("It shapes no answer any more, nor what rests on it")
        )
        self.link = self._verb("l", self.tr("Link…"), self.tr("Say what other memory it hangs together with"))
        self.put_away = self._verb(
            "a", self.tr("Put away"), self.tr("Find it no more, until it is brought back")
        )
        self.private = self._verb("p", self.tr("Keep private"), "")
        self.sleep = self._verb(
            "n", self.tr("Sleep on it"), self.tr("Find out now what it belongs together with, as in a night")
        )
        self.former = self._verb(
            "b", self.tr("Former words"), self.tr("Let it say again what it said before you worded it anew")
        )
        self.more = self._verb(
            "m",
            self.tr("More"),
            self.tr("Link it, sleep on it, put it away, keep it private, and what is kept of it"),
        )
        self.more.setCheckable(True)
        self.more.setProperty("class", "quiet")
        self.form = FormCard(theme, self)
        self.form.given_up = self.reword.setFocus
        self.linking = LinkPanel(memories.linking, theme, self)
        self.rests = LinesCard(theme, self)
        self._arrange()
        memories.detailed.connect(self.show_memory)
        memories.linking.changed.connect(self._show_linking)
        theme.changed.connect(self._on_detail_theme)
        self._on_detail_theme()
        self.show_memory()

    def show_memory(self) -> None:
        """Show the chosen result as it is now."""
        found, detail = self._memories.current, self._memories.detail
        if found is None:
            self.clear()
            return
        text = wording.said_words(found)
        large = len(text) < 240
        self.read(wording.above_words(found), text, wording.pairs_of(found, detail), large=large)
        if self.form.isVisible() and found.ref != self._wording:
            self.form.hide()
        self.set_right.setVisible(found.origin == "person")
        self.reword.setVisible(detail is not None and detail.rewordable)
        self.former.setVisible(detail is not None and detail.former is not None)
        for button in (self.still, self.link, self.sleep, self.put_away):
            button.setVisible(detail is not None)
        back = detail is not None and detail.archived
        self.put_away.setText(self.tr("Bring back") if back else self.tr("Put away"))
        self._show_private(found, detail)
        self.forget.setVisible(not found.withdrawn)
        self.rests.show_groups(self._groups(found, detail))
        self.more.setVisible(detail is not None)
        self._show_more()

    def _show_private(self, found: Found, detail: Detail | None) -> None:
        self.private.setVisible(detail is not None)
        self.private.setText(self.tr("No longer private") if found.private else self.tr("Keep private"))
        tip = (
            self.tr("It may be brought up again; what was made from it stays private")
            if found.private
            else self.tr(
                "Never brought up by itself, nor told to another program, with what was made from it"
            )
        )
        self.private.setToolTip(tip_with(tip, "p"))

    def _groups(self, found: Found, detail: Detail | None) -> list[Group]:
        if detail is None:
            sources = [wording.source_line(Root(ref=ref)) for ref in found.sources]
            return [Group(self.tr("Where it comes from"), sources)]
        roots = [wording.source_line(root) for root in detail.sources]
        ties = [Line(tie.text, wording.tie_words(tie), tie.ref) for tie in detail.links]
        versions = [Line(one.text, day(one.at)) for one in detail.history if one.text != found.text]
        return [
            Group(
                self.tr("Where it comes from"),
                roots,
                self.tr("It was noted down by itself, and not made from a talk."),
            ),
            Group(self.tr("Hangs together with"), ties),
            Group(self.tr("Before that"), versions),
        ]

    def _verb(self, letter: str, words: str, tip: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setToolTip(tip_with(tip, letter))
        self.letters[letter] = button
        return button

    def _arrange(self) -> None:
        for button in (self.set_right, self.still, self.reword, self.forget, self.more):
            self._row.addWidget(button)
        for button in (self.former, self.link, self.sleep, self.put_away, self.private):
            self._seldom.addWidget(button)
        column = QVBoxLayout(self._more)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._seldom)
        column.addWidget(self.pairs)
        for widget in (self._verbs, self.form, self._more, self.linking, self.rests):
            self.add(widget)
        self.more.toggled.connect(self._show_more)
        self.set_right.clicked.connect(self._set_right)
        self.still.clicked.connect(self._confirm)
        self.reword.clicked.connect(self._begin_wording)
        self.former.clicked.connect(self._unword)
        self.link.clicked.connect(self._begin_link)
        self.sleep.clicked.connect(self._sleep_on)
        self.put_away.clicked.connect(self._toggle_archived)
        self.private.clicked.connect(self._toggle_private)
        self.forget.clicked.connect(self._forget)
        self.rests.followed.connect(self._follow)

    def _show_more(self) -> None:
        self._more.setVisible(self.more.isChecked() and self._memories.detail is not None)

    def _set_right(self) -> None:
        if self._memories.current is not None:
            self.fact_wanted.emit(self._memories.current.id)

    def _confirm(self) -> None:
        self._memories.confirm()

    def _begin_wording(self) -> None:
        found = self._memories.current
        if found is not None:
            self._wording = found.ref
            self.form.ask(wording.reword_form(found), self._memories.reword)
            QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.form))

    def _unword(self) -> None:
        self._memories.unword()

    def _begin_link(self) -> None:
        self._memories.begin_link()
        self.linking.begin()

    def _show_linking(self) -> None:
        # Once it has its place: what opens must not lie below the edge.
        if self.linking.isVisible():
            QTimer.singleShot(0, self, self._bring_into_view)

    def _bring_into_view(self) -> None:
        self.ensureWidgetVisible(self.linking)

    def _sleep_on(self) -> None:
        self._memories.sleep_on()

    def _toggle_archived(self) -> None:
        self._memories.toggle_archived()

    def _toggle_private(self) -> None:
        self._memories.toggle_private()

    def _forget(self) -> None:
        self._memories.forget()

    def _follow(self, ref: str) -> None:
        if ref.startswith("node:"):
            self._memories.follow(ref)
        else:
            self.source_wanted.emit(ref)

    def _on_detail_theme(self) -> None:
        for row in (self._row, self._seldom):
            row.setSpacing(self._theme.metrics.space(Gap.NEAR))
