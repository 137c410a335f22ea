"""Questions: what the companion would like to know, what became of it, and how willing it is to ask."""

from ui.questions.model import EffortKeeper, Questions
from ui.questions.place import QuestionsPlace
from ui.questions.wording import telling

__all__ = ["EffortKeeper", "Questions", "QuestionsPlace", "telling"]
