"""Language models behind a server on this machine: Ollama, and whatever speaks OpenAI's chat interface.

A server has none of the optional capabilities, and tells little of its tokens; `model.py` says what stands in for
them. No word goes to another machine unless the person allowed its address.
"""

from engine.language.remote.choice import RemoteChoice, find_served, is_this_machine, parse_choice
from engine.language.remote.model import RemoteModel

__all__ = ["RemoteChoice", "RemoteModel", "find_served", "is_this_machine", "parse_choice"]
