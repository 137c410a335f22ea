"""`companion feeds`: what others publish and you want to read."""

from typing import Any

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import warn
from companion.cli.rooms.asking import every, marked, says, shown_time
from companion.cli.verbs import Said, Verb, group
from companion.service import Json

NO_FEED = "No feed was added yet: companion feeds add ADDRESS."


def _say_feed(one: dict[str, Any]) -> None:
    read = f"read {shown_time(one['fetched_at'])}" if one["fetched_at"] else "not read yet"
    waits = "" if one["allowed"] else "proposed; companion feeds allow"
    typer.echo(marked(f"{one['name']}  {one['url']}  {read}", one["category"], waits))
    if one["fault"]:
        typer.echo(f"       {one['fault']} {one['remedy']}".rstrip())


def _say_item(one: dict[str, Any]) -> None:
    typer.echo(marked(f"{shown_time(one['at'])}  {one['title']}", one["feed"]))
    if one["link"]:
        typer.echo(f"       {one['link']}")


def _say_outcome(one: dict[str, Any]) -> None:
    if one["fault"]:
        warn(f"{one['feed']['name']}: {one['fault']} {one['remedy']}".rstrip())
    else:
        typer.echo(f"{one['feed']['name']}: {one['new']} new")


def _show_stats(found: Json) -> None:
    stats = found["stats"]
    typer.echo(f"Feeds: {stats['feeds']}  items: {stats['items']}")
    for category, count in stats["categories"].items():
        typer.echo(f"       {category or 'without a category'}: {count}")
    if stats["fetched_at"]:
        typer.echo(f"read last {shown_time(stats['fetched_at'])}")


def _code(found: Json) -> ExitCode:
    """A feed that could not be read is no success for a script."""
    outcomes = found.get("outcomes", [found])
    return ExitCode.USAGE if any(one["fault"] for one in outcomes) else ExitCode.DONE


app = group(
    Verb("list", "feeds.list", every("feeds", _say_feed, NO_FEED)),
    Verb("add", "feeds.add", _say_outcome, code=_code),
    Verb("allow", "feeds.allow", says("From now on it is read: {feed[name]}")),
    Verb("remove", "feeds.remove", says("Removed: {removed[name]}")),
    Verb(
        "fetch",
        "feeds.fetch",
        every("outcomes", _say_outcome, NO_FEED),
        said={"feed": Said("FEED", argument=True)},
        code=_code,
    ),
    Verb("items", "feeds.items", every("items", _say_item), said={"query": Said("--about")}),
    Verb("stats", "feeds.stats", _show_stats),
)
