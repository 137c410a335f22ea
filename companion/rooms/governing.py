"""What carries out requests about what is known, put together."""

from engine.conversation import ConversationRoom
from engine.conversation.governing import Carrier, Governor, governing_words, open_gate
from engine.embedding import Embedder
from engine.person import PersonalModel


def add_governor(room: ConversationRoom, person: PersonalModel, embedder: Embedder | None) -> None:
    """Let `room` govern its turns; requests in free words need the sentence model."""
    settings = room.settings.governing
    carrier = Carrier(
        room.vault,
        room.trail,
        person,
        room,
        governing_words().lines,
        settings,
        lambda: room.companion_speaker,
        room.registry.before_correction,
        room.registry.after_correction,
    )
    room.govern(Governor(open_gate(embedder, settings), carrier, settings, room.decisions))
