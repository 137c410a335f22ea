"""Where everything of one turn stands: texts, lines and the places that can be pressed."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextDocument

from engine.conversation.records import Recalled
from ui.conversation import wording
from ui.conversation.listing.documents import answer_document, plain_document, text_height
from ui.conversation.turns import Phase, Turn
from ui.facts import Change
from ui.facts.wording import change_words
from ui.theme import Gap, Theme

KEPT = 160
BUBBLE_SHARE = 0.82
ZONE_GAP = 12  # pixels beside a zone's words
ICON_INSET = 0.17  # of a zone's height, on every side of its icon
AROUND = 110
"""What a turn takes besides its lines, about, in pixels at 100% text."""


class Press(StrEnum):
    """What a pressed zone asks for."""

    RECALLED = "recalled"
    SOURCE = "source"
    NOTED = "noted"
    RETRY = "retry"
    COPY = "copy"
    EDIT = "edit"
    REMEMBER = "remember"
    CORRECT = "correct"
    CONTEXT = "context"
    UNDO = "undo"
    WHY = "why"


@dataclass(frozen=True, slots=True)
class Text:
    """A laid-out document; `ground` is the token of what is painted under it."""

    document: QTextDocument
    rect: QRectF
    ground: QRectF | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of words: its rectangle, alignment, font, and the token of its colour."""

    rect: QRectF
    words: str
    font: QFont
    colour: str = "muted"
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    ruled: bool = False  # hairlines to both sides


@dataclass(frozen=True, slots=True)
class Zone:
    """Something to press. `quiet` ones show only on the row under the pointer or with the focus.

    `about` says what is meant, where a turn has several of a kind.
    """

    rect: QRectF
    press: Press
    icon: str
    words: str
    tip: str
    quiet: bool = False
    about: str = ""

    @property
    def spoken(self) -> str:
        """What a screen reader says of it."""
        return ". ".join(filter(None, (self.words, self.tip)))


@dataclass(slots=True)
class TurnLayout:
    """A turn's parts in the row's own coordinates, and its height in pixels."""

    height: int = 0
    texts: list[Text] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    cards: list[QRectF] = field(default_factory=list)

    def stops(self) -> list[Zone]:
        """The zones as a reader comes to them, line by line."""
        return sorted(self.zones, key=lambda zone: (zone.rect.top(), zone.rect.left()))

    def zone_at(self, point: QPointF) -> Zone | None:
        return next((zone for zone in self.zones if zone.rect.contains(point)), None)

    def text_at(self, point: QPointF) -> int:
        """Which text covers `point`; -1 if none."""
        return next((i for i, text in enumerate(self.texts) if text.rect.contains(point)), -1)


class LayoutBook:
    """Layouts of the turns seen last, remade when a turn, the width or the theme is new."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: OrderedDict[int, tuple[tuple[object, ...], TurnLayout]] = OrderedDict()
        self.companion = ""

    def layout(self, turn: Turn, width: int, separated: bool) -> TurnLayout:
        stamp = (turn.revision, width, self._theme.generation, separated, self.companion)
        kept = self._kept.get(turn.key)
        if kept is not None and kept[0] == stamp:
            self._kept.move_to_end(turn.key)
            return kept[1]
        made = TurnBuilder(self._theme, turn, width, self.companion).build(separated)
        self._kept[turn.key] = (stamp, made)
        self._kept.move_to_end(turn.key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made


def guess_height(turn: Turn, theme: Theme, width: int) -> int:
    """About how high a turn will be, without laying it out."""
    body = theme.metrics.body
    letters = max(20.0, column_of(theme, width) / (body * 0.52))
    lines = 2 + turn.length() / letters
    return round(lines * body * 1.9 + theme.metrics.space(AROUND))


def column_of(theme: Theme, width: int) -> float:
    """How wide the conversation's column is in a view `width` pixels wide."""
    return float(max(160, min(theme.metrics.column, width - 2 * theme.metrics.space(Gap.OPEN))))


class TurnBuilder:
    """Lays out one turn from top to bottom."""

    def __init__(self, theme: Theme, turn: Turn, width: int, companion: str) -> None:
        self._theme, self._turn, self._companion = theme, turn, companion
        self._space: Callable[[float], int] = theme.metrics.space
        self._column = column_of(theme, width)
        self._left = round((width - self._column) / 2)
        self._small = theme.font(theme.metrics.small)
        self._line = QFontMetricsF(self._small).height()
        self._y = 0.0
        self._out = TurnLayout()

    def build(self, separated: bool) -> TurnLayout:
        self._y = self._space(Gap.INSET)
        if separated:
            self._add_day()
        self._add_utterance()
        self._add_searches()
        self._add_answer()
        self._add_marker()
        self._add_changes()
        self._add_footer()
        if self._turn.expanded:
            self._add_recalled()
        if self._turn.note_open:
            self._add_note()
        self._out.height = round(self._y + self._space(Gap.INSET))
        return self._out

    def _add_day(self) -> None:
        words = wording.day_name(self._turn.local_at.date(), date.today())  # noqa: DTZ011 - the person's own day
        rect = QRectF(self._left, self._y, self._column, self._line)
        self._out.lines.append(
            Line(rect, words, self._small, align=Qt.AlignmentFlag.AlignHCenter, ruled=True)
        )
        self._y += self._line + self._space(Gap.ROOMY)

    def _add_utterance(self) -> None:
        pad_x, pad_y = self._space(Gap.INSET), self._space(9)
        widest = self._column * BUBBLE_SHARE - 2 * pad_x
        document = plain_document(self._turn.utterance, self._theme, widest)
        width = min(widest, document.idealWidth() + 1)
        document.setTextWidth(width)
        height = text_height(document)
        right = self._left + self._column
        ground = QRectF(right - width - 2 * pad_x, self._y, width + 2 * pad_x, height + 2 * pad_y)
        rect = QRectF(ground.left() + pad_x, self._y + pad_y, width, height)
        self._out.texts.append(Text(document, rect, ground))
        self._y = ground.bottom() + self._space(Gap.TINY)
        self._add_said_line()

    def _add_said_line(self) -> None:
        words = wording.clock_time(self._turn.at)
        rect = QRectF(self._left, self._y, self._column - self._space(Gap.TINY), self._icon_side())
        self._out.lines.append(Line(rect, words, self._small, align=Qt.AlignmentFlag.AlignRight))
        side = self._icon_side()
        x = rect.right() - QFontMetricsF(self._small).horizontalAdvance(words) - side - self._space(Gap.NEAR)
        for press, icon, tip in self._said_verbs():
            if x < self._left:
                x, self._y = rect.right() - side, self._y + side
            self._out.zones.append(Zone(QRectF(x, self._y, side, side), press, icon, "", tip, quiet=True))
            x -= side + self._space(Gap.TINY)
        self._y += side

    def _said_verbs(self) -> list[tuple[Press, str, str]]:
        """What can be done with what was said, from right to left."""
        translate = wording.translate
        verbs = [(Press.EDIT, "edit", translate("Conversation", "Edit and send again"))]
        if self._turn.ended and not self._turn.off_record:
            verbs.append(
                (Press.REMEMBER, "keep", translate("Conversation", "Remember this about you (Ctrl+Shift+R)"))
            )
            verbs.append(
                (Press.CORRECT, "mend", translate("Conversation", "Correct what is known (Ctrl+Shift+E)"))
            )
        return verbs

    def _add_searches(self) -> None:
        for searched in self._turn.searches:
            self._y += self._space(Gap.HAIR) + self._add_words(wording.searched_words(searched), "muted")

    def _add_answer(self) -> None:
        if not self._turn.answer:
            return
        self._y += self._space(Gap.TINY)
        name = self._theme.font(self._theme.metrics.small, bold=True)
        rect = QRectF(self._left, self._y, self._column, self._line)
        self._out.lines.append(Line(rect, self._companion, name, colour="accent"))
        self._y += self._line + self._space(Gap.TINY)
        document = answer_document(self._turn.answer, self._theme, self._column)
        height = text_height(document)
        self._out.texts.append(Text(document, QRectF(self._left, self._y, self._column, height)))
        self._y += height + self._space(Gap.EASY)

    def _add_marker(self) -> None:
        words = wording.phase_words(self._turn)
        if not words:
            return
        self._y += self._space(Gap.TINY)
        broken = self._turn.phase in {Phase.FAILED, Phase.INTERRUPTED}
        self._y += self._add_words(words, "bad" if broken else "muted", bold=broken)
        if self._turn.fault and self._turn.fault.remedy:
            self._y += self._space(Gap.HAIR) + self._add_words(self._turn.fault.remedy, "text")
        self._y += self._space(Gap.TIGHT)

    def _add_words(self, words: str, colour: str, *, bold: bool = False) -> float:
        font = self._theme.font(self._theme.metrics.small, bold=bold)
        height = _wrapped_height(words, font, self._column)
        self._out.lines.append(
            Line(QRectF(self._left, self._y, self._column, height), words, font, colour=colour)
        )
        return height

    def _add_changes(self) -> None:
        for change in self._turn.changes.values():
            self._y += (
                self._space(Gap.HAIR) + self._add_words(change_words(change), "muted") + self._space(Gap.HAIR)
            )
            self._add_change_verbs(change)
        if self._turn.remark:
            self._y += self._add_words(self._turn.remark, "bad") + self._space(Gap.TIGHT)

    def _add_change_verbs(self, change: Change) -> None:
        x, side, translate = self._left - self._icon_side() * ICON_INSET, self._icon_side(), wording.translate
        if change.undoable and change.facts:
            words, tip = translate("Conversation", "Undo"), translate("Conversation", "Take this back")
            x = self._add_zone(x, Press.UNDO, "retry", words, tip, about=change.update)
        if change.fact is not None and change.fact.source_step_ids:
            words, tip = (
                translate("Conversation", "Why"),
                translate("Conversation", "Show where it comes from"),
            )
            x = self._add_zone(x, Press.WHY, "question", words, tip, about=change.fact.id)
        self._y += side + self._space(Gap.TINY)

    def _add_footer(self) -> None:
        """What can be done with the answer, in as many lines as it takes; what hides is last, so it leaves no gap."""
        verbs = self._footer_verbs()
        start = self._left - self._icon_side() * ICON_INSET
        x, below = start, self._icon_side() + self._space(Gap.HAIR)
        for press, icon, words, tip, quiet in sorted(verbs, key=lambda verb: verb[-1]):
            if x > start and x + self._zone_width(words) > self._left + self._column:
                x, self._y = start, self._y + below
            x = self._add_zone(x, press, icon, words, tip, quiet=quiet)
        self._y += below if verbs else 0

    def _footer_verbs(self) -> list[tuple[Press, str, str, str, bool]]:
        """What the zones below the answer ask for: icon, words, tip, and whether each is quiet."""
        turn, translate, verbs = self._turn, wording.translate, []
        if turn.recalled:
            tip = translate("Conversation", "Show what was remembered for this answer")
            verbs.append((Press.RECALLED, "memory", wording.recalled_title(len(turn.recalled)), tip, False))
        if turn.can_retry:
            again = translate("Conversation", "Try again")
            if turn.unanswered:
                verbs.append(
                    (Press.RETRY, "retry", again, translate("Conversation", "Ask this again"), False)
                )
            else:
                tip = translate("Conversation", "Ask this again; this answer goes (Ctrl+R)")
                verbs.append((Press.RETRY, "retry", "", tip, True))
        if turn.note:
            tip = translate("Conversation", "Show what I noted of this for myself (Ctrl+J)")
            verbs.append((Press.NOTED, "note", wording.noted_title(), tip, not turn.note_open))
        if turn.answer:
            verbs.append((Press.COPY, "copy", "", translate("Conversation", "Copy the answer"), True))
        if turn.answer and turn.loop_id and not turn.off_record:
            tip = translate("Conversation", "What stood before this answer (Ctrl+Shift+K)")
            verbs.append((Press.CONTEXT, "layers", "", tip, True))
        return verbs

    def _add_zone(
        self, x: float, press: Press, icon: str, words: str, tip: str, *, quiet: bool = False, about: str = ""
    ) -> float:
        """Put a zone down at `x`, its words cut where the column ends; returns where the next one begins."""
        width = min(self._zone_width(words), self._left + self._column - x)
        if words:
            room = width - self._zone_width("") - self._space(ZONE_GAP)
            metrics = QFontMetricsF(self._small)
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room + 1)
        rect = QRectF(x, self._y, width, self._icon_side())
        self._out.zones.append(Zone(rect, press, icon, words, tip, quiet, about))
        return rect.right() + self._space(Gap.TIGHT)

    def _zone_width(self, words: str) -> float:
        advance = QFontMetricsF(self._small).horizontalAdvance(words)
        beside = advance + self._space(ZONE_GAP) if words else 0
        return self._icon_side() + beside

    def _add_recalled(self) -> None:
        top, pad = self._begin_card()
        for item in self._turn.recalled:
            self._add_card_text(item.text, pad)
            self._add_source(item, pad)
        if self._turn.loop_id and self._turn.ended:
            words = wording.translate("Conversation", "How it was put together")
            tip = wording.translate("Conversation", "What stood before this answer (Ctrl+Shift+K)")
            self._add_zone(
                self._left + pad - self._icon_side() * ICON_INSET, Press.CONTEXT, "layers", words, tip
            )
            self._y += self._icon_side() + pad
        self._end_card(top)

    def _add_note(self) -> None:
        top, pad = self._begin_card()
        self._add_card_text(self._turn.note or "", pad)
        self._y += pad
        self._end_card(top)

    def _begin_card(self) -> tuple[float, int]:
        """Where a card begins, and how far from its edge its words stand."""
        top, pad = self._y + self._space(Gap.TIGHT), self._space(Gap.CLEAR)
        self._y = top + pad
        return top, pad

    def _end_card(self, top: float) -> None:
        self._out.cards.append(QRectF(self._left, top, self._column, self._y - top))
        self._y += self._space(Gap.TINY)

    def _add_card_text(self, text: str, pad: int) -> None:
        document = plain_document(text, self._theme, self._column - 2 * pad)
        height = text_height(document)
        rect = QRectF(self._left + pad, self._y, self._column - 2 * pad, height)
        self._out.texts.append(Text(document, rect))
        self._y += height + self._space(Gap.HAIR)

    def _add_source(self, item: Recalled, pad: int) -> None:
        """The line below a recalled thing: where it is from, and the way there."""
        words, verb = wording.source_of(item), wording.translate("Conversation", "Open")
        left, right = self._left + pad, self._left + self._column - pad
        x = right - self._zone_width(verb)
        width = x - self._space(Gap.TIGHT) - left
        height = max(_wrapped_height(words, self._small, width), self._icon_side())
        self._out.lines.append(Line(QRectF(left, self._y, width, height), words, self._small))
        self._add_zone(x, Press.SOURCE, "right", verb, wording.source_tip(item), about=item.ref)
        self._y += height + pad

    def _icon_side(self) -> float:
        return self._line + self._space(Gap.TIGHT)


def _wrapped_height(words: str, font: QFont, width: float) -> float:
    bounds = QRectF(0, 0, width, 100_000)
    return QFontMetricsF(font).boundingRect(bounds, Qt.TextFlag.TextWordWrap, words).height()
