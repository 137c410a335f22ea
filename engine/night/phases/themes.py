"""Themes: what the person told again and again, found by meaning, on several days.

What is alike may only be a tone of voice ("that's great, keep going!"). A theme is about something: its utterances
share words that are mostly said in it, and only those that hold such words are counted.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np

from engine.conversation.answering.reactions import EMPTY, OPENING
from engine.night.material import kind_said, likeness, meanings, plain_words
from engine.night.telling import quoted
from engine.night.working import Work
from engine.search import function_stems, stems
from engine.trail import Step

NAMED_DAYS = 4
MOST_STEPS = 40
"""A theme of more utterances than this is no theme but a way of speaking."""
SHARED = 2
"""Words of the theme that an utterance holds which lacks the main one."""
TELLS_NOTHING = EMPTY | OPENING | {"praises", "jokes", "apologises", "scolds"}
"""Kinds of moments that tell nothing of the person's life."""
MOST_EMPTY = 3
OWN = 0.5
"""Share of the utterances with a word that are in the theme, from which the word is the theme's own."""


def themes(work: Work, steps: Sequence[Step]) -> list[list[Step]]:
    """Groups of utterances that belong together and came up on several days, each in order of time.

    Communities of the graph of those near in meaning: each member is near its group, not only near a neighbour.
    """
    import networkx as nx  # noqa: PLC0415 - a tenth of all imports, and only wanted at night

    vectors = meanings(work, [plain_words(step) for step in steps])
    if vectors is None or len(steps) < 2:
        return []
    near = likeness(vectors)
    graph = nx.Graph()
    for a, b in np.argwhere(np.triu(near, 1) >= work.settings.theme_likeness):
        graph.add_edge(int(a), int(b), weight=float(near[a, b]))
    if not graph:
        return []
    groups = nx.community.greedy_modularity_communities(graph, weight="weight")
    found = [[steps[each] for each in sorted(group)] for group in groups if len(group) <= MOST_STEPS]
    idle = function_stems(work.job.language)
    held = _held(steps, idle)
    least = work.settings.theme_days
    about = (_about(theme, _held(theme, idle), held, least) for theme in found)
    told = (_told(work, theme) for theme in about if len(days_of(theme)) >= least)
    return [theme for theme in told if len(days_of(theme)) >= least]


def _told(work: Work, theme: Sequence[Step]) -> list[Step]:
    """It without what the model finds to tell nothing of them, at its end; nothing where that goes on."""
    for last in range(len(theme), max(0, len(theme) - MOST_EMPTY), -1):
        if kind_said(work, theme[last - 1]) not in TELLS_NOTHING:
            return list(theme[:last])
    return []


def _held(steps: Sequence[Step], idle: frozenset[str]) -> dict[str, set[str]]:
    """By stem the ids of the utterances that hold it; `idle` ones are left out."""
    held: dict[str, set[str]] = defaultdict(set)
    for step in steps:
        for stem in set(stems(plain_words(step))) - idle:
            held[stem].add(step.id)
    return held


def _about(
    theme: Sequence[Step], within: Mapping[str, set[str]], held: Mapping[str, set[str]], least: int
) -> list[Step]:
    """Those of it that hold the word which comes up on most of its days, or two that come up on several.

    `within` are the words of the theme, `held` those of all that was told.
    """
    own = {stem: ids for stem, ids in within.items() if len(ids) >= OWN * len(held[stem])}
    days = {stem: days_of([step for step in theme if step.id in ids]) for stem, ids in own.items()}
    shared = {stem: own[stem] for stem in own if len(days[stem]) >= least}
    if not shared:
        return []
    main = max(shared, key=lambda stem: (len(days[stem]), len(shared[stem]), stem))
    return [
        step
        for step in theme
        if step.id in shared[main] or sum(step.id in ids for ids in shared.values()) >= SHARED
    ]


def told_of(work: Work, theme: Sequence[Step]) -> str:
    """On how many days it came up, on which lately, and the latest words of it."""
    days = sorted(days_of(theme))
    text = work.words.theme if len(days) <= NAMED_DAYS else work.words.theme_lately
    quote = quoted(plain_words(theme[-1]))
    named = work.words.listed([work.day_of(day) for day in days[-NAMED_DAYS:]])
    return text.format(count=len(days), days=named, quote=quote)


def days_of(steps: Sequence[Step]) -> set[date]:
    """The days on which they were said."""
    return {step.said_at.date() for step in steps}
