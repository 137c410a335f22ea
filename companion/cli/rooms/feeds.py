"""`companion feeds`: what others publish and you want to read."""

from companion.cli.exit_codes import ExitCode
from companion.cli.rooms.lines import Line, says, shown
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json

FEED = Line(
    "{name}  {url}  [read {fetched_at:time}]{fetched_at:?|not read yet}",
    ("{category}", "{allowed:?|proposed; companion feeds allow}"),
    ("{fault}[ {remedy}]",),
)
ITEM = Line("{at:time}  {title}", ("{feed}",), ("{link}",))
NO_FEED = "No feed was added yet: companion feeds add ADDRESS."
CATEGORY = Line("{name}: {count}")
STATS = Line(
    "Feeds: {feeds}  items: {items}", below=(("categories", CATEGORY), "read last {fetched_at:time}")
)


def _say_outcome(one: Json) -> None:
    say = says("{feed.name}: {fault}[ {remedy}]") if one["fault"] else Line("{feed.name}: {new} new")
    say(one)


def _say_stats(stats: Json) -> None:
    named = [
        {"name": name or "without a category", "count": count} for name, count in stats["categories"].items()
    ]
    STATS(stats | {"categories": named})


def _code(found: Json) -> ExitCode:
    """A feed that could not be read is no success for a script."""
    outcomes = found.get("outcomes", [found])
    return ExitCode.USAGE if any(one["fault"] for one in outcomes) else ExitCode.DONE


feeds = group(
    Verb("list", "feeds.list"),
    Verb("add", "feeds.add", _say_outcome, code=_code),
    Verb("allow", "feeds.allow", "From now on it is read: {feed.name}"),
    Verb("remove", "feeds.remove", "Removed: {removed.name}"),
    Verb("fetch", "feeds.fetch", said={"feed": Said("FEED", argument=True)}, code=_code),
    Verb("items", "feeds.items", shown("items", ITEM), said={"query": Said("--about")}),
    Verb("stats", "feeds.stats"),
    room=Room(
        "feeds",
        {"feed": FEED, "outcome": _say_outcome, "stats": _say_stats},
        NO_FEED,
        without=("propose",),
    ),
)
