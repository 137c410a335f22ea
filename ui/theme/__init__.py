"""How the window looks: design tokens, the style sheet made of them, and the theme in force."""

from ui.theme.theme import Motion, Scheme, Theme
from ui.theme.tint import Feeling, Tint, tint_of
from ui.theme.tokens import RADIUS, RADIUS_SMALL, Colours, Gap, Metrics

__all__ = [
    "RADIUS",
    "RADIUS_SMALL",
    "Colours",
    "Feeling",
    "Gap",
    "Metrics",
    "Motion",
    "Scheme",
    "Theme",
    "Tint",
    "tint_of",
]
