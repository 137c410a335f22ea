"""Small decisions by a model's own probabilities, calibrated on a closed set of labelled examples."""

from engine.language.decision.calibration import Calibration, fit_calibration
from engine.language.decision.decider import Decider, Decision, Kept, Question, load_question

__all__ = ["Calibration", "Decider", "Decision", "Kept", "Question", "fit_calibration", "load_question"]
