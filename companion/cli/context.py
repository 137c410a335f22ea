"""`companion ask --explain`: what stood before the model, readable."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from engine.conversation import Context, ContextItem


def explain(context: Context, console: Console | None = None) -> None:
    """Print the nine steps, what was found, what stood in the prompt, and why."""
    console = console or Console()
    focus = context.focus
    console.print(f"\n[bold]What this rested on[/bold]  {escape(context.summary)}")
    console.print(f"Verdict: [bold]{context.verdict}[/bold]. {escape(context.reason)}")
    console.print(f"About you: {context.claim.verdict}. {escape(context.claim.reason)}")
    console.print(
        f"Focus {focus.level} ({focus.name}): {focus.memories} memories, {focus.hours:g} h, links {focus.depth} deep. "
        f"{context.temporal.weekday} {context.temporal.time_of_day}"
        + (f", at {escape(context.spatial.place)}" if context.spatial.place else "")
        + f". {context.total_ms:.0f} ms.",
        highlight=False,
    )
    console.print(_steps(context))
    if context.searches:
        console.print(_searches(context))
    if context.items:
        console.print(_items(context))
    console.print(_sections(context))
    if context.block:
        console.print("\n[bold]Read for this turn[/bold]")
        console.print(escape(context.block.strip()), highlight=False)


def _steps(context: Context) -> Table:
    table = _table("The nine steps", "", "step", "found", "ms", "")
    for step in context.steps:
        table.add_row(str(step.number), step.name, str(step.found), f"{step.ms:.1f}", escape(step.fault))
    return table


def _searches(context: Context) -> Table:
    table = _table("What the model looked for", "with", "for", "found", "ms", "")
    for one in context.searches:
        words = escape(one.fault or " ".join(one.told))
        table.add_row(one.tool, escape(one.query), str(one.found), f"{one.ms:.1f}", words)
    return table


def _items(context: Context) -> Table:
    table = _table("What was found, best first", "read", "weight", "carries", "from", "when", "what")
    for item in context.items:
        when = item.when.astimezone(context.temporal.now.tzinfo)
        table.add_row(
            _mark(item),
            f"{item.score:.2f}",
            item.strength,
            item.kind,
            f"{when:%Y-%m-%d}",
            escape(_text(item)),
        )
    return table


def _sections(context: Context) -> Table:
    table = _table("What stands in the prompt", "section", "tokens", "of", "sources", "")
    for section in context.sections:
        table.add_row(
            section.name,
            str(section.tokens),
            str(section.budget),
            str(len(section.cites)),
            escape(section.cut),
        )
    table.add_row("this turn", str(context.block_tokens), "", str(len(context.shown)), "")
    table.add_row("all of it", str(context.prompt_tokens), "", "", "")
    return table


def _mark(item: ContextItem) -> str:
    if item.in_prompt:
        return "now"
    return "before" if item.held else ""


def _text(item: ContextItem) -> str:
    text = " ".join(item.text.split())
    named = f"{item.title}: {text}" if item.kind == "document" else text
    return named if len(named) <= 90 else f"{named[:89]}…"


def _table(title: str, *headings: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for heading in headings:
        table.add_column(
            heading, justify="right" if heading in {"found", "ms", "weight", "tokens", "of"} else "left"
        )
    return table
