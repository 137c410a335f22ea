"""The context in which small questions are answered: the application reckons with its size, the child builds it."""

SCORING_LANES = 13
"""Sequences for few-shot prefixes: one for each decision and rewriting, and one for what is only scored."""

SCORING_TOKENS = 1408
"""Room of each of them: its examples, and what is asked about. They share no cells: a decision would have to look past
those of all others, which makes it four times as slow."""
