"""What a mood looks like: the orb's three colours between the tokens, wherever the mood is shown.

Colours are mixed in Oklab, where the way from one to another stays even and clean (Ottosson 2020,
https://bottosson.github.io/posts/oklab/). Between two tokens that keep a contrast on a ground, what is mixed keeps
it too, as near as a test measures.
"""

from dataclasses import dataclass
from typing import Protocol

from ui.theme.tokens import Colours

Lab = tuple[float, float, float]


class Feeling(Protocol):
    """A place in affect space: valence −1 to 1, energy and openness 0 to 1."""

    @property
    def valence(self) -> float:
        """Heavy to pleasant."""

    @property
    def energy(self) -> float:
        """Calm to lively."""

    @property
    def openness(self) -> float:
        """Guarded to open."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A mood's colours, as `#rrggbb`: the lit side, the edge with its glow, and what is drawn around it."""

    core: str
    glow: str
    sign: str


def tint_of(colours: Colours, valence: float) -> Tint:
    """The colours of a valence −1 to 1; values outside are brought inside."""
    even = (colours.orb_core, colours.orb_glow, colours.accent)
    heavy = (colours.orb_heavy_core, colours.orb_heavy_glow, colours.orb_heavy_sign)
    light = (colours.orb_light_core, colours.orb_light_glow, colours.orb_light_sign)
    pole, share = (light if valence > 0 else heavy), min(1.0, abs(valence))
    return Tint(*(mixed(one, other, share) for one, other in zip(even, pole, strict=True)))


def mixed(one: str, other: str, share: float) -> str:
    """`share` 0–1 of the way from one `#rrggbb` to another."""
    ends = zip(_lab(one), _lab(other), strict=True)
    lightness, a, b = (start + (end - start) * share for start, end in ends)
    return _hex((lightness, a, b))


def _lab(colour: str) -> Lab:
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _hex(lab: Lab) -> str:
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _curved(one)):02x}" for one in channels)


def _linear(channel: float) -> float:
    """Light of an sRGB channel 0–1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _curved(light: float) -> float:
    """The sRGB channel 0–1 of a light, brought inside what a screen can show."""
    light = min(1.0, max(0.0, light))
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
