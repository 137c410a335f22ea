"""Made-up facts, memories and questions, so that a benchmark has something to recall."""

from dataclasses import dataclass

NEW_FACT = "- The kitchen door is blue since this week."
HELLO = "Good morning! I slept well, and by now the coffee is ready."


@dataclass(frozen=True, slots=True)
class Topic:
    """What was told about one thing, and a question of about 30 tokens that brings it back."""

    told: tuple[str, str, str]
    question: str


def _topic(name: str, thing: str, place: str, day: str, colour: str) -> Topic:
    return Topic(
        (
            f"My friend {name} keeps the {thing} in {place}, wrapped in a {colour} cloth since the end of last winter.",
            f"{name} wants to give the {thing} back to her aunt on {day}, right after the market in the square closes.",
            f"The {thing} of {name} was repaired in {place} by an old man who took no money for it.",
        ),
        f"Can you tell me again where my friend {name} keeps the {thing}, what colour the cloth is, "
        f"and when it goes back to her aunt?",
    )


TOPICS = tuple(
    _topic(*words)
    for words in (
        ("Mira", "accordion", "Bergen", "Monday", "green"),
        ("Odile", "telescope", "Porto", "Tuesday", "red"),
        ("Tamsin", "gramophone", "Ghent", "Friday", "yellow"),
        ("Ilse", "chessboard", "Turku", "Sunday", "violet"),
        ("Noor", "barometer", "Split", "Thursday", "grey"),
        ("Carmen", "typewriter", "Lviv", "Saturday", "brown"),
        ("Wanda", "sewing machine", "Cork", "Wednesday", "orange"),
        ("Petra", "cello", "Basel", "Monday", "black"),
        ("Livia", "kayak", "Trieste", "Friday", "white"),
        ("Hanna", "microscope", "Aarhus", "Tuesday", "pink"),
        ("Zoe", "harmonium", "Graz", "Sunday", "silver"),
        ("Rosa", "lantern", "Bilbao", "Thursday", "golden"),
    )
)


def stable_fact(number: int) -> str:
    """A line of the stable part, as the companion would keep it."""
    rooms = ("hall", "attic", "garden", "cellar", "study", "porch")
    things = ("a clock", "two chairs", "a map of the coast", "old letters", "a lamp", "three jars")
    room, thing = rooms[number % 6], things[number // 6 % 6]
    return f"- In the {room}, on shelf {number + 1}, the person keeps {thing} from the year {1900 + number}."
