"""A budget in tokens: how much support a turn has room for."""

LEAST_SUPPORT, MOST_SUPPORT = 80, 400
AT_DEPTH = 2 / 3
"""Speed at a depth of 2,000 tokens against an empty context, where it is measured (docs/decisions/0010-budgets.md)."""


def support_budget(read_per_second: float) -> int:
    """Tokens of a turn's support: what the model reads in a second of a long conversation, within bounds.

    `read_per_second` is measured in an empty context.
    """
    return int(min(max(AT_DEPTH * read_per_second, LEAST_SUPPORT), MOST_SUPPORT))
