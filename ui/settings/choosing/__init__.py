"""What is chosen one by one in Settings: rows over the program's own tree of choices, and the chapters made of them."""

from ui.settings.choosing.calls import CallLog
from ui.settings.choosing.chapters import AskingCard, AttentionCard, PresenceCard
from ui.settings.choosing.devices_panel import DevicesPanel
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.voice_card import SpokenLanguageCard, VoiceCard
from ui.settings.choosing.voice_test import VoiceTest

__all__ = [
    "AskingCard",
    "AttentionCard",
    "CallLog",
    "Chosen",
    "DevicesPanel",
    "PresenceCard",
    "SpokenLanguageCard",
    "VoiceCard",
    "VoiceTest",
]
