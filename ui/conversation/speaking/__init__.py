"""The voice in the Conversation: its view-model and the buttons at the composer."""

from ui.conversation.speaking.buttons import VoiceButtons
from ui.conversation.speaking.voice import Voice, VoiceDoor

__all__ = ["Voice", "VoiceButtons", "VoiceDoor"]
