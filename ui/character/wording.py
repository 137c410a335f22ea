"""The words for who the companion is."""

from PySide6.QtCore import QCoreApplication

from engine.identity.records import (
    Candidate,
    Compass,
    Component,
    ComponentName,
    Directive,
    Outcome,
    Shorthand,
    Theme,
)
from engine.identity.wording import wording
from ui.character.model import Character
from ui.character.operations import (
    CANDIDATE,
    COMPASS,
    COMPONENT,
    DIRECTIVE,
    MONTH,
    NOTE,
    SHORTHAND,
    Missing,
    Month,
    Note,
    Trait,
)
from ui.facts.wording import day
from ui.frame.groups import Group, Line, source_of
from ui.night.runs import told_line
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Kind, Story, Verb
from ui.shelf.telling import Telling
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate
SHOWN_QUOTES = 6

ENDS = (".", "!", "?", "…", "”", '"')


def telling(character: Character) -> Telling[Trait]:
    """The words of the place."""
    return Telling(
        translate("Self", "Self"),
        translate(
            "Self", "What you wish of me, and who I have become with you. You may object to all of it."
        ),
        row=row_of,
        story=lambda trait: story_of(character, trait),
        done=done_words,
        blank=lambda: blank_of(character.board),
        boards=lambda: boards_of(character),
        adding=lambda: adding_of(character),
    )


def component_words(name: ComponentName) -> str:
    """One of the ten, as a person calls it."""
    return {
        ComponentName.PURPOSE: translate("Self", "What I am for"),
        ComponentName.PERSONALITY: translate("Self", "How I am"),
        ComponentName.VALUES: translate("Self", "What matters to me"),
        ComponentName.SELF_MODEL: translate("Self", "How I see myself"),
        ComponentName.RELATIONSHIPS: translate("Self", "The two of us"),
        ComponentName.AWARENESS_DEVELOPMENT: translate("Self", "What I notice"),
        ComponentName.CAPABILITIES: translate("Self", "What I can do"),
        ComponentName.LIMITATIONS: translate("Self", "What I cannot do"),
        ComponentName.EMOTIONAL_SIGNIFICANCE: translate("Self", "What moves me"),
        ComponentName.AUTHENTIC_VOICE: translate("Self", "How I speak"),
    }[name]


def verdict_words(candidate: Candidate) -> tuple[str, str]:
    """How a candidate stands, with the token of its colour."""
    if candidate.verdict is None:
        return translate("Self", "Not decided"), "muted"
    return {
        Outcome.PROMOTED: (translate("Self", "Part of me"), "good"),
        Outcome.REJECTED: (translate("Self", "Not part of me"), "muted"),
        Outcome.DEFERRED: (translate("Self", "Not decided"), "muted"),
        Outcome.VETOED: (translate("Self", "You objected"), "bad"),
    }[candidate.verdict.outcome]


def row_of(trait: Trait) -> Row:
    """As a row of the list."""
    match trait.of:
        case Directive() as one:
            return Row(trait.key, one.text, translate("Self", "since {day}").format(day=day(one.at)))
        case Component() | Missing() as one:
            return _component_row(trait.key, one)
        case Candidate() as one:
            once, often = translate("Self", "came up once"), translate("Self", "came up {count} times")
            votes = (once if len(one.votes) == 1 else often).format(count=len(one.votes))
            return Row(trait.key, one.text, votes, *verdict_words(one))
        case Shorthand() as one:
            return Row(trait.key, f"“{one.term}”", one.meaning)
        case Compass() as one:
            return Row(trait.key, one.body.vibe.capitalize(), day(one.at))
        case one:
            return Row(trait.key, one.text, day(one.at))


def _component_row(key: str, one: Component | Missing) -> Row:
    if isinstance(one, Missing):
        return Row(key, component_words(one.name), "", translate("Self", "Not yet"), "muted")
    once, often = (
        translate("Self", "from one mention, {day}"),
        translate("Self", "from {count} mentions, {day}"),
    )
    made = once if one.made.mentions == 1 else often
    about = made.format(count=one.made.mentions, day=day(one.made.at))
    return Row(key, one.text, f"{component_words(one.name)} · {about}")


def story_of(character: Character, trait: Trait) -> Story:
    """In full."""
    match trait.of:
        case Directive() as one:
            return _directive(character, trait, one)
        case Component() | Missing() as one:
            return _component(character, one)
        case Candidate() as one:
            return _candidate(character, trait, one)
        case Shorthand() as one:
            return _shorthand(character, trait, one)
        case Compass() as one:
            return _compass(one)
        case one:
            return _written(one)


def _directive(character: Character, trait: Trait, one: Directive) -> Story:
    last = character.count(DIRECTIVE)
    words = Entry("text", translate("Self", "What should I keep to?"), Kind.LINES, one.text, needed=True)
    verbs = [
        Verb(
            translate("Self", "Change"),
            translate("Self", "Word it anew"),
            lambda given: character.reword(trait, one, given),
            "e",
            form=Form(translate("Self", "Keep"), [words]),
        )
    ]
    if one.place > 1:
        up = translate("Self", "Up"), translate("Self", "Let it weigh more")
        verbs.append(Verb(*up, lambda _: character.move(trait, one, one.place - 1), "u"))
    if one.place < last:
        down = translate("Self", "Down"), translate("Self", "Let it weigh less")
        verbs.append(Verb(*down, lambda _: character.move(trait, one, one.place + 1), "j"))
    take_back = translate("Self", "Take back"), translate("Self", "I need not keep to it any more")
    verbs.append(Verb(*take_back, lambda _: character.withdraw(trait, one), "x"))
    above = translate("Self", "You wrote this on {day}. Nothing I do weighs more.").format(day=day(one.at))
    return Story(above, one.text, verbs=verbs)


def _component(character: Character, one: Component | Missing) -> Story:
    if isinstance(one, Missing):
        return _missing(one)
    quotes = [quote for theme in one.made.themes for quote in _quotes(theme)][:SHOWN_QUOTES]
    rests = Group(translate("Self", "My own words that it rests on"), quotes)
    above = f"{component_words(one.name)} · {day(one.made.at)}"
    if one.version > 1:
        above += " · " + translate("Self", "worded {count} times").format(count=one.version)
    earlier = [Line(before.text, day(before.made.at)) for before in character.before(one)]
    before = Group(translate("Self", "How I put it before"), earlier, plain=True)
    return Story(above, one.text, groups=[rests, before])


def _missing(one: Missing) -> Story:
    why = translate(
        "Self", "My notes do not say the same of this again and again yet. Once they do, it stands here."
    )
    above = translate("Self", "Not yet part of me")
    return Story(above, component_words(one.name), groups=[Group("", [Line(why)], plain=True)])


def _quotes(theme: Theme) -> list[Line]:
    """What it says of itself again and again, each with the way to what it was noted of."""
    shows = translate("Self", "Show what it was noted of")
    ways = [(shows, ref) for ref in theme.sources] or [("", "")] * len(theme.quotes)
    return [Line(quote, *way) for quote, way in zip(theme.quotes, ways, strict=True)]


def _candidate(character: Character, trait: Trait, one: Candidate) -> Story:
    badge, _ = verdict_words(one)
    lines = [
        Line(translate("Self", "It came up"), day(vote.at), source_of(vote.sources)) for vote in one.votes
    ]
    reason = [Line(one.verdict.reason)] if one.verdict is not None and one.verdict.reason else []
    groups = [
        Group(translate("Self", "How it was decided"), reason, plain=True),
        Group(translate("Self", "When it came up"), lines, plain=True),
    ]
    objected = one.verdict is not None and one.verdict.outcome is Outcome.VETOED
    veto = Verb(
        translate("Self", "Object"),
        translate("Self", "I am never to become this, nor anything like it"),
        lambda _: character.veto(trait, one.node),
        "x",
    )
    return Story(badge, one.text, groups=groups, verbs=[] if objected else [veto])


def _shorthand(character: Character, trait: Trait, one: Shorthand) -> Story:
    groups = [
        Group(translate("Self", "Where it is from"), [Line(one.context)] if one.context else [], plain=True)
    ]
    drop = Verb(
        translate("Self", "Drop"),
        translate("Self", "We share this word no longer"),
        lambda _: character.unshare(trait, one),
        "x",
    )
    return Story(
        translate("Self", "A word of ours: “{term}”").format(term=one.term),
        one.meaning,
        groups=groups,
        verbs=[drop],
    )


def _compass(one: Compass) -> Story:
    told = [Line(addressed(text)) for text in (one.body.story, one.body.note) if text]
    loops = [Line(loop.text) for loop in one.loops]
    groups = [
        Group(translate("Self", "What we have been doing"), told, plain=True),
        Group(translate("Self", "Still open"), loops, plain=True),
    ]
    return Story(day(one.at), one.body.vibe.capitalize(), groups=groups)


def _written(one: Note | Month) -> Story:
    above = translate("Self", "I wrote this down on {day}").format(day=day(one.at))
    if isinstance(one, Month):
        lines = [told_line(line) for line in one.lines]
        return Story(above, one.text, groups=[Group(translate("Self", "What it held"), lines, plain=True)])
    if not one.source:
        return Story(above, one.text)
    goes = translate("Self", "It stands on our talk, and goes with it where you forget that.")
    line = Line(goes, translate("Self", "See when you said it"), one.source)
    return Story(above, one.text, groups=[Group(translate("Self", "What it is about"), [line], plain=True)])


def boards_of(character: Character) -> list[Option]:
    """What can be looked at."""
    words = {
        DIRECTIVE: (translate("Self", "Your wishes"), translate("Self", "What you want me to keep to")),
        COMPONENT: (translate("Self", "Who I am"), translate("Self", "What emerged from my notes")),
        CANDIDATE: (
            translate("Self", "Growth"),
            translate("Self", "What may become part of me, and what did"),
        ),
        MONTH: (
            translate("Self", "Months"),
            translate("Self", "What each month held, and how I changed in it"),
        ),
        SHORTHAND: (translate("Self", "Our words"), translate("Self", "Words that only we two share")),
        COMPASS: (translate("Self", "Where we stand"), translate("Self", "What we have been doing")),
        NOTE: (translate("Self", "My notes"), translate("Self", "What I wrote down after our talks")),
    }
    return [Option(key, counted(name, character.count(key)), tip) for key, (name, tip) in words.items()]


def adding_of(character: Character) -> Adding | None:
    """What a person may write here: wishes, and words that are shared."""
    if character.board == DIRECTIVE:
        hint = translate("Self", "Such as: keep answers short on workdays")
        entry = Entry("text", translate("Self", "What should I keep to?"), Kind.LINES, "", hint, needed=True)
        words = translate("Self", "Add a wish"), translate("Self", "Write down what I am to keep to")
        return Adding(*words, Form(translate("Self", "Keep to this"), [entry]), character.write)
    if character.board != SHORTHAND:
        return None
    entries = [
        Entry("term", translate("Self", "The word"), needed=True),
        Entry("meaning", translate("Self", "What it means to us"), needed=True),
        Entry("context", translate("Self", "Where it is from")),
    ]
    words = translate("Self", "Add a word"), translate("Self", "Share a word with me")
    return Adding(*words, Form(translate("Self", "Share"), entries), character.share)


def blank_of(board: str) -> Blank:
    """What stands where nothing is."""
    return {
        DIRECTIVE: Blank(
            translate("Self", "You have no wishes yet."),
            translate("Self", "What you write here weighs more than anything I come to think."),
        ),
        COMPONENT: Blank(
            translate("Self", "I am only beginning."),
            translate(
                "Self", "After some talks, what my notes have in common becomes part of me, and stands here."
            ),
        ),
        CANDIDATE: Blank(
            translate("Self", "Nothing has come up often enough yet."),
            translate("Self", "What shows again and again may become part of me. You may object to it here."),
        ),
        MONTH: Blank(
            translate("Self", "No month is over yet."),
            translate(
                "Self", "Once one is, I write down here what it held, and how I described myself then."
            ),
        ),
        SHORTHAND: Blank(
            translate("Self", "We share no words of our own yet."),
            translate("Self", "Words that only we two understand will stand here."),
        ),
        COMPASS: Blank(
            translate("Self", "We have only begun."),
            translate("Self", "What we have been doing stands here once we said goodbye a few times."),
        ),
        NOTE: Blank(
            translate("Self", "I have written nothing down yet."),
            translate("Self", "After a talk I write down what it meant to me."),
        ),
    }[board]


def done_words(done: Done[Trait]) -> str:
    """What was just done."""
    return {
        "write": translate("Self", "I will keep to it."),
        "reword": translate("Self", "I will keep to it as it is worded now."),
        "move": translate("Self", "Sorted."),
        "withdraw": translate("Self", "Taken back."),
        "veto": translate("Self", "I will never become that."),
        "unveto": translate("Self", "It may become part of me after all."),
        "share": translate("Self", "A word of ours now."),
        "unshare": translate("Self", "No longer a word of ours."),
    }[done.verb]


def addressed(text: str) -> str:
    """What a compass tells of the person, told to them: "They said" becomes "You said"."""
    theirs = wording().compass.quoted.partition("{")[0]
    yours = QCoreApplication.translate("Self", 'You said: "{words}"').partition("{")[0]
    return text.replace(theirs, yours)


def compass_words(text: str) -> str:
    """A compass that is kept as a memory, in sentences without the names of its parts."""
    parts = [line.partition(": ")[2] or line for line in text.splitlines() if line.strip()]
    told = [part[:1].upper() + part[1:] for part in parts]
    return addressed(" ".join(part if part.endswith(ENDS) else f"{part}." for part in told))
