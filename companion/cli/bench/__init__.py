"""`companion bench`: how fast the companion is on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.invocation import invocation, print_json

app = typer.Typer(help="How fast it is on this machine.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]


@app.callback()
def bench() -> None:
    """Measured with made-up text, in a throwaway home where one is needed; nothing of yours is read."""


@app.command()
def turn(
    context: typer.Context,
    *,
    model: Annotated[str, typer.Option(help="A model that is installed.")] = "",
    runs: Annotated[int, typer.Option(help="Repetitions of each figure.", min=1, max=20)] = 3,
    plain: Annotated[bool, typer.Option(help="Also measure plain llama-cpp-python.")] = True,
    as_json: Json = False,
) -> None:
    """The first word: after a start, in a conversation, and after typing. Takes some minutes."""
    from companion.cli.bench.turn import measure_turn, print_table  # noqa: PLC0415 - each command loads what it needs

    call = invocation(context)
    figures = measure_turn(call.home(), model, runs=runs, plain=plain)
    if as_json or call.as_json:
        print_json(figures.document())
    else:
        print_table(figures)


@app.command()
def speed(
    context: typer.Context,
    *,
    model: Annotated[str, typer.Option(help="A model that is installed.")] = "",
    seconds: Annotated[
        float, typer.Option(help="For reading, and as long for writing.", min=0.1, max=60)
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """Reading and writing of your model; how much is recalled for an answer follows it from the next start."""
    from companion.cli.bench.speed import measure_and_keep  # noqa: PLC0415 - each command loads what it needs

    call = invocation(context)
    figures = measure_and_keep(call.home(), model, seconds)
    if as_json or call.as_json:
        print_json(figures.document())
    else:
        found = figures.speed
        typer.echo(
            f"{figures.model} reads {found.read_per_s:.0f} and writes {found.written_per_s:.0f} tokens a second."
        )
        typer.echo(f"{figures.support_tokens} tokens are recalled for an answer from the next start.")


@app.command()
def qa(
    context: typer.Context,
    *,
    locomo: Annotated[Path, typer.Option(help="A file of conversations in the LoCoMo format; only read.")],
    model: Annotated[str, typer.Option(help="A model that is installed.")] = "",
    limit: Annotated[int, typer.Option(help="Questions asked at most.", min=1)] = 200,
    seed: Annotated[int, typer.Option(help="Which of them are drawn.")] = 1,
    show: Annotated[bool, typer.Option("--show", help="Print every question with its answer.")] = False,
    as_json: Json = False,
) -> None:
    """How right the answers about long conversations are, on the product's own path. Takes some minutes."""
    from companion.cli.bench.qa import measure_qa  # noqa: PLC0415 - each command loads what it needs

    figures = measure_qa(locomo, model, limit=limit, seed=seed)
    for one in figures.answered if show else ():
        typer.echo(f"[{one.category}] {one.question}\n    {one.answer}\n    = {one.expected}", err=True)
    if as_json or invocation(context).as_json:
        print_json(figures.document())
    else:
        for name, value in figures.document().items():
            typer.echo(f"{name:22} {value}")


@app.command()
def recall(
    context: typer.Context,
    *,
    locomo: Annotated[Path, typer.Option(help="A file of conversations in the LoCoMo format; only read.")],
    as_json: Json = False,
) -> None:
    """How well and how fast recall finds what a question is about, through the trail. Takes some minutes."""
    from companion.bootstrap import SENTENCE_MODEL  # noqa: PLC0415 - each command loads what it needs
    from companion.cli.bench.recall import measure_recall, print_table  # noqa: PLC0415
    from engine.embedding import OnnxEmbedder  # noqa: PLC0415
    from engine.models import standard_store  # noqa: PLC0415

    figures = measure_recall(locomo, OnnxEmbedder(standard_store().path(SENTENCE_MODEL)))
    if as_json or invocation(context).as_json:
        print_json(figures.document())
    else:
        print_table(figures)


@app.command()
def night(
    context: typer.Context,
    *,
    evenings: Annotated[
        Path | None, typer.Option(help="A folder of evenings, or one of them; only read.")
    ] = None,
    locomo: Annotated[
        Path | None, typer.Option(help="A file of conversations in the LoCoMo format; only read.")
    ] = None,
    conversation: Annotated[int, typer.Option(help="Which of these, counted from 0.", min=0)] = 0,
    model: Annotated[str, typer.Option(help="A model that is installed.")] = "",
    as_json: Json = False,
) -> None:
    """A night after days that were talked through, and the brief of the morning. Takes many minutes."""
    from companion.cli.bench.night import measure_night, print_table  # noqa: PLC0415 - each command loads what it needs

    found = measure_night(evenings, locomo, conversation, model)
    if as_json or invocation(context).as_json:
        print_json({"nights": [one.document() for one in found]})
    else:
        print_table(found)


@app.command()
def scale(
    context: typer.Context,
    *,
    vectors: Annotated[
        int, typer.Option(help="Steps of the large memory.", min=1000, max=1_000_000)
    ] = 100_000,
    chroma: Annotated[bool, typer.Option(help="Also ask Chroma; filling it takes most of the time.")] = True,
    as_json: Json = False,
) -> None:
    """How recall grows with a memory of made-up Steps. Takes some minutes."""
    from companion.bootstrap import SENTENCE_MODEL  # noqa: PLC0415 - each command loads what it needs
    from companion.cli.bench.scale import measure_scale, print_table  # noqa: PLC0415
    from engine.embedding import OnnxEmbedder  # noqa: PLC0415
    from engine.models import standard_store  # noqa: PLC0415

    embedder = OnnxEmbedder(standard_store().path(SENTENCE_MODEL))
    figures = measure_scale(vectors, embedder, chroma=chroma)
    if as_json or invocation(context).as_json:
        print_json(figures.document())
    else:
        print_table(figures)


@app.command()
def honesty(
    context: typer.Context,
    *,
    model: Annotated[str, typer.Option(help="A model that is installed.")] = "",
    limit: Annotated[int | None, typer.Option(help="Questions of each kind.", min=1)] = None,
    listed: Annotated[
        str, typer.Option("--list", help="main, or held: never looked at while tuning.")
    ] = "main",
    kept: Annotated[bool, typer.Option("--kept", help="What was told is known as facts, too.")] = False,
    as_json: Json = False,
) -> None:
    """Whether answers keep to what was told: questions about a made-up person. Takes some minutes."""
    from companion.cli.bench.honesty import running  # noqa: PLC0415 - each command loads what it needs
    from companion.cli.bench.speed import installed  # noqa: PLC0415

    call = invocation(context)
    plain = as_json or call.as_json
    name, loaded = installed(call.home(), model)
    try:
        figures = running.measure_honesty(
            loaded,
            name=name,
            limit=limit,
            listed=listed,
            kept=kept,
            told=(lambda _: None) if plain else running.show,
        )
    finally:
        loaded.close()
    if plain:
        print_json(figures.document())
    else:
        running.print_figures(figures)


@app.command()
def updates(
    context: typer.Context,
    *,
    model: Annotated[str, typer.Option(help="A model that is installed.")] = "",
    phrasings: Annotated[
        str,
        typer.Option("--list", help="main, held, third to sixth: each of another person."),
    ] = "main",
    as_json: Json = False,
) -> None:
    """Requests to remember, correct, forget, doubt or tell, and what ordinary talk pays. Takes some minutes."""
    from companion.cli.bench.updates import measure_updates, print_table  # noqa: PLC0415 - each command loads what it needs

    call = invocation(context)
    figures = measure_updates(call.home(), model, phrasings)
    if as_json or call.as_json:
        print_json(figures.document())
    else:
        print_table(figures)


@app.command()
def voice(
    context: typer.Context,
    *,
    wav: Annotated[Path, typer.Option(help="Something said, a sentence long: a question is best.")],
    model: Annotated[str, typer.Option(help="A language model that is installed.")] = "",
    speech: Annotated[
        Path | None, typer.Option(help="A folder of recordings with a manifest.json of their texts.")
    ] = None,
    runs: Annotated[int, typer.Option(help="Repetitions of each figure.", min=1, max=50)] = 5,
    as_json: Json = False,
) -> None:
    """How soon the first sound of an answer comes, what its parts take alone, barge-in, word error rate.

    Times are medians over the runs. Barge-in is how long an answer is still heard once somebody speaks: the median,
    and the worst of the runs.
    """
    from companion.cli.bench.voice import measure_voice  # noqa: PLC0415 - each command loads what it needs
    from companion.cli.invocation import warn  # noqa: PLC0415

    call = invocation(context)
    figures = measure_voice(wav, model, runs=runs, speech=speech, told=warn)
    if as_json or call.as_json:
        print_json(figures.document())
    else:
        for name, value in figures.document().items():
            typer.echo(f"{name:32}{'–' if value is None else value}")


@app.command()
def mood(
    context: typer.Context,
    *,
    goemotions: Annotated[Path, typer.Option(help="A file in the GoEmotions format; only read.")],
    as_json: Json = False,
) -> None:
    """Whether it is told how somebody feels: positive, negative, ambiguous or neutral. Takes half a minute."""
    from companion.bootstrap import SENTENCE_MODEL  # noqa: PLC0415 - each command loads what it needs
    from companion.cli.bench.mood import measure_mood, print_table  # noqa: PLC0415
    from engine.decisions import load_text_head  # noqa: PLC0415
    from engine.embedding import OnnxEmbedder  # noqa: PLC0415
    from engine.models import standard_store  # noqa: PLC0415
    from engine.mood import SentimentClassifier  # noqa: PLC0415
    from engine.mood.sentiment import HEAD  # noqa: PLC0415

    embedder = OnnxEmbedder(standard_store().path(SENTENCE_MODEL))
    figures = measure_mood(goemotions, SentimentClassifier(embedder, load_text_head(HEAD)))
    if as_json or invocation(context).as_json:
        print_json(figures.document())
    else:
        print_table(figures)


@app.command()
def start(
    context: typer.Context,
    *,
    runs: Annotated[int, typer.Option(help="Warm starts.", min=1, max=20)] = 5,
    as_json: Json = False,
) -> None:
    """The window: seconds from the start of the program until it is painted, and until it takes a letter."""
    from companion.cli.bench.window.start import measure_start  # noqa: PLC0415 - each command loads what it needs

    _tell(context, measure_start(runs).document(), as_json=as_json)


@app.command()
def stall(
    context: typer.Context,
    *,
    seconds: Annotated[float, typer.Option(help="How long everything works at once.", min=2, max=600)] = 30,
    as_json: Json = False,
) -> None:
    """The longest pause of the window while the model writes, a document is indexed and a long list scrolls."""
    from companion.cli.bench.window.stall import measure_stall  # noqa: PLC0415 - each command loads what it needs

    _tell(context, measure_stall(seconds).document(), as_json=as_json)


def _tell(context: typer.Context, document: dict[str, object], *, as_json: bool) -> None:
    """The figures as one JSON document, or a line each."""
    if as_json or invocation(context).as_json:
        print_json(document)
        return
    for name, value in document.items():
        typer.echo(f"{name:16} {value}")
