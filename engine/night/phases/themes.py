"""Themes: what the person told again and again, found by meaning, on several days."""

from collections.abc import Sequence
from datetime import date

import networkx as nx
import numpy as np

from engine.night.material import likeness, local_day, meanings, plain_words
from engine.night.telling import quoted
from engine.night.working import Work
from engine.trail import Step

NAMED_DAYS = 4
MOST_STEPS = 40
"""A theme of more utterances than this is no theme but a way of speaking."""


def themes(work: Work, steps: Sequence[Step]) -> list[list[Step]]:
    """Groups of utterances that belong together and came up on several days, each in order of time.

    Communities of the graph of those near in meaning: each member is near its group, not only near a neighbour.
    """
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
    return [theme for theme in found if len(days_of(theme)) >= work.settings.theme_days]


def told_of(work: Work, theme: Sequence[Step]) -> str:
    """On how many days it came up, on which lately, and the latest words of it."""
    days = sorted(days_of(theme))
    text = work.words.theme if len(days) <= NAMED_DAYS else work.words.theme_lately
    quote = quoted(plain_words(theme[-1]))
    named = work.words.listed([work.day_of(day) for day in days[-NAMED_DAYS:]])
    return text.format(count=len(days), days=named, quote=quote)


def days_of(steps: Sequence[Step]) -> set[date]:
    """The days on which they were said."""
    return {local_day(step).date() for step in steps}
