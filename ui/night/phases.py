"""The phases of what is done alone, as a person would call them."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate
ROUND = "round-"
"""What the phases of a drift begin with; their number follows."""


def phase_words(phase: str) -> str:
    """What a phase does, by the name that the engine has for it."""
    if phase.startswith(ROUND):
        return translate("Phases", "Thought {number}").format(number=phase.removeprefix(ROUND))
    return known_phases().get(phase) or phase.replace("_", " ").capitalize()


def known_phases() -> dict[str, str]:
    """The words of all that have a name of their own."""
    return _of_sleep() | _of_thinking() | _of_looking_back() | _of_the_brief()


def _of_sleep() -> dict[str, str]:
    return {
        "decide": translate("Phases", "What to make of each new memory"),
        "merge_duplicates": translate("Phases", "Memories that say the same"),
        "apply_decay": translate("Phases", "Letting fade what is not used"),
        "strengthen_recalled": translate("Phases", "Strengthening what came up again"),
        "archive_weak": translate("Phases", "Putting away what has faded"),
        "find_contradictions": translate("Phases", "Memories that contradict each other"),
        "quality_sweep": translate("Phases", "Tidying up"),
        "link_alike": translate("Phases", "Linking what is alike"),
        "nominations": translate("Phases", "What may become part of me"),
        "importance": translate("Phases", "Weighing what matters"),
        "promotions": translate("Phases", "What becomes part of me"),
    }


def _of_thinking() -> dict[str, str]:
    return {
        "summarise": translate("Phases", "What it comes down to"),
        "patterns": translate("Phases", "What recurs"),
        "model_check": translate("Phases", "Holding what I believe against it"),
        "prediction_check": translate("Phases", "What became of what I foresaw"),
        "model_build": translate("Phases", "What may be so"),
        "crystallise": translate("Phases", "What may be a principle"),
        "connections": translate("Phases", "Connections"),
        "gaps": translate("Phases", "What is not known"),
        "contradictions": translate("Phases", "Contradictions"),
        "risks": translate("Phases", "Risks"),
        "opportunities": translate("Phases", "Chances"),
        "decisions": translate("Phases", "Decisions"),
        "questions": translate("Phases", "Questions"),
        "synthesis": translate("Phases", "Drawing it together"),
        "understand": translate("Phases", "Understanding the problem"),
        "analogies": translate("Phases", "What is like it"),
        "approaches": translate("Phases", "What could be done"),
        "evaluate": translate("Phases", "Weighing it"),
        "recommend": translate("Phases", "What I would do"),
    }


def _of_looking_back() -> dict[str, str]:
    return {
        "synthesise": translate("Phases", "Our talk in a sentence"),
        "pm": translate("Phases", "What it says of you"),
        "compress": translate("Phases", "Reading the summary over"),
        "recall": translate("Phases", "What supports it"),
        "diary": translate("Phases", "The page of the day"),
        "skills": translate("Phases", "How my searches went"),
        "portrait": translate("Phases", "How I have been"),
        "components": translate("Phases", "Who I am becoming"),
        "history": translate("Phases", "My history"),
        "look_back": translate("Phases", "Looking back"),
        "image": translate("Phases", "An image"),
    }


def _of_the_brief() -> dict[str, str]:
    return {
        "today": translate("Phases", "What is for today"),
        "open": translate("Phases", "What is open"),
        "ahead": translate("Phases", "What is coming"),
        "asked": translate("Phases", "What you asked me to think about"),
        "told": translate("Phases", "What we last talked of"),
        "learnt": translate("Phases", "What I learnt"),
        "night": translate("Phases", "What came up in the night"),
    }
