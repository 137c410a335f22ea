"""`companion dream`: loose thoughts, and the journal that they are kept in."""

from companion.cli.rooms.night.running import SLEEPING, show_done, show_lines
from companion.cli.verbs import Said, Verb, group

app = group(
    Verb(
        "run",
        "night.run",
        show_done,
        "Let it drift, and dream of the last week or month, or of what was felt, now.",
        said={"span": Said("WEEKLY|MONTHLY|EMOTIONAL", argument=True)},
        fixed={"kinds": ["dream.drift", "dream.look_back"]},
        hidden=("whole", "features", *SLEEPING),
        bar="Thinking",
    ),
    Verb("journal", "night.journal", show_lines),
)
