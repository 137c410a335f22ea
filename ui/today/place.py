"""The Today place."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from engine.conversation.records import Exchange
from ui.doors import Loading
from ui.facts.aftermath import tell_changes
from ui.frame import Notice, Page, QuietBar
from ui.frame.groups import Group, Line
from ui.frame.lines import LinesCard
from ui.frame.message import Unread
from ui.frame.sheet import Section, Sheet
from ui.frame.things import Column, ThingRow
from ui.goals import wording as goals_wording
from ui.goals.model import Aim
from ui.mood import wording as mood_wording
from ui.questions.model import ASKER
from ui.questions.wording import decisions_of, reason_words
from ui.reminders import wording as reminders_wording
from ui.reminders.operations import Item
from ui.shelf.deciding import Deciding
from ui.shelf.records import Done
from ui.shell.mind import Mind
from ui.shell.places import place_of
from ui.theme import Theme
from ui.today import wording
from ui.today.cards import due_row, goal_row, headline_row
from ui.today.model import Today
from ui.today.morning import MorningCard
from ui.today.operations import Remark
from ui.widgets.orb import Orb, OrbState
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

ORB = 40
"""Pixels at 100% text."""


class TodayPlace(Page):
    """Draws `Today`; `place_wanted` brings the key of a place that a person wants to see, and the ref of a thing
    in it, empty for none.

    `reply_wanted` brings the words of what was noticed, as the person wants to answer them, and `link_wanted` an
    address that they want to see in their browser.
    """

    place_wanted = Signal(str, str)
    reply_wanted = Signal(str)
    link_wanted = Signal(str)

    def __init__(self, today: Today, mind: Mind, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", "", theme, parent, centred=True)
        self._title.setText(self.tr("Today"))
        self.today, self._mind, self.steps = today, mind, today.steps
        self.notice = Notice(theme, self)
        self.orb, self._feels = Orb(theme, ORB, self), Words(self)
        self.morning = MorningCard(theme, self)
        self._due_card = Section(self.tr("For today"), theme, self)
        self.due = Column(theme, self._due_card)
        self._nothing_due = Words(self._due_card, self.tr("Nothing is due. The day is yours."), kind="muted")
        self.more_due = QPushButton(self.tr("All that is due"), self._due_card)
        self.more_due.setProperty("class", "inline")
        self.more_due.setToolTip(self.tr("All that is open, in Reminders"))
        self._due_unread, self.unread = Unread(theme, self._due_card), Unread(theme, self)
        self._noticed_card = Section(self.tr("I noticed"), theme, self)
        self.noticed = Column(theme, self._noticed_card)
        self._feeds_card = Section(self.tr("From your feeds"), theme, self)
        self.headlines = Column(theme, self._feeds_card)
        self._question_card = Section(self.tr("One question, if you like"), theme, self)
        self._asked, self._reason = Words(self, selectable=True), Words(self, kind="muted")
        self.deciding = Deciding(theme, self)
        self._decided: tuple[object, ...] = ()
        self.lines, self.bar = LinesCard(theme, self), QuietBar(theme, self)
        tell_changes(self.bar, today.questions.changes, ASKER)
        self._arrange()
        self._connect()
        self._show()

    def press_letter(self, letter: str) -> bool:
        """The answers to the question."""
        return super().press_letter(letter) or (
            self.deciding.isVisibleTo(self) and self.deciding.press_key(letter)
        )

    def showEvent(self, event: QShowEvent) -> None:
        """The day goes on meanwhile."""
        super().showEvent(event)
        self.today.load()

    def _show(self) -> None:
        today = self.today
        greeting = today.greeting
        begins = greeting is None and today.fault is None
        nothing = greeting is None and today.fault is not None and today.reminders.loading is Loading.FAILED
        self._pages.setCurrentIndex(0 if begins or nothing else 1)
        if begins:
            self.notice.say(self.tr("One moment…"))
            return
        if nothing and today.fault is not None:
            self.notice.tell(today.fault)
            return
        if greeting is not None:
            self._title.setText(wording.hello(greeting, self._person()))
            self.set_words(wording.gap_words(greeting))
        self._show_mood()
        feelings = today.feelings.now
        self.morning.show_morning(today.morning, None if feelings is None else feelings.point)
        self._show_due()
        self._show_noticed()
        self._show_question()
        self._show_headlines()
        self._show_left_off()
        self._show_unread()

    def _person(self) -> str:
        state = self._mind.state
        return state.person if state is not None else ""

    def _show_mood(self) -> None:
        now, absent = self.today.feelings.now, self.today.feelings.absent
        self._mood.setVisible(now is not None or absent)
        self._feels.setVisible(not absent)
        ways = [self._talk] if absent else [self._talk, self._look_at_mood]
        if self._ways.words != [way.words for way in ways]:
            self._ways.offer(ways)
        if now is not None:
            self._feels.setText(mood_wording.sentence(now, self._mind.companion))
            self.orb.set_mood(now.point)
        self.orb.set_state(OrbState.DREAMING if self._mind.dreaming else OrbState.IDLE)

    def _show_due(self) -> None:
        today, due, goals = self.today, self.today.due, self.today.due_goals
        makers = [partial(due_row, today.reminders, item, self._follow, self._theme) for item in due]
        goal_makers = [partial(goal_row, today.goals, goal, self._follow, self._theme) for goal in goals]
        self.due.show_widgets([*due, *goals], [*makers, *goal_makers])
        more = len(today.all_due) - len(due)
        self._nothing_due.setVisible(not (due or goals) and today.due_known)
        self.more_due.setVisible(more > 0)
        self.more_due.setText(wording.more_words(more))
        self.more_due.setAccessibleName(self.more_due.text())
        self._due_unread.hide()
        fault = today.due_fault
        if fault is not None:
            self._due_unread.tell(fault.words)
        elif not today.due_known:
            self._due_unread.wait()

    def _show_unread(self) -> None:
        """What of the rest could not be read, or still is."""
        unread = self.today.unread
        self.unread.hide()
        if unread:
            self.unread.tell(wording.unread_words(unread))
        elif self.today.reading:
            self.unread.wait()

    def _show_noticed(self) -> None:
        remarks = self.today.noticed.shown
        self._noticed_card.setVisible(bool(remarks))
        self.noticed.show_widgets(remarks, [partial(self._remark_row, remark) for remark in remarks])

    def _remark_row(self, remark: Remark, parent: QWidget) -> ThingRow:
        answer = Button(self.tr("Answer"), self.tr("Say something to it"), partial(self._reply, remark))
        dismiss = Button(
            self.tr("Dismiss"),
            self.tr("Do not bring it up again for a month"),
            partial(self.today.noticed.dismiss, remark),
        )
        told = (wording.remark_words(remark), wording.told_words(remark, self.today.reminders.day()), "muted")
        return ThingRow(told, [answer, dismiss], self._theme, parent)

    def _show_question(self) -> None:
        question, questions = self.today.question, self.today.questions
        self._question_card.setVisible(question is not None)
        decided = (question, *(() if question is None else questions.about(question)))
        if decided == self._decided:  # what is being written stays
            return
        self._decided = decided
        if question is not None:
            self._asked.setText(question.text)
            self._reason.setText(reason_words(question))
        self.deciding.offer(*(((), ()) if question is None else decisions_of(questions, question)))

    def _show_headlines(self) -> None:
        told = self.today.headlines
        self._feeds_card.setVisible(bool(told))
        makers = [partial(headline_row, one, self.link_wanted.emit, self._theme) for one in told]
        self.headlines.show_widgets(told, makers)

    def _show_left_off(self) -> None:
        last, greeting = self.today.last, self.today.greeting
        groups = []
        if last is not None:
            groups.append(Group(self.tr("Where we left off"), self._last_lines(last)))
        if greeting is not None and greeting.stale_goals:
            quiet = [Line(goal.title, self.tr("Look at it"), goal.ref) for goal in greeting.stale_goals]
            groups.append(Group(self.tr("Goals that have gone quiet"), quiet, plain=True))
        if greeting is not None and greeting.intention is not None and greeting.intention.what:
            words = self.tr("what I want to do differently")
            groups.append(Group(self.tr("My intention"), [Line(greeting.intention.what, words)], plain=True))
        self.lines.show_groups(groups)

    def _last_lines(self, last: Exchange) -> list[Line]:
        """What was said last, with the way to all of that talk."""
        ref, whole = f"episode:{last.episode_id}", self.tr("{who} · See the whole talk")
        if not last.answer:
            return [Line(last.utterance, whole.format(who=self.tr("you said")), ref)]
        answered = whole.format(who=self._mind.companion)
        return [Line(last.utterance, self.tr("you said")), Line(last.answer, answered, ref)]

    def _reply(self, remark: Remark) -> None:
        """What went wrong with it before is over: nothing else is told here of an answer that leads to the talk."""
        self.bar.hide()
        self.today.noticed.answer(remark)
        self.reply_wanted.emit(wording.remark_words(remark))

    def _on_dismissed(self) -> None:
        self.bar.tell_step(self.tr("I will not bring that up again for a month."), self.steps)

    def _on_returned(self) -> None:
        self.bar.tell_step(self.tr("It stands here again."), self.steps)

    def _on_done(self, done: Done[Item]) -> None:
        if self.isVisible():
            self.bar.tell_step(reminders_wording.done_words(done), self.steps)

    def _on_goal_done(self, done: Done[Aim]) -> None:
        if self.isVisible():
            self.bar.tell_step(goals_wording.done_words(done), self.steps)

    def _follow(self, ref: str) -> None:
        self.place_wanted.emit(place_of(ref), ref)

    def _show_all_due(self) -> None:
        self.place_wanted.emit("reminders", "")

    def _load(self) -> None:
        self.today.load()

    def _arrange(self) -> None:
        sheet = self._sheet = Sheet(self._theme, self)
        self._mood = QWidget(sheet)
        row = QHBoxLayout(self._mood)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.orb)
        row.addWidget(self._feels, 1)
        self._ways = VerbRow(self._theme, self._mood)
        self._talk = Button(
            self.tr("Talk"),
            self.tr("Talk with your companion"),
            partial(self.place_wanted.emit, "conversation", ""),
            main=True,
        )
        self._look_at_mood = Button(
            self.tr("Mood"), self.tr("See what moved it"), partial(self.place_wanted.emit, "mood", "")
        )
        row.addWidget(self._ways)
        self._due_card.add(self.due)
        for below in (self._nothing_due, self.more_due, self._due_unread):
            self._due_card.add(below)
        self._noticed_card.add(self.noticed)
        self._feeds_card.add(self.headlines)
        for part in (self._asked, self._reason, self.deciding):
            self._question_card.add(part)
        for card in (
            self._mood,
            self.morning,
            self._due_card,
            self._noticed_card,
            self._question_card,
            self._feeds_card,
            self.lines,
            self.unread,
        ):
            sheet.add(card)
        self._pages = self.add_pages(self.notice, sheet)
        self.add_body(self.bar)
        self.setFocusProxy(self._ways)

    def _connect(self) -> None:
        for part in (self.notice, self.unread):
            part.again.connect(self._load)
        self._due_unread.again.connect(self.today.load_due)
        self.deciding.opened.connect(self._sheet.ensureWidgetVisible)
        self.more_due.clicked.connect(self._show_all_due)
        for card in (self.lines, self.morning.lines):
            card.followed.connect(self._follow)
        self.today.changed.connect(self._show)
        self.today.reminders.done.connect(self._on_done)
        self.today.reminders.failed.connect(self.bar.tell_fault)
        self.today.goals.done.connect(self._on_goal_done)
        self.today.goals.failed.connect(self.bar.tell_fault)
        self.today.noticed.dismissed.connect(self._on_dismissed)
        self.today.noticed.returned.connect(self._on_returned)
        self.today.noticed.failed.connect(self.bar.tell_fault)
        self._mind.changed.connect(self._show)
