"""`companion dream`: loose thoughts, and the journal that they are kept in."""

from companion.cli.rooms.night.running import done_now, show_lines
from companion.cli.verbs import Verb, group

app = group(
    done_now("run", "Let it drift, and dream of the last week, now.", "dream.drift", "dream.look_back"),
    Verb("journal", "night.journal", show_lines),
)
