"""The words for a context: steps, verdicts, what was found and what the prompt is made of."""

from PySide6.QtCore import QCoreApplication

from engine.conversation.reconstruction.records import (
    Context,
    ContextItem,
    SearchReport,
    Speaker,
    StepName,
    Verdict,
)
from ui.continuity.model import Part, View
from ui.conversation.wording import full_date
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate
WORDS_PER_TOKEN = 0.75
"""Of English text, about."""


def step_title(name: StepName) -> str:
    """One of the nine steps by its name."""
    return {
        StepName.SEMANTIC: translate("Continuity", "By meaning and words"),
        StepName.LINKS: translate("Continuity", "Along links"),
        StepName.LIBRARY: translate("Continuity", "In documents"),
        StepName.RESONANCE: translate("Continuity", "By what it meant"),
        StepName.TEMPORAL: translate("Continuity", "By time"),
        StepName.SPATIAL: translate("Continuity", "By place"),
        StepName.PERSON: translate("Continuity", "What is known of you"),
        StepName.CORE: translate("Continuity", "What I am"),
        StepName.SYNTHESIS: translate("Continuity", "Put together"),
    }[name]


def search_words(search: SearchReport) -> str:
    """A search of the model's own in one line."""
    place = {
        "conversation.search": translate("Continuity", "in what was said"),
        "personal_model.search": translate("Continuity", "in what is known of you"),
        "personal_model.questions": translate("Continuity", "among open questions"),
        "memory.search": translate("Continuity", "in memories"),
    }.get(search.tool, search.tool)
    words = translate("Continuity", "Looked for “{query}” {place}: {found} · {time}")
    told = {"found": found_words(search.found), "time": time_words(search.ms)}
    line = words.format(query=search.query, place=place, **told)
    return f"{line}. {search.fault}" if search.fault else line


def verdict_words(verdict: Verdict) -> tuple[str, str]:
    """How far an answer was carried, with the token of its colour."""
    return {
        Verdict.STRONG: (translate("Continuity", "Well supported"), "good"),
        Verdict.WEAK: (translate("Continuity", "Weakly supported"), "warn"),
        Verdict.NONE: (translate("Continuity", "Nothing remembered"), "muted"),
    }[verdict]


def reason_words(verdict: Verdict) -> str:
    """Why an answer is carried that far."""
    return {
        Verdict.STRONG: translate("Continuity", "What fits best, the first one below, answers this."),
        Verdict.WEAK: translate("Continuity", "What fits best, the first one below, may bear on this."),
        Verdict.NONE: translate("Continuity", "Nothing you told me bears on this."),
    }[verdict]


def summary_words(context: Context) -> str:
    """How long was looked, and how much was read, in one line."""
    words = translate(
        "Continuity",
        "Looked for {time} · about {all} words read before the answer, {block} of them for this turn",
    )
    return words.format(
        time=time_words(context.total_ms),
        all=about_words(context.prompt_tokens),
        block=about_words(context.block_tokens),
    )


def time_words(ms: float) -> str:
    """How long something took; what took less than a thousandth of a second is only said to be short."""
    if ms < 1:
        return translate("Continuity", "< 1 ms")
    return translate("Continuity", "{ms} ms").format(ms=round(ms))


def about_words(tokens: int) -> str:
    """About how many words so many tokens are, to two figures."""
    words = tokens * WORDS_PER_TOKEN
    coarse = 10 ** max(0, len(str(round(words))) - 2)
    return f"{round(words / coarse) * coarse:,}"


def found_words(count: int) -> str:
    """How many a step found."""
    if count == 0:
        return translate("Continuity", "nothing")
    return translate("Continuity", "{count} found").format(count=count)


def kind_words(item: ContextItem) -> str:
    """What an item is and whose words it holds."""
    if item.kind == "step":
        return {
            Speaker.PERSON: translate("Continuity", "You said"),
            Speaker.COMPANION: translate("Continuity", "I said"),
            Speaker.OUTSIDE: translate("Continuity", "From outside"),
        }[item.speaker]
    return {
        "fact": translate("Continuity", "Known of you"),
        "node": translate("Continuity", "Remembered"),
        "document": translate("Continuity", "Read in a document"),
        "handoff": translate("Continuity", "To be done"),
    }[item.kind]


def use_words(item: ContextItem) -> tuple[str, str]:
    """Whether the model had it, with the token of its colour."""
    if item.in_prompt:
        return translate("Continuity", "Shown"), "good"
    if item.held:
        return translate("Continuity", "In view already"), "accent"
    return translate("Continuity", "Left out"), "muted"


def item_row(item: ContextItem) -> Row:
    """What was found as a row."""
    badge, tone = use_words(item)
    return Row(item.ref, item.text, f"{kind_words(item)} · {full_date(item.when)}", badge, tone)


def item_key(item: ContextItem) -> str:
    """What an item's row is found by."""
    return item.ref


def item_lines(item: ContextItem) -> list[tuple[str, str]]:
    """Everything else that is known of an item, as names and values."""
    steps = ", ".join(step_title(step) for step in item.found_by)
    lines = [
        (translate("Continuity", "From"), full_date(item.when)),
        (translate("Continuity", "Found"), steps),
        (translate("Continuity", "Support"), verdict_words(item.strength)[0]),
    ]
    if item.path:
        lines.append((translate("Continuity", "Over"), " › ".join(item.path)))
    if item.in_prompt and item.shown != item.text:
        lines.append((translate("Continuity", "As shown"), item.shown))
    return lines


def part_title(part: Part) -> str:
    """A part of the prompt by its name."""
    if part.section is None:
        return translate("Continuity", "This turn")
    name = part.section.name
    return _known_parts().get(name) or name.replace("_", " ").capitalize()


def _known_parts() -> dict[str, str]:
    """What each part of the prompt tells, by the name that the engine has for it."""
    return {
        "identity": translate("Continuity", "Who I am"),
        "policy": translate("Continuity", "How I talk"),
        "vocabulary": translate("Continuity", "Words you use"),
        "compass": translate("Continuity", "Where we stand"),
        "corrections": translate("Continuity", "What I do differently now"),
        "beliefs": translate("Continuity", "What I believe"),
        "facts": translate("Continuity", "What is known of you"),
        "directives": translate("Continuity", "What you want me to keep to"),
        "new_directives": translate("Continuity", "What you want me to keep to from now on"),
        "narrative": translate("Continuity", "Where we left off"),
        "open_loops": translate("Continuity", "What is still open between us"),
        "observation": translate("Continuity", "What I noticed"),
        "shorthand": translate("Continuity", "Words of ours"),
        "tone": translate("Continuity", "How I feel"),
        "care": translate("Continuity", "How you seem"),
        "relief": translate("Continuity", "What did you good before"),
        "deeds": translate("Continuity", "What I just did"),
        "interruption": translate("Continuity", "Where you cut in"),
        "language": translate("Continuity", "The language we talk in"),
        "year": translate("Continuity", "The day"),
        "untold": translate("Continuity", "What you have not told me"),
        "self": translate("Continuity", "What I know of myself"),
    }


def place_words(place: str) -> str:
    """Where a part stands, by the engine's name for it."""
    return {
        "stable": translate("Continuity", "before every turn"),
        "opening": translate("Continuity", "where we begin"),
        "summary": translate("Continuity", "in place of what was said long before"),
        "block": translate("Continuity", "beside this turn"),
        "aside": translate("Continuity", "beside this turn"),
    }.get(place, place)


def part_tokens(part: Part) -> str:
    """How long a part is, and how long it may be."""
    if part.section is None or not part.section.budget:
        return translate("Continuity", "about {words} words").format(words=about_words(part.tokens))
    words = translate("Continuity", "about {words} of {most} words")
    return words.format(words=about_words(part.tokens), most=about_words(part.section.budget))


def part_row(part: Part) -> Row:
    """A part of the prompt as a row."""
    cut = part.section.cut if part.section is not None else ""
    badge = translate("Continuity", "Cut") if cut else ""
    return Row(part.key, part_title(part), part_tokens(part), badge, "warn", faded=False)


def part_key(part: Part) -> str:
    """What a part's row is found by."""
    return part.key


def part_lines(part: Part) -> list[tuple[str, str]]:
    """What is known of a part besides its text."""
    lines = [(translate("Continuity", "Length"), part_tokens(part))]
    if part.section is None:
        return lines
    lines.append((translate("Continuity", "Stands"), place_words(part.section.place)))
    if part.section.cut:
        lines.append((translate("Continuity", "Cut"), part.section.cut))
    if part.section.cites:
        count = translate("Continuity", "{count} of what was said, known or remembered")
        lines.append((translate("Continuity", "Rests on"), count.format(count=len(part.section.cites))))
    return lines


def view_options(found: int, parts: int) -> list[Option]:
    """The three sides, with how much stands on each."""
    return [
        Option(
            View.FOUND.value,
            counted(translate("Continuity", "Found"), found),
            translate("Continuity", "What was found, shown or left out"),
        ),
        Option(
            View.PROMPT.value,
            counted(translate("Continuity", "What was read"), parts),
            translate("Continuity", "What the model read, part by part"),
        ),
        Option(
            View.STEPS.value,
            translate("Continuity", "How it was looked for"),
            translate("Continuity", "Its nine steps, with what each found and how long it took"),
        ),
    ]
