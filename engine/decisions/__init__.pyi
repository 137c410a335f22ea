from .calibration import Calibration, fit_calibration, uncalibrated
from .decider import Decider, Decision, Kept, Question, load_question
from .heads import LinearHead, fit_head, load_head
from .room import Decisions
from .shipped import SHIPPED, ShippedCalibration, load_shipped

__all__ = [
    "SHIPPED",
    "Calibration",
    "Decider",
    "Decision",
    "Decisions",
    "Kept",
    "LinearHead",
    "Question",
    "ShippedCalibration",
    "fit_calibration",
    "fit_head",
    "load_head",
    "load_question",
    "load_shipped",
    "uncalibrated",
]
