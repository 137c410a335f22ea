"""The You place: facts by lens, what is inferred beside them, and the way back from the last change."""

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QWidget

from engine.person.records import Fact, Lens
from ui.doors import Fault, Loading
from ui.facts import wording
from ui.facts.aftermath import tell_changes
from ui.frame import Notice, Page, QuietBar, Split
from ui.shell.actions import Action
from ui.theme import Theme
from ui.widgets.choices import Choices, Option, counted
from ui.widgets.editor import Editor
from ui.widgets.pages import Pages
from ui.widgets.rows import Row, RowList, RowModel
from ui.widgets.search_field import SearchField
from ui.you import wording as inferred_wording
from ui.you.detail import FactDetail
from ui.you.inferences import Inferences
from ui.you.inferred import InferredPanel
from ui.you.model import ASKER, KnownFacts
from ui.you.records import Inferred

EVERY = "every"
SURE = 0.9
"""From here on a row need not say how sure it is."""


class Panel(StrEnum):
    """The two sides of the place."""

    KNOWN = "known"
    INFERRED = "inferred"


def row_of(fact: Fact) -> Row:
    """A fact as a row of the list."""
    badge, tone = wording.badge_of(fact)
    about = [wording.lens_title(fact.lens), wording.span_words(fact)]
    about += [wording.confidence_words(fact)] if fact.confidence < SURE else []
    return Row(fact.id, fact.text, " · ".join(about), badge, tone, faded=fact.valid_until is not None)


def key_of(fact: Fact) -> str:
    """What a fact's row is found by."""
    return fact.id


class YouPlace(Page):
    """Draws `KnownFacts` and `Inferences`; its verbs are the actions of `actions_of_place()`."""

    def __init__(
        self, known: KnownFacts, inferences: Inferences, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("", "", theme, parent)
        self._title.setText(self.tr("You"))
        self.set_words(
            self.tr("What I understand about you, and what I make of it. All of it can be set right.")
        )
        self._known, self._inferences, self.steps = known, inferences, known.steps
        self.panels = Choices(self.tr("Which side"), theme, self, sides=True)
        self.inferred = InferredPanel(inferences, theme, self)
        self.field = SearchField(
            self.tr("Look for a claim"),
            self.tr("What is known about…"),
            self.tr("Look for what is known, by its words or its meaning"),
            theme,
            self,
        )
        self._add_button = QPushButton(self.tr("Add"), self)
        self._lenses = Choices(self.tr("What it is about"), theme, self)
        self._editor = Editor(theme, self)
        self._facts = QWidget(self)
        self.notice = Notice(theme, self._facts)
        self._model: RowModel[Fact] = RowModel(row_of, key_of, self)
        self.rows = RowList(self._model, self.tr("What is known about you"), theme, self._facts)
        self.detail = FactDetail(known, theme, self._facts)
        self.bar = QuietBar(theme, self)
        tell_changes(self.bar, known.changes, ASKER)
        self._arrange(theme)
        self._connect()
        self._show_list()
        self._show_panels()
        self.show_panel(Panel.KNOWN)

    def actions_of_place(self) -> tuple[Action, ...]:
        """What can be done here, for menus, shortcuts and the palette."""
        add = Action(
            "you.add",
            self.tr("Tell something about yourself"),
            self.tr("Add a fact in your own words"),
            self.tr("You"),
            self.begin_adding,
            ("Ctrl+Shift+A",),
        )
        return (add, *self._with_fact())

    def _with_fact(self) -> tuple[Action, ...]:
        """What can be done with the chosen fact."""
        menu = self.tr("You")
        return (
            Action(
                "you.correct",
                self.tr("Correct what is known"),
                self.tr("Say what is true instead of the chosen fact"),
                menu,
                self.detail.begin_correction,
                ("F2",),
                self._has_fact,
            ),
            Action(
                "you.why",
                self.tr("Why is this known?"),
                self.tr("Show where the chosen fact comes from"),
                menu,
                self._known.toggle_why,
                ("Ctrl+Shift+I",),
                self._has_fact,
            ),
            Action(
                "you.forget",
                self.tr("Forget what is known"),
                self.tr("Stop knowing the chosen fact"),
                menu,
                self._known.forget,
                ("Ctrl+Delete",),
                self._has_fact,
            ),
        )

    def letters(self) -> Mapping[str, QAbstractButton]:
        """Of the side that is shown."""
        return (self.detail if self._shows_known else self.inferred.detail).letters

    def press_letter(self, letter: str) -> bool:
        """The answers to what is in doubt too."""
        return super().press_letter(letter) or (self._shows_known and self.detail.deciding.press_key(letter))

    @property
    def _shows_known(self) -> bool:
        return self._sides.currentIndex() == list(Panel).index(Panel.KNOWN)

    def begin_adding(self) -> None:
        """Ask for a new fact."""
        self.wanted()
        self.show_panel(Panel.KNOWN)
        words = self.tr("What should I know about you?")
        self._editor.ask(words, self.tr("Remember"), hint=self.tr("Such as: I am allergic to peanuts."))
        self._editor.show()
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def seek(self, claim: str) -> None:
        """Look for what is known about `claim`, and choose the best of it."""
        self.show_panel(Panel.KNOWN)
        self.field.seek(claim)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """What changed meanwhile, as in a turn, is read when the place is looked at."""
        super().showEvent(event)
        self._known.load()
        self._inferences.load()

    # What is shown

    def show_panel(self, panel: Panel) -> None:
        """Go to one of the sides."""
        self.panels.choose(panel.value)
        self._sides.setCurrentIndex(list(Panel).index(panel))
        for widget in (self.field, self._earlier, self._add_button, self._lenses):
            widget.setVisible(panel is Panel.KNOWN)

    def _show_panels(self) -> None:
        known, inferred = len(self._known), len(self._inferences.found)
        self.panels.offer(
            [
                Option(
                    Panel.KNOWN,
                    counted(self.tr("What I know"), known),
                    self.tr("Facts, from what you told me"),
                ),
                Option(
                    Panel.INFERRED,
                    counted(self.tr("What I infer"), inferred),
                    self.tr("What I make of our talks; none of it is a fact"),
                ),
            ]
        )

    def _show_list(self) -> None:
        known = self._known
        facts = known.shown()
        self._model.show(facts)
        if facts and known.current not in facts:
            known.select(facts[min(known.place, len(facts) - 1)].id)
        if known.current is not None:
            self.rows.choose(known.current.id)
        self._show_lenses()
        self._show_notice(empty=not facts)

    def _show_lenses(self) -> None:
        known = self._known
        options = [Option(EVERY, counted(self.tr("All"), known.count(None)), self.tr("Whatever it is about"))]
        options += [
            Option(lens.value, counted(wording.lens_title(lens), known.count(lens)), wording.lens_words(lens))
            for lens in Lens
        ]
        self._lenses.offer(options)
        self._lenses.choose(known.lens.value if known.lens else EVERY)
        self._earlier.setChecked(known.earlier)

    def _show_notice(self, *, empty: bool) -> None:
        known = self._known
        self._pages.setCurrentIndex(0 if empty else 1)
        if not empty:
            return
        if known.fault is not None:
            self.notice.tell(known.fault)
        elif known.loading is not Loading.READY:
            self.notice.say(self.tr("One moment…"), self.tr("What is known about you is being read."))
        elif known.looking:
            self.notice.say(self.tr("Looking…"))
        elif known.unfound is not None:
            self.notice.tell(known.unfound)
        elif known.needle:
            reason = known.verdict.reason if known.verdict else ""
            self.notice.say(self.tr("Nothing like that is known."), reason)
        elif len(known):
            self.notice.say(self.tr("Nothing of this kind yet."))
        else:
            self.notice.say(
                self.tr("Nothing is known about you yet."),
                self.tr("It will stand here as soon as you tell something worth keeping, or press Add."),
            )

    # What is done

    def _choose_panel(self, key: str) -> None:
        self.show_panel(Panel(key))

    def _choose_lens(self, key: str) -> None:
        self._known.choose_lens(None if key == EVERY else Lens(key))

    def _show_earlier(self, shown: bool) -> None:
        self._known.show_earlier(shown)

    def _load(self) -> None:
        """Once more what could not be done: to look, or to read."""
        if self._known.fault is None and self._known.unfound is not None:
            self._known.seek(self._known.needle)
        else:
            self._known.load()

    def _on_unread(self, fault: Fault) -> None:
        self.bar.tell_unread(fault, self._known.load)

    def _on_unread_inferred(self, fault: Fault) -> None:
        self.bar.tell_unread(fault, self._inferences.load)

    def _select(self, fact_id: str) -> None:
        self._known.select(fact_id)

    def open_fact(self, fact_id: str) -> None:
        """Show one fact in full."""
        self.show_panel(Panel.KNOWN)
        self._known.reveal(fact_id)
        with QSignalBlocker(self.field):
            self.field.setText(self._known.needle)
        self._split.open_detail()

    def _seek(self, claim: str) -> None:
        self._known.seek(claim)

    def _add(self, text: str) -> None:
        self._editor.hide()
        self._known.add(text, self._known.lens)
        self.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stop_adding(self) -> None:
        self._editor.hide()
        self.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_fact(self) -> bool:
        return self.rows.isVisibleTo(self) and self.isVisible() and self._known.current is not None

    def _on_taken_back(self, one: Inferred) -> None:
        self.bar.tell_step(inferred_wording.gone_words(one), self.steps)

    def _on_returned(self, one: Inferred) -> None:
        self.bar.tell_step(inferred_wording.back_words(one), self.steps)

    # Building

    def _arrange(self, theme: Theme) -> None:
        self._add_button.setToolTip(self.tr("Tell something about yourself (Ctrl+Shift+A)"))
        self._earlier = QPushButton(self.tr("Earlier ones"), self)
        self._earlier.setCheckable(True)
        self._earlier.setToolTip(self.tr("Also show what is no longer so"))
        self.add_tool(self.field)
        self.add_tool(self._earlier)
        self.add_tool(self._add_button)
        self.add_sides(self.panels)
        self.add_bar(self._lenses)
        self.add_bar(self._editor)
        self._editor.hide()
        self._split = Split(self.rows, self.detail, theme, self._facts)
        self._pages = Pages(self.notice, self._split)
        self._facts.setLayout(self._pages)
        self._sides = self.add_pages(self._facts, self.inferred)
        self.add_body(self.bar)
        self.setFocusProxy(self.rows)

    def _connect(self) -> None:
        self.field.sought.connect(self._seek)
        self._lenses.chosen.connect(self._choose_lens)
        self._earlier.toggled.connect(self._show_earlier)
        self._add_button.clicked.connect(self.begin_adding)
        self._editor.kept.connect(self._add)
        self._editor.given_up.connect(self._stop_adding)
        self.notice.again.connect(self._load)
        self.rows.chosen.connect(self._select)
        self.rows.opened.connect(self.open_fact)
        self._known.listed.connect(self._show_list)
        self._known.listed.connect(self._show_panels)
        self.panels.chosen.connect(self._choose_panel)
        self._inferences.listed.connect(self._show_panels)
        self._inferences.told.connect(self._on_taken_back)
        self._inferences.returned.connect(self._on_returned)
        self._inferences.failed.connect(self.bar.tell_fault)
        self._known.unread.connect(self._on_unread)
        self._known.lost.connect(self.bar.tell_lost)
        self._inferences.unread.connect(self._on_unread_inferred)
