"""The truth about an installation: what is there, what is missing, and what to do about it."""

from companion.doctor.examination import examine
from companion.doctor.records import Check, CheckState

__all__ = ["Check", "CheckState", "examine"]
