"""The latest contexts, kept in memory only: they hold words that must never lie about."""

from collections import OrderedDict
from collections.abc import Collection

from engine.conversation.reconstruction.records import Context

KEPT = 20


class KeptContexts:
    """The contexts of the last 20 turns, by loop. On the engine's thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Context] = OrderedDict()

    def put(self, context: Context) -> None:
        """Keep the context of a turn, in place of an earlier one of the same loop."""
        if context.loop_id is None:
            raise ValueError("a context is kept by its loop")
        self._kept[context.loop_id] = context
        self._kept.move_to_end(context.loop_id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def get(self, loop_id: str | None = None) -> Context | None:
        """The context of that loop, or the latest; None where it is not kept."""
        if loop_id is None:
            return next(reversed(self._kept.values()), None)
        return self._kept.get(loop_id)

    def clear(self) -> None:
        """Let go of every context."""
        self._kept.clear()

    def withdraw(self, refs: Collection[str], loops: Collection[str] = ()) -> None:
        """Let go of every context that rests on one of `refs`, and of those of the rounds `loops`."""
        for loop_id, context in list(self._kept.items()):
            if loop_id in loops or context.refs.intersection(refs):
                del self._kept[loop_id]
