"""Governed changes before the answer: remember, correct, forget, doubt, and what is known ([P] §3.4, §5.4, §7.2).

A gate of some milliseconds reads the person's own words (`gate.py`); where it opens, the model decides by logits what
is wanted and what is meant (`understanding.py`); the change is committed through the Personal Model's one path, or put
to the person (`carrying.py`), and the answer is told of it in a line of its block.
"""

from engine.conversation.governing.carrying import Carrier
from engine.conversation.governing.gate import open_gate
from engine.conversation.governing.governor import Governor
from engine.conversation.governing.records import Governed, Pending, Wanted
from engine.conversation.governing.replies import Reply, read_reply
from engine.conversation.governing.wording import governing_words

__all__ = [
    "Carrier",
    "Governed",
    "Governor",
    "Pending",
    "Reply",
    "Wanted",
    "governing_words",
    "open_gate",
    "read_reply",
]
