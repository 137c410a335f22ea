"""The Questions place: a shelf, and how willing the companion is to ask."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QWidget

from engine.person.records import Effort, Question
from ui.facts.aftermath import tell_changes
from ui.questions.model import ASKER, Questions
from ui.questions.wording import effort_options
from ui.shelf import ShelfPlace, Telling
from ui.shell.actions import Action
from ui.theme import Theme
from ui.widgets.choices import Choices, Option

translate = QCoreApplication.translate


class QuestionsPlace(ShelfPlace[Question]):
    """Draws `Questions`."""

    def __init__(
        self, questions: Questions, telling: Telling[Question], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(questions, telling, theme, parent)
        self._questions = questions
        self.effort = Choices(translate("Questions", "How often I ask"), theme, self)
        self.effort.offer(effort_options())
        self.add_tool(QLabel(translate("Questions", "I ask"), self))
        self.add_tool(self.effort)
        self.effort.chosen.connect(self._choose_effort)
        questions.listed.connect(self._show_effort)
        tell_changes(self.bar, questions.changes, ASKER)
        self._show_effort()

    def actions_of_place(self) -> tuple[Action, ...]:
        """What can be done here, for menus, shortcuts and the palette."""
        return tuple(self._effort_action(option) for option in effort_options())

    def _effort_action(self, option: Option) -> Action:
        words = translate("Questions", "How much I ask: {level}").format(level=option.words)
        return Action(
            f"effort.{option.key}",
            words,
            option.tip,
            translate("Questions", "Questions"),
            lambda: self._choose_effort(option.key),
        )

    def _choose_effort(self, key: str) -> None:
        self._questions.choose_effort(Effort(key))

    def _show_effort(self) -> None:
        self.effort.choose(self._questions.effort.value)
