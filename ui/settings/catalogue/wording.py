"""The words of models: how fast, how good and how large, so that a person can choose without knowing any of it."""

import math

from PySide6.QtCore import QCoreApplication

from ui.continuity.wording import WORDS_PER_TOKEN
from ui.continuity.wording import about_words as about_so_many
from ui.settings.catalogue.operations import LANGUAGE, SENTENCES, SPEECH, VOICE, Offered, Shop

translate = QCoreApplication.translate
MB, GB = 1e6, 1e9
QUALITY = (0.8, 2.0, 4.0, 8.0)
"""Gigabytes of weights up to which each of the first four words of `quality_words` holds."""

SLOW = 2
"""Words a second below which a half counts."""


def size_words(count: float) -> str:
    """Bytes as a person reads them."""
    if count < MB:
        return translate("Models", "{count} KB").format(count=math.ceil(count / 1e3))
    if count < GB:
        return translate("Models", "{count} MB").format(count=round(count / MB))
    return translate("Models", "{count} GB").format(count=f"{count / GB:.1f}")


def machine_words(shop: Shop) -> str:
    """What this machine has."""
    said = translate(
        "Models",
        "This computer has {cores} processor cores, {memory} of memory, and {free} free on the disk.",
    )
    words = said.format(
        cores=shop.cores, memory=size_words(shop.memory_bytes), free=size_words(shop.free_bytes)
    )
    return f"{words} {graphics_words(shop)}"


def graphics_words(shop: Shop) -> str:
    """What models run on here."""
    if shop.graphics and shop.on_graphics:
        words = translate("Models", "Models run on its graphics card ({name}).")
    elif shop.graphics:
        words = translate(
            "Models", "Models run on the processor only: this build does not use the graphics card ({name})."
        )
    else:
        words = translate("Models", "Models run on the processor only.")
    return words.format(name=shop.graphics)


def starter_words(one: Offered) -> str:
    """What it takes, for somebody who has chosen no model yet."""
    said = translate("Models", "{size} on the disk, needs {memory} of memory · {title}")
    words = said.format(size=size_words(one.bytes), memory=size_words(one.memory_mb * 2**20), title=one.title)
    return words if one.fits else f"{words} · {translate('Models', 'more memory than this computer has')}"


def pace_words(written_per_s: float) -> str:
    """How fast it answers, against what everybody knows; an English word takes about 1.3 tokens."""
    if written_per_s >= 20:
        return translate("Models", "answers faster than you read")
    if written_per_s >= 7:
        return translate("Models", "answers about as fast as you read")
    if written_per_s >= 3.5:
        return translate("Models", "answers as fast as somebody speaks")
    if written_per_s >= 1.5:
        return translate("Models", "answers slowly, a word at a time")
    return translate("Models", "too slow to talk with here; it can work while you are away")


def quality_words(one: Offered) -> str:
    """What may be expected of its answers."""
    words = (
        translate("Models", "Simple answers; it often misses a detail."),
        translate("Models", "Plain talk; it keeps to what you told it."),
        translate("Models", "Follows what you say closely, and thinks a step ahead."),
        translate("Models", "Good answers, also to what is hard to put."),
        translate("Models", "Very good answers, and patient with long ones."),
    )
    return words[sum(one.bytes / GB >= limit for limit in QUALITY)]


def about_words(one: Offered) -> str:
    """One line below a model's title."""
    if one.role != LANGUAGE:
        return one.note
    pace = pace_words(one.written_per_s)
    by = (
        translate("Models", "measured here: about {count} words a second")
        if one.measured
        else translate("Models", "expected here: about {count} words a second")
    ).format(count=a_second_words(one.written_per_s))
    return f"{quality_words(one)} {pace[:1].upper()}{pace[1:]} ({by})."


def a_second_words(tokens: float) -> str:
    """About how many words so many tokens a second are."""
    words = tokens * WORDS_PER_TOKEN
    return about_so_many(round(tokens)) if words >= SLOW else f"{words:.1f}"


def purpose_words(role: str) -> str:
    """What a model of that role is for."""
    return {
        LANGUAGE: translate("Models", "To talk with you"),
        SPEECH: translate("Models", "To hear you"),
        VOICE: translate("Models", "To speak aloud"),
        SENTENCES: translate("Models", "To remember by meaning"),
    }[role]


def used_words(one: Offered, *, recommended: bool, fetched: bool) -> str:
    """What one that is in use does; `fetched` since the program began."""
    if one.role == SENTENCES:
        return (
            translate("Models", "Is here, and remembers by meaning from the next start on")
            if fetched
            else translate("Models", "Remembers by meaning now")
        )
    if one.role == SPEECH:
        return translate("Models", "Hears you now")
    if one.role == VOICE:
        return translate("Models", "Its voice now")
    if recommended:
        return translate("Models", "Talks with you now, and suits this computer best")
    return translate("Models", "Talks with you now")


def night_tip() -> str:
    """What it means to work at night."""
    return translate("Models", "From the next night on it thinks alone with this model, while nobody talks")


def meaning_tip() -> str:
    """What it means to remember by another model."""
    return translate(
        "Models", "From the next start on; all that is kept is then read once more, in the background"
    )


def needs_words(one: Offered) -> str:
    """What it takes."""
    said = translate("Models", "{size} on the disk, {memory} of memory, {licence}")
    words = said.format(
        size=size_words(one.bytes), memory=size_words(one.memory_mb * 2**20), licence=one.licence
    )
    return words if one.fits else f"{words} · {translate('Models', 'more memory than this computer has')}"


def served_words(name: str) -> str:
    """A model behind a server, told by its name and where it is."""
    dialect, _, rest = name.partition(":")
    url, _, model = rest.rpartition("#")
    server = "Ollama" if dialect == "ollama" else url.removesuffix("/v1")
    return translate("Models", "{model}, from {server}").format(model=model or rest, server=server)
