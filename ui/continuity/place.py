"""The Continuity place: the verdict on a turn, its nine steps, what was found and what the model read."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.conversation.reconstruction.records import Context, ContextItem
from ui.continuity import wording
from ui.continuity.model import Continuity, Part, View
from ui.continuity.steps import StepsCard
from ui.doors import Loading
from ui.frame import Notice, Page, Reading, Split
from ui.theme import Gap, Theme
from ui.widgets.choices import Choices
from ui.widgets.rows import RowList, RowModel


class ContinuityPlace(Page):
    """Draws `Continuity`."""

    def __init__(self, continuity: Continuity, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", "", theme, parent)
        self._title.setText(self.tr("Behind answers"))
        self.set_words(self.tr("What stood before me when I answered, and where it came from."))
        self.continuity = continuity
        self._latest = QPushButton(self.tr("Latest turn"), self)
        self._verdict = QFrame(self)
        self._query, self._badge, self._reason, self._sum = (QLabel(self._verdict) for _ in range(4))
        self.views = Choices(self.tr("What is shown"), theme, self, sides=True)
        self.notice = Notice(theme, self)
        self.steps_card = StepsCard(theme, self)
        self._items: RowModel[ContextItem] = RowModel(wording.item_row, wording.item_key, self)
        self._parts: RowModel[Part] = RowModel(wording.part_row, wording.part_key, self)
        self.found = RowList(self._items, self.tr("What was found"), theme, self)
        self.prompt = RowList(self._parts, self.tr("What the model read"), theme, self)
        self.item, self.part = Reading(theme, self), Reading(theme, self)
        self._splits = {
            View.FOUND: Split(self.found, self.item, theme, self),
            View.PROMPT: Split(self.prompt, self.part, theme, self),
        }
        self._arrange()
        self._connect()
        self._on_theme()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """The turn that was asked for, or the latest as it is now."""
        super().showEvent(event)
        self.continuity.again()

    # What is shown

    def _show(self) -> None:
        continuity, context = self.continuity, self.continuity.context
        items, parts = continuity.items(), continuity.parts()
        self._latest.setEnabled(continuity.loop_id is not None)
        self._verdict.setVisible(context is not None)
        self.views.setVisible(context is not None)
        if context is None:
            self._pages.setCurrentWidget(self.notice)
            self._show_notice()
            return
        self._show_verdict(context)
        self.views.offer(wording.view_options(len(items), len(parts)))
        self.views.choose(continuity.view.value)
        self.steps_card.show_context(context)
        self._items.show(items)
        self._parts.show(parts)
        self._show_view(items, parts)

    def _show_view(self, items: list[ContextItem], parts: list[Part]) -> None:
        view = self.continuity.view
        if view is View.STEPS:
            self._pages.setCurrentWidget(self.steps_card)
            return
        keys = [item.ref for item in items] if view is View.FOUND else [part.key for part in parts]
        if not keys:
            self._pages.setCurrentWidget(self.notice)
            self.notice.say(self.tr("Nothing was found for this turn."), self._reason.text())
            return
        self._pages.setCurrentWidget(self._splits[view])
        if self.continuity.chosen not in keys:
            self.continuity.select(keys[0])
        (self.found if view is View.FOUND else self.prompt).choose(self.continuity.chosen)

    def _show_notice(self) -> None:
        continuity = self.continuity
        if continuity.fault is not None:
            self.notice.tell(continuity.fault)
        elif continuity.loading is Loading.LOADING:
            self.notice.say(self.tr("One moment…"), self.tr("The turn is being looked up."))
        elif continuity.loop_id is not None:
            self.notice.say(
                self.tr("This turn's context is not kept any more."),
                self.tr("Those of the last turns are, until something they rest on is taken back."),
            )
        else:
            self.notice.say(
                self.tr("No answer yet."),
                self.tr("What stood before me is kept while I run: after my next answer it stands here."),
            )

    def _show_verdict(self, context: Context) -> None:
        words, tone = wording.verdict_words(context.verdict)
        self._query.setText(self.tr("“{words}”").format(words=context.query))
        self._badge.setText(words)
        self._badge.setProperty("class", tone)
        self._badge.style().unpolish(self._badge)
        self._badge.style().polish(self._badge)
        self._reason.setText(wording.reason_words(context.verdict))
        self._sum.setText(wording.summary_words(context))

    def _show_detail(self) -> None:
        item, part = self.continuity.item(), self.continuity.part()
        if item is not None:
            above = f"{wording.kind_words(item)} · {wording.use_words(item)[0]}"
            self.item.read(above, item.text, wording.item_lines(item), large=item.kind != "document")
        if part is not None:
            self.part.read(wording.part_title(part), part.text, wording.part_lines(part), large=False)

    # What is done

    def _choose_view(self, key: str) -> None:
        self.continuity.choose_view(View(key))

    def _select(self, key: str) -> None:
        self.continuity.select(key)

    def _open(self, key: str) -> None:
        self.continuity.select(key)
        self._splits[self.continuity.view].open_detail()

    def _load_latest(self) -> None:
        self.continuity.load()

    def _load_again(self) -> None:
        self.continuity.again()

    # Building

    def _arrange(self) -> None:
        self._verdict.setObjectName("card")
        self._query.setProperty("class", "strong")
        self._sum.setProperty("class", "muted")
        self._latest.setToolTip(self.tr("Show the latest turn"))
        self._lines = QVBoxLayout(self._verdict)
        for label in (self._query, self._badge, self._reason, self._sum):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            self._lines.addWidget(label)
        self.add_tool(self._latest)
        self.add_bar(self._verdict)
        self.add_sides(self.views)
        self._pages = self.add_pages(self.notice, self.steps_card, *self._splits.values())
        self.setFocusProxy(self.views)

    def _connect(self) -> None:
        self._latest.clicked.connect(self._load_latest)
        self.views.chosen.connect(self._choose_view)
        self.notice.again.connect(self._load_again)
        for rows in (self.found, self.prompt):
            rows.chosen.connect(self._select)
            rows.opened.connect(self._open)
        self.continuity.changed.connect(self._show)
        self.continuity.detailed.connect(self._show_detail)
        self._theme.changed.connect(self._on_theme)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._lines.setContentsMargins(space(Gap.INSET), space(Gap.EASY), space(Gap.INSET), space(Gap.EASY))
        self._lines.setSpacing(space(Gap.TINY))
