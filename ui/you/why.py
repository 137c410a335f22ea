"""Why a fact is believed, as it is shown: the moments it rests on, and what stood before it."""

from PySide6.QtWidgets import QWidget

from ui.conversation.wording import full_date
from ui.facts import Reasons, SourceStep
from ui.facts.wording import source_words, span_words
from ui.frame.groups import Group, Line
from ui.frame.lines import LinesCard
from ui.theme import Theme


class WhyCard(LinesCard):
    """Filled by `show_reasons`; hidden until then."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(self.tr("Why"))

    def show_reasons(self, reasons: Reasons | None) -> None:
        if reasons is None:
            self.show_groups([])
            return
        earlier = [Line(fact.text, f"{source_words(fact)} · {span_words(fact)}") for fact in reasons.earlier]
        self.show_groups(
            [
                Group(
                    self.tr("Where it comes from"),
                    [self._line(step) for step in reasons.steps],
                    self.tr("Nothing that was said is kept for it."),
                ),
                Group(self.tr("Before that"), earlier),
            ]
        )

    def _line(self, step: SourceStep) -> Line:
        words = [step.speaker, full_date(step.at)]
        if step.withdrawn:
            words.append(self.tr("taken back since"))
        return Line(step.text, " · ".join(words), "" if step.withdrawn else step.id)
