"""What keeps of an exchange what was worth keeping, put together."""

from engine.conversation import ConversationRoom
from engine.conversation.reflection import Keeper, resolved_field
from engine.memory import Memory, WorkingSlot
from engine.person import PersonalModel
from engine.trail import EpisodeClosed


def add_keeper(room: ConversationRoom, person: PersonalModel, memory: Memory) -> None:
    """Let reflections of `room` write facts and memories."""
    keeper = Keeper(
        room.trail,
        person,
        memory,
        room.settings.reflect,
        lambda: room.companion_speaker,
        room.registry.feeling,
    )
    room.keep_with(keeper)
    room.registry.add_field(resolved_field(memory))

    def put_aside(_: EpisodeClosed) -> None:
        """What was looked up for a talk is of no use to the next one."""
        memory.working.clear(WorkingSlot.REFERENCE)

    room.events.subscribe(EpisodeClosed, put_aside)
