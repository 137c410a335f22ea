from .calibration import Calibration, fit_calibration, uncalibrated
from .decider import Decider, Decision, Kept, Question, load_question
from .rewriting import message_in_context
from .room import Decisions
from .shipped import SHIPPED, ShippedCalibration, load_shipped
from .text_head import TextHead, load_text_head, ngram_digests, word_row

__all__ = [
    "SHIPPED",
    "Calibration",
    "Decider",
    "Decision",
    "Decisions",
    "Kept",
    "Question",
    "ShippedCalibration",
    "TextHead",
    "fit_calibration",
    "load_question",
    "load_shipped",
    "load_text_head",
    "message_in_context",
    "ngram_digests",
    "uncalibrated",
    "word_row",
]
