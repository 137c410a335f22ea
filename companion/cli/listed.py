"""The list of commands: what each is called, where it lives, and what the help says of it."""

from dataclasses import dataclass
from enum import StrEnum
from keyword import iskeyword


class Panel(StrEnum):
    """The parts of `companion --help`, in its order."""

    TALKING = "Talking"
    ABOUT_YOU = "What it knows of you"
    OPEN = "What is open"
    ITSELF = "Who it is"
    THINKING = "How it thinks"
    PROGRAM = "The program"


@dataclass(frozen=True, slots=True)
class Listed:
    """A command by its name. It is heavy to import, so `module`, below `companion.cli`, is loaded when it is asked for.

    A `group`, with commands of its own, is the module's `app`; what the module of a room has, of which it may have
    several, and every other command, is there under its name.
    """

    name: str
    module: str
    words: str
    panel: Panel
    group: bool = True

    @property
    def attribute(self) -> str:
        """What it is called in its module; a word of Python's own gets a stroke."""
        if self.group and not self.module.startswith("rooms."):
            return "app"
        return f"{self.name}_" if iskeyword(self.name) else self.name


LISTED = (
    Listed(
        "talk", "voice.talk", "Talk with your voice, or play a recorded talk.", Panel.TALKING, group=False
    ),
    Listed("hear", "voice.files", "Write down what is said in a recording.", Panel.TALKING, group=False),
    Listed("say", "voice.files", "Speak some words into a file.", Panel.TALKING, group=False),
    Listed("devices", "voice.devices", "Microphones and speakers: list, use, test.", Panel.PROGRAM),
    Listed(
        "facts",
        "rooms.facts",
        "What is understood about you: list, correct, forget, dispute, why, inferred, questions.",
        Panel.ABOUT_YOU,
    ),
    Listed("remember", "rooms.facts", "Tell it something about you.", Panel.ABOUT_YOU, group=False),
    Listed(
        "recall", "rooms.memory", "Find what was said and what it came to mean.", Panel.ABOUT_YOU, group=False
    ),
    Listed(
        "memory",
        "rooms.memory",
        "One memory: show, private, link, unlink, confirm; and what is in mind: working, settle.",
        Panel.ABOUT_YOU,
    ),
    Listed(
        "forget",
        "rooms.forget",
        "Take something back, or erase everything about you.",
        Panel.ABOUT_YOU,
        group=False,
    ),
    Listed(
        "directives",
        "rooms.identity",
        "What you want it to keep to: list, add, change, move, withdraw.",
        Panel.ABOUT_YOU,
    ),
    Listed("place", "rooms.memory", "What memories call where you are.", Panel.ABOUT_YOU, group=False),
    Listed("trail", "rooms.trail", "What was said: search it.", Panel.ABOUT_YOU),
    Listed(
        "episodes",
        "rooms.trail",
        "Times together by date, project and type: milestones, projects, note, describe.",
        Panel.ABOUT_YOU,
    ),
    Listed(
        "library",
        "rooms.library",
        "The documents it has read: add, search, list, open, log, forget.",
        Panel.ABOUT_YOU,
    ),
    Listed(
        "feeds",
        "rooms.feeds",
        "What others publish and you want to read: list, add, allow, remove, fetch, items, stats.",
        Panel.OPEN,
    ),
    Listed(
        "offers",
        "rooms.intent",
        "What other programs would have done, and waits for your yes: list, accept, refuse.",
        Panel.OPEN,
    ),
    Listed("goals", "rooms.intent", "What you want to reach: list, add, update, done.", Panel.OPEN),
    Listed(
        "handoff",
        "rooms.intent",
        "What is carried to the next time: read, add, done, drop, undo.",
        Panel.OPEN,
    ),
    Listed(
        "corrections",
        "rooms.intent",
        "Mistakes not to be made again: list, add, check, remove, route.",
        Panel.OPEN,
    ),
    Listed(
        "predictions",
        "rooms.cognition",
        "What was foreseen, and what became of it: list, add, resolve, agree, undo, accuracy.",
        Panel.OPEN,
    ),
    Listed(
        "intention", "rooms.intent", "The one thing it tries to do differently: set, check, grow.", Panel.OPEN
    ),
    Listed(
        "companions",
        "program.companions",
        "Who lives in this vault, and whom you speak with: list, add, use, rename, leave-out.",
        Panel.ITSELF,
    ),
    Listed(
        "self",
        "rooms.identity",
        "Who it is: what emerged, what it may become, how it speaks with you.",
        Panel.ITSELF,
    ),
    Listed(
        "compass",
        "rooms.identity",
        "What you two have been doing, as it keeps it.",
        Panel.ITSELF,
        group=False,
    ),
    Listed("mood", "rooms.mood", "How it feels, what moved it, what lasts.", Panel.ITSELF),
    Listed("mode", "rooms.mood", "Its manner until this time together ends.", Panel.ITSELF, group=False),
    Listed(
        "profile",
        "rooms.preferences",
        "With a mood or without: full or cognitive.",
        Panel.ITSELF,
        group=False,
    ),
    Listed(
        "reflect", "rooms.cognition", "Who it has been lately: blind-spots, paint, portrait.", Panel.ITSELF
    ),
    Listed(
        "observe",
        "rooms.cognition",
        "What is worth a word now: next, answer, dismiss, reopen, told.",
        Panel.ITSELF,
    ),
    Listed(
        "beliefs",
        "rooms.cognition",
        "What it takes to be so, and how firmly: list, add, evidence, wrong, undo.",
        Panel.THINKING,
    ),
    Listed(
        "principles",
        "rooms.cognition",
        "Rules that insights became: add, confirm, challenge, reject, insights.",
        Panel.THINKING,
    ),
    Listed(
        "outcomes",
        "rooms.cognition",
        "What was decided, and how it turned out: record, check, undo, stats, pitches.",
        Panel.THINKING,
    ),
    Listed(
        "reasoning",
        "rooms.cognition",
        "How problems were thought through: start, hypothesis, evidence, abandon, solve, search.",
        Panel.THINKING,
    ),
    Listed(
        "ideas",
        "rooms.cognition",
        "What comes up again and again: ready, add, seed, activate, abandon.",
        Panel.THINKING,
    ),
    Listed(
        "business",
        "rooms.cognition",
        "Ideas for a business: add, score, compete, update, review.",
        Panel.THINKING,
    ),
    Listed(
        "brief",
        "rooms.night",
        "The morning brief: what the day holds, in under a minute.",
        Panel.OPEN,
        group=False,
    ),
    Listed(
        "brain",
        "rooms.night",
        "Thinking alone: run, status, pause, resume, findings, show, cancel, retry.",
        Panel.THINKING,
    ),
    Listed(
        "night",
        "rooms.night",
        "Stay and think alone, as a service of the system.",
        Panel.PROGRAM,
        group=False,
    ),
    Listed(
        "problem", "rooms.night", "What it thinks about for you, and what came of it: add.", Panel.THINKING
    ),
    Listed("dream", "rooms.night", "Loose thoughts: run, journal.", Panel.THINKING),
    Listed(
        "sleep", "rooms.night", "Consolidate memories; nothing is lost by it.", Panel.THINKING, group=False
    ),
    Listed("undo", "rooms.night", "Take back what a run of the night changed.", Panel.THINKING, group=False),
    Listed("contradictions", "rooms.memory", "Memories that do not agree: list, settle.", Panel.ABOUT_YOU),
    Listed("archive", "rooms.memory", "Memories that were put away: list, restore.", Panel.ABOUT_YOU),
    Listed("jobs", "rooms.upkeep", "What it still has to do by itself: list, wait.", Panel.PROGRAM),
    Listed("indexes", "rooms.upkeep", "What is searched, built anew: rebuild.", Panel.PROGRAM),
    Listed("models", "program.models", "Models: list, install, prepare, use, remove.", Panel.PROGRAM),
    Listed("vault", "program.vault", "The keys of your vault.", Panel.PROGRAM),
    Listed("backup", "program.backup", "Write everything to one encrypted file.", Panel.PROGRAM, group=False),
    Listed(
        "restore", "program.backup", "Put a backup in the place of this home.", Panel.PROGRAM, group=False
    ),
    Listed(
        "export", "rooms.markdown", "Write everything as files that you can read.", Panel.PROGRAM, group=False
    ),
    Listed(
        "import",
        "rooms.markdown",
        "Move in from another program, or read such files back.",
        Panel.PROGRAM,
        group=False,
    ),
    Listed(
        "updates",
        "program.updates",
        "Whether there is a newer version; off until you switch it on.",
        Panel.PROGRAM,
        group=False,
    ),
    Listed(
        "network", "program.network", "What it connected to, and whether it may.", Panel.PROGRAM, group=False
    ),
    Listed(
        "autostart",
        "program.autostart",
        "Start with your desktop's session: on, off.",
        Panel.PROGRAM,
        group=False,
    ),
    Listed("mcp", "mcp", "Let other programs use its mind: serve, install.", Panel.PROGRAM),
    Listed("bench", "bench", "How fast it is on this machine.", Panel.PROGRAM),
    Listed(
        "shots", "program.shots", "Save pictures of every place of the window.", Panel.PROGRAM, group=False
    ),
)
