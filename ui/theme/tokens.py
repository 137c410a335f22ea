"""The design tokens: every colour, distance, radius and size of the window, said once.

Lengths are in device-independent pixels at 100% text; `Metrics` scales them. Every pair in `READABLE` keeps a
contrast of at least 4.5 : 1 (WCAG 2.1, 1.4.3), which a test measures.
"""

from dataclasses import dataclass
from enum import IntEnum

SANS = ("Inter", "Noto Sans", "Segoe UI", "SF Pro Text", "Cantarell", "Helvetica Neue", "DejaVu Sans")
MONO = ("JetBrains Mono", "Noto Sans Mono", "Cascadia Mono", "SF Mono", "DejaVu Sans Mono")

SCALE_MIN = 1.0
SCALE_MAX = 2.0
SCALE_STEP = 0.1


@dataclass(frozen=True, slots=True)
class Colours:
    """One scheme's colours, as `#rrggbb`, named by what they are for."""

    dark: bool
    canvas: str  # behind the conversation
    rail: str
    surface: str  # cards, composer, menus
    bubble: str  # what the person said
    line: str  # hairlines and quiet borders
    edge: str  # borders of what can be typed into or pressed: 3 : 1 on their ground
    text: str
    muted: str
    accent: str
    on_accent: str
    wash: str  # a selected rail entry, a hovered button
    selection: str
    found: str  # a search hit
    code: str  # ground of code
    good: str
    warn: str
    bad: str
    orb_core: str  # the orb's lit side in an even mood; its edge, 3 : 1 on what it stands on, is its glow
    orb_glow: str
    orb_heavy_core: str  # as far down as a mood goes
    orb_heavy_glow: str
    orb_heavy_sign: str  # what is drawn around the orb; in an even mood that is the accent
    orb_light_core: str  # as far up as a mood goes
    orb_light_glow: str
    orb_light_sign: str
    orb_night: str  # the orb's dark side while it dreams
    shadow: str = "#000000"  # below what floats above the window; it is never opaque


LIGHT = Colours(
    dark=False,
    canvas="#fbf8f3",
    rail="#f4efe6",
    surface="#fffdfa",
    bubble="#f0e7d9",
    line="#e6ddcf",
    edge="#94887a",
    text="#2c2621",
    muted="#695f55",
    accent="#9a4f33",
    on_accent="#fffaf5",
    wash="#eae1d3",
    selection="#f3cfb8",
    found="#f8e3a1",
    code="#f3ede2",
    good="#3f6f4b",
    warn="#855a0c",
    bad="#a03328",
    orb_core="#e9a27e",
    orb_glow="#b4603e",
    orb_heavy_core="#a9b4e2",
    orb_heavy_glow="#5b66ae",
    orb_heavy_sign="#4b5699",
    orb_light_core="#fad07e",
    orb_light_glow="#c07a22",
    orb_light_sign="#8a5610",
    orb_night="#4b4668",
)

DARK = Colours(
    dark=True,
    canvas="#1d1a18",
    rail="#171412",
    surface="#272320",
    bubble="#352e29",
    line="#383230",
    edge="#7f7469",
    text="#efe8df",
    muted="#b0a598",
    accent="#e8a583",
    on_accent="#2a1710",
    wash="#322b27",
    selection="#6b4330",
    found="#6a5512",
    code="#2a2522",
    good="#93c49d",
    warn="#e2b869",
    bad="#f09a8c",
    orb_core="#f2b696",
    orb_glow="#b8694a",
    orb_heavy_core="#b4bdf0",
    orb_heavy_glow="#6a76c2",
    orb_heavy_sign="#b0b9f0",
    orb_light_core="#fbdb98",
    orb_light_glow="#c98a38",
    orb_light_sign="#ecc878",
    orb_night="#454164",
)

INKS, GROUNDS = (
    ("text", "muted", "accent", "good", "warn", "bad"),
    ("canvas", "rail", "surface", "bubble", "wash"),
)
READABLE: tuple[tuple[str, str], ...] = (
    *((ink, ground) for ink in INKS for ground in GROUNDS),
    ("text", "code"),
    ("text", "selection"),
    ("text", "found"),
    ("on_accent", "accent"),
)
"""What is written in which colour on which: 4.5 : 1 at least. Whatever may be said stands on any ground."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sizes at a text scale of 1.0–2.0.

    Text scales fully, distances by half, so that 200% still fits a screen.
    """

    scale: float = 1.0

    def text(self, size: float) -> int:
        """A font size in pixels."""
        return round(size * self.scale)

    def space(self, size: float) -> int:
        """A distance in pixels."""
        return round(size * (1 + (self.scale - 1) / 2))

    @property
    def body(self) -> int:
        return self.text(15)

    @property
    def small(self) -> int:
        return self.text(12.5)

    @property
    def title(self) -> int:
        return self.text(19)

    @property
    def hero(self) -> int:
        return self.text(26)

    @property
    def column(self) -> int:
        """The widest a line of conversation may run: about 80 letters."""
        return self.text(720)

    @property
    def sentence(self) -> int:
        """The widest that a sentence or two may run that stand by themselves."""
        return self.text(520)


class Gap(IntEnum):
    """The distances between things, for `Metrics.space`: from hairs that belong together to what stands by itself."""

    HAIR = 2
    TINY = 4
    TIGHT = 6
    NEAR = 8
    EASY = 10
    CLEAR = 12
    INSET = 14  # from the edge of a card to what is in it
    WIDE = 16
    ROOMY = 20
    OPEN = 24


RADIUS = 14
RADIUS_SMALL = 8
SCROLL_BAR = 10
BUTTON = 34
"""The side of a round button that has a sign and no words, for `Metrics.space`."""

SHADOW_BLUR, SHADOW_DROP, SHADOW_STRENGTH = 36, 8, 0.31
"""What floats above the window: how soft its shadow is and how far it falls, in pixels, and how dark, 0–1."""

FRAME_MS, DREAM_MS = 16, 66
"""Between two pictures of what moves, and of a dream: it goes on for hours beside work that wants the processor, and
moves by less than a pixel a frame."""
CHANGE_S = 1.0
"""How long a mood takes to become another one."""


def luminance(colour: str) -> float:
    """Relative luminance 0–1 of `#rrggbb` (WCAG 2.1)."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio 1–21 of two colours (WCAG 2.1)."""
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)
