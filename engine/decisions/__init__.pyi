from .calibration import Calibration, fit_calibration, uncalibrated
from .decider import Decider, Decision, Kept, Question, load_question
from .probe import Probe, ProbeMissingError, fit_probe, load_probe
from .rewriting import (
    MOST_BEFORE,
    Rewriter,
    message_in_context,
    note_in_context,
    question_in_context,
)
from .room import Decisions
from .shipped import PROBES, probe_name, shipped_probe
from .text_head import TextHead, load_text_head, ngram_digests, word_row
from .told import (
    COMING,
    EVERY,
    GROUNDED,
    PAST,
    QUESTION,
    REPLACES,
    SENTENCE,
    SUPERSEDES,
    TENSE,
    TODO_STATUS,
    with_earlier,
    with_notes,
    with_todo,
)

__all__ = [
    "COMING",
    "EVERY",
    "GROUNDED",
    "MOST_BEFORE",
    "PAST",
    "PROBES",
    "QUESTION",
    "REPLACES",
    "SENTENCE",
    "SUPERSEDES",
    "TENSE",
    "TODO_STATUS",
    "Calibration",
    "Decider",
    "Decision",
    "Decisions",
    "Kept",
    "Probe",
    "ProbeMissingError",
    "Question",
    "Rewriter",
    "TextHead",
    "fit_calibration",
    "fit_probe",
    "load_probe",
    "load_question",
    "load_text_head",
    "message_in_context",
    "ngram_digests",
    "note_in_context",
    "probe_name",
    "question_in_context",
    "shipped_probe",
    "uncalibrated",
    "with_earlier",
    "with_notes",
    "with_todo",
    "word_row",
]
