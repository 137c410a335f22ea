"""The words of the chapter about feeds."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from engine.senses.feeds.records import Feed, Outcome
from ui.conversation.wording import full_date
from ui.settings.feeds.model import Doing, FeedList

translate = QCoreApplication.translate
LONGEST_ADDRESS = 80


def state_words(feeds: FeedList) -> str:
    """What is going on, or what came of what was done last; empty for nothing."""
    if feeds.fault is not None:
        return feeds.fault.words
    going = {
        Doing.ADDING: translate("Feeds", "I look what is there…"),
        Doing.READING: translate("Feeds", "I read them…"),
        Doing.CHANGING: translate("Feeds", "One moment…"),
    }
    if feeds.doing in going:
        return going[feeds.doing]
    if feeds.removed is not None:
        return translate("Feeds", "“{name}” is read no more, and what I had read of it is deleted.").format(
            name=feeds.removed.name
        )
    if feeds.read:
        return read_words(feeds.read)
    return "" if feeds.known is None or feeds.known else translate("Feeds", "You have added no feed yet.")


def read_words(outcomes: Sequence[Outcome]) -> str:
    """What came of reading."""
    failed = [one for one in outcomes if one.fault]
    new = sum(one.new for one in outcomes)
    if len(outcomes) == 1 and failed:
        return f"{failed[0].feed.name}: {failed[0].fault} {failed[0].remedy}".strip()
    told = translate("Feeds", "Nothing new.")
    if new:
        told = translate("Feeds", "{count} new.").format(count=new)
    if failed:
        more = translate("Feeds", "{count} of {all} could not be read; why stands beside each.")
        told = f"{told} {more.format(count=len(failed), all=len(outcomes))}"
    return told


def about_words(feed: Feed) -> str:
    """Where a feed is, and how reading it went."""
    address = feed.url if len(feed.url) <= LONGEST_ADDRESS else f"{feed.url[:LONGEST_ADDRESS]}…"
    parts = [part for part in (feed.category, ", ".join(feed.keywords), address) if part]
    return "\n".join([" · ".join(parts), read_state(feed)])


def read_state(feed: Feed) -> str:
    """How reading it went, in plain words."""
    if not feed.allowed:
        return translate("Feeds", "Another program would like me to read this. I read it once you say so.")
    if feed.fault:
        return f"{feed.fault} {feed.remedy}".strip()
    if feed.fetched_at is None:
        return translate("Feeds", "Not read yet.")
    return translate("Feeds", "Read last: {when}").format(when=full_date(feed.fetched_at))


def every_words(hours: int) -> str:
    """How often they are read by themselves."""
    return {
        0: translate("Feeds", "only when you ask"),
        1: translate("Feeds", "every hour"),
        24: translate("Feeds", "once a day"),
        168: translate("Feeds", "once a week"),
    }.get(hours, translate("Feeds", "every {count} hours").format(count=hours))
