"""The Mood place: the point, its emotions and mode, how it went over days, and what moved it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.doors import Loading
from ui.frame import Notice, Page, QuietBar
from ui.frame.groups import Group, Line
from ui.frame.lines import LinesCard
from ui.frame.message import Unread
from ui.frame.sheet import Section, Sheet
from ui.mood import wording
from ui.mood.drawing import AffectMap
from ui.mood.model import Axis, Feelings, Span
from ui.mood.records import MoodNow, Moved
from ui.shell.actions import Action
from ui.theme import Gap, Theme
from ui.widgets.chart import Band, Series, TimeChart
from ui.widgets.choices import Choices
from ui.widgets.flow import FlowLayout
from ui.widgets.meter import Meter
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

WIDE = 620
"""Pixels at 100% text from which the point and its words stand side by side."""
STRONGEST = 3
TONES = {Axis.VALENCE: "accent", Axis.ENERGY: "warn", Axis.OPENNESS: "good"}


class MoodPlace(Page):
    """Draws `Feelings`; `source_wanted` asks to see what a ref names."""

    source_wanted = Signal(str)

    def __init__(self, feelings: Feelings, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", "", theme, parent, centred=True)
        self._title.setText(self.tr("Mood"))
        self.set_words(
            self.tr("How your companion feels, and what moved it. It colours its tone, never a fact.")
        )
        self.feelings, self.steps = feelings, feelings.steps
        self.notice, self.bar = Notice(theme, self), QuietBar(theme, self)
        self._map = AffectMap(theme, self)
        self._meters = [Meter(theme, self) for _ in range(STRONGEST)]
        self._rests, self._suggested = Words(self, kind="muted"), Words(self, kind="muted")
        self.modes = Choices(self.tr("Mode"), theme, self)
        self.nudges = VerbRow(theme, self, small=True)
        self.spans = Choices(self.tr("How far back"), theme, self)
        self._chart = TimeChart(self.tr("How it felt over time"), -1.0, 1.0, theme, self)
        self._legend = QWidget(self)
        self._too_soon = Words(
            self, self.tr("After a few talks, how it went from day to day is drawn here."), kind="muted"
        )
        self.journal, self.unread = LinesCard(theme, self), Unread(theme, self)
        self._arrange()
        self._connect()
        self._show()

    def actions_of_place(self) -> tuple[Action, ...]:
        """The modes, for menus and the palette."""
        menu = self.tr("Mood")
        return tuple(
            Action(
                f"mood.mode.{option.key or 'none'}",
                self.tr("Mode: {mode}").format(mode=option.words),
                option.tip,
                menu,
                partial(self.feelings.switch_mode, option.key),
            )
            for option in wording.mode_options()
        )

    def showEvent(self, event: QShowEvent) -> None:
        """What moved it meanwhile is read when the place is looked at."""
        super().showEvent(event)
        self.feelings.load()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= self._theme.metrics.text(WIDE)
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._halves.setDirection(direction)

    def _show(self) -> None:
        feelings = self.feelings
        self._pages.setCurrentIndex(0 if feelings.now is None else 1)
        if feelings.now is not None:
            self._show_now(feelings.now)
            self._show_journal()
            self._show_unread()
        elif feelings.fault is not None:
            self.notice.tell(feelings.fault)
        else:
            self.notice.say(self.tr("One moment…"))

    def _show_unread(self) -> None:
        """What could not be read, and what still is."""
        feelings = self.feelings
        fault = feelings.fault or feelings.untold
        self.unread.hide()
        if fault is not None:
            self.unread.tell(fault.words)
        elif feelings.told_of is Loading.LOADING:
            self.unread.wait()

    def _show_now(self, now: MoodNow) -> None:
        for meter, emotion in zip(self._meters, now.emotions, strict=False):
            meter.show_share(wording.share_of(emotion), wording.emotion_words(emotion))
        for place, meter in enumerate(self._meters):
            meter.setVisible(place < len(now.emotions))
        before = [moved.point for moved in self.feelings.journal]
        self._map.show_mood(now.point, now.temperament, before, wording.point_words(now.point))
        self._rests.setText(wording.temperament_words(now))
        self.modes.offer(wording.mode_options())
        self.modes.choose(now.mode or "")
        self._suggested.setVisible(now.suggestion is not None)
        if now.suggestion is not None:
            mode, _ = wording.mode_words()[now.suggestion.mode]
            words = self.tr("{reason} “{mode}” would fit.")
            self._suggested.setText(words.format(reason=now.suggestion.reason, mode=mode))

    def _show_journal(self) -> None:
        feelings = self.feelings
        self.spans.offer(wording.span_options())
        self.spans.choose(feelings.span.value)
        entries = list(reversed(feelings.journal))
        told = [
            f"{wording.cause_words(one)}\n{wording.moved_about(one, feelings.arc_of(one))}" for one in entries
        ]
        drawn, known = len(entries) > 1, feelings.told_of is Loading.READY
        for part in (self._chart, self._legend):
            part.setVisible(drawn)
        self._too_soon.setVisible(not drawn and known)
        self._chart.show_series(
            [
                Series(
                    wording.axis_words(axis)[0],
                    TONES[axis],
                    [(one.at, _centred(axis, getattr(one.point, axis))) for one in entries],
                    told if axis is Axis.VALENCE else (),
                )
                for axis in Axis
            ]
            if drawn
            else [],
            self._span(entries),
            [Band(wording.arc_tone(one.arc), one.begin, one.end) for one in feelings.talks],
        )
        lines = [
            Line(wording.cause_words(one), wording.moved_about(one, feelings.arc_of(one)), one.source)
            for one in feelings.latest
        ]
        empty = self.tr("Nothing moved it in this time. What you talk about will.") if known else ""
        self.journal.show_groups([Group(self.tr("What moved it"), lines, empty, plain=True)])

    def _span(self, entries: Sequence[Moved]) -> tuple[datetime, datetime]:
        """The whole time that was chosen, up to this minute: what was drawn within it need not be drawn anew."""
        now = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(minutes=1)
        return min([now - timedelta(days=self.feelings.span.days), *(one.at for one in entries)]), now

    def _nudges(self) -> list[Button]:
        buttons = []
        for axis in Axis:
            _, lower, upper = wording.axis_words(axis)
            tip = self.tr("Move it a little")
            buttons.append(Button(lower, tip, partial(self.feelings.nudge, axis, up=False)))
            buttons.append(Button(upper, tip, partial(self.feelings.nudge, axis, up=True)))
        tip = self.tr("Let it come to rest where it did at first")
        return [*buttons, Button(self.tr("Reset"), tip, self.feelings.reset)]

    def _arrange(self) -> None:
        sheet, theme = Sheet(self._theme, self), self._theme
        now = Section(self.tr("How it feels"), theme, self)
        side, beside = QWidget(now), QWidget(now)
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, side)
        self._halves.setContentsMargins(0, 0, 0, 0)
        self._halves.addWidget(self._map, 0, Qt.AlignmentFlag.AlignTop)
        self._halves.addWidget(beside, 1)
        self._told = QVBoxLayout(beside)
        mode, hand = (
            Words(self, self.tr("Mode"), kind="strong"),
            Words(self, self.tr("By hand"), kind="strong"),
        )
        shown = (*self._meters, self._rests, mode, self.modes, self._suggested, hand, self.nudges)
        for widget in shown:
            self._told.addWidget(widget)
        self._told.addStretch(1)
        now.add(side)
        days = Section(self.tr("Over the days"), theme, self)
        days.add(self.spans)
        days.add(self.unread)
        days.add(self._too_soon)
        days.add(self._chart)
        days.add(self._legend)
        self._make_legend()
        for card in (now, days, self.journal):
            sheet.add(card)
        self.nudges.offer(self._nudges())
        self._pages = self.add_pages(self.notice, sheet)
        self.add_body(self.bar)
        self.setFocusProxy(self.modes)

    def _make_legend(self) -> None:
        row = FlowLayout(self._legend)
        row.setSpacing(self._theme.metrics.space(Gap.CLEAR))
        for axis in Axis:
            label = QLabel(f"— {wording.axis_words(axis)[0]}", self._legend)
            label.setProperty("class", f"small {TONES[axis]}")
            row.addWidget(label)
        hint = QLabel(self.tr("Point at a dot to see what moved it."), self._legend)
        hint.setProperty("class", "muted")
        row.addWidget(hint)
        shaded = QLabel(self.tr("Green: a talk that lifted it. Red: one that weighed on it."), self._legend)
        shaded.setProperty("class", "muted")
        row.addWidget(shaded)

    def _connect(self) -> None:
        self.notice.again.connect(self._load)
        self.unread.again.connect(self._load)
        self.modes.chosen.connect(self._choose_mode)
        self.spans.chosen.connect(self._choose_span)
        self.journal.followed.connect(self.source_wanted)
        self.feelings.changed.connect(self._show)
        self.feelings.told.connect(self._on_told)
        self.feelings.failed.connect(self.bar.tell_fault)
        self._theme.changed.connect(self._on_mood_theme)
        self._on_mood_theme()

    def _load(self) -> None:
        self.feelings.load()

    def _choose_mode(self, key: str) -> None:
        self.feelings.switch_mode(key)

    def _choose_span(self, key: str) -> None:
        self.feelings.choose_span(Span(key))

    def _on_told(self, verb: str) -> None:
        self.bar.tell_step(wording.told_words(verb), self.steps)

    def _on_mood_theme(self) -> None:
        space = self._theme.metrics.space
        self._halves.setSpacing(space(Gap.WIDE))
        self._told.setContentsMargins(0, 0, 0, 0)
        self._told.setSpacing(space(Gap.NEAR))


def _centred(axis: Axis, value: float) -> float:
    """Every axis from −1 to 1, so that all share one scale."""
    return value if axis is Axis.VALENCE else 2 * value - 1
