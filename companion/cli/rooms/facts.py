"""`companion facts` and `companion remember`: what is understood about you, and how to put it right."""

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import warn
from companion.cli.rooms.lines import Line, Show, shown, told, value_of
from companion.cli.verbs import Instead, Room, Said, Verb, command, group
from companion.service import Json

DONE = {
    "remember": "Noted: {text}",
    "correct": "Corrected: {text}",
    "forget": "Forgotten: {text}",
    "dispute": "In doubt now: {text}",
    "answer": "Settled: {text}",
    "dismiss": "It is not asked again.",
    "undo": "Taken back.",
}
WORDS = {
    "status": {
        "active": "",
        "retired": "no longer so",
        "disputed": "in doubt",
        "pending": "waits for your word",
    },
    "source": {
        "stated": "you said so",
        "observed": "observed, not told",
        "inferred": "inferred, not told",
        "assumed": "a guess, not told",
    },
    "volatility": {
        "permanent": "hardly ever changes",
        "situational": "may change",
        "ephemeral": "of the moment",
    },
}
FACT = Line(
    "  {id}  {text}",
    ("{status}", "{private:?private}", "{lens}", "{topic:plain}", "{source}", "since {valid_from:day}"),
    words=WORDS,
    none="There is no such fact: companion remember TEXT.",
)
HELD = Line(
    "    since {valid_from:day}[ until {valid_until:day}], {confidence:.0%} sure, {volatility}", words=WORDS
)
SAID_IN = Line("    {at:day}  {speaker}: {text}", ("{withdrawn:?taken back}",))
EARLIER = Line("    until {until:day}: {text}")
QUESTION = Line(
    "  {id}  {text}",
    ("{status}", "not before {later_until:day}"),
    words={
        "status": {
            "open": "",
            "asked": "",
            "later": "",
            "answered": "answered",
            "dismissed": "not to be asked again",
            "withdrawn": "its facts are gone",
        }
    },
)
INFERRED = Line(
    "  {ref}  {words:flat}", ("{private:?private}", "{kind:plain}", "{confidence:.0%} sure", "{at:day}")
)
RESTS = Line("    [{at:day}  ][{who}: ]{said}")
KEPT = {
    "new": "Noted as {kind:plain}",
    "linked": "Noted as {kind:plain}, beside {other}",
    "merged": "Joined with what was kept before",
    "confirmed": "Known already, and confirmed by this",
}
MATCHES = Line(
    "{status}: {reason}",
    words={"status": {"strong_match": "Known", "weak_match": "Perhaps known", "no_match": "Not known"}},
)


def _show_change(verb: str) -> Show:
    """What became of the change that the command `verb` asked for, with the way on where it needs one."""

    def show(done: Json) -> None:
        match done["outcome"]:
            case "dropped":
                warn(f"Nothing was changed: {done['reason']}")
            case "asked":
                typer.echo(f"It waits for your word: {done['reason']}")
            case "confirmed" if verb == "remember":
                typer.echo("Known already, and confirmed by this.")
            case _:
                typer.echo(told(DONE[verb], {"text": value_of(done, "facts.-1.text")}).removesuffix(": "))
        for fact in done["facts"]:
            FACT(fact)
        if done["question"]:
            _say_question(done["question"])
            warn(f"Answer it: companion facts answer {done['question']['id']} --yes, --no or --text WORDS")

    return _unless_unclear(show)


def _unless_unclear(show: Show) -> Show:
    """Where it is not clear which fact is meant, nothing was changed."""

    def clear(found: Json) -> None:
        if "candidates" not in found:
            show(found)
            return
        warn("It is not clear which fact you mean; name it by its id:")
        shown("candidates", FACT)(found)

    return clear


def _code(found: Json) -> ExitCode:
    return ExitCode.UNCLEAR if "candidates" in found else ExitCode.DONE


def _changing(name: str) -> Verb:
    """A command that changes a fact; it and its request have one name."""
    return Verb(
        name, f"person.{name}", _show_change(name), said=SAID, hidden=("quote", "step_ids"), code=_code
    )


def _show_why(found: Json) -> None:
    FACT(found["fact"])
    HELD(found["fact"])
    for step in found["steps"]:
        SAID_IN(step)
    for fact in found["earlier"]:
        EARLIER(fact | {"until": fact["valid_until"] or fact["updated_at"]})


def _say_inferred(one: Json) -> None:
    INFERRED(one | {"words": f"You seemed {one['text']}." if one["kind"] == "seeming" else one["text"]})


def _show_inferred_why(found: Json) -> None:
    _say_inferred(found["inferred"])
    for source in found["sources"]:
        RESTS({**source, "who": source["text"] and source["who"], "said": source["text"] or source["ref"]})


def _say_question(question: Json) -> None:
    """When it is asked again, while that is to come."""
    later = question["later_until"] if question["status"] == "later" else None
    QUESTION(question | {"later_until": later})


def _show_matches(found: Json) -> None:
    MATCHES(found)
    for match in found["matches"]:
        FACT(match["fact"])


def _show_kept(kept: Json) -> None:
    """Something that is no fact about the person, and what it was joined to."""
    typer.echo(told(f"{KEPT[kept['outcome']]}: {{text}}\n  {{ref}}", kept))


SAID = {
    "fact": Said("WHICH"),
    "accept": Said("--yes/--no"),
    "update": Said(argument=True),
}
ANYHOW = Instead("--all", "person.facts", words="However they stand.", fixed={"status": None})
TAKE_BACK = Instead("--take-back", "inferred.take_back", "Taken back: it shapes nothing any more.")

facts = group(
    Verb("list", "person.facts", instead=(ANYHOW,)),
    *(_changing(name) for name in ("correct", "forget", "dispute", "answer", "dismiss", "undo")),
    Verb("why", "person.why", _unless_unclear(_show_why), said=SAID, code=_code),
    Verb("search", "person.search", _show_matches),
    Verb(
        "inferred",
        "inferred",
        shown("inferred", _say_inferred, "Nothing is inferred about you."),
        said={"ref": Said(argument=True)},
        instead=(TAKE_BACK, Instead("ref", "inferred.why", _show_inferred_why)),
    ),
    Verb(
        "questions",
        "person.questions",
        shown("questions", _say_question, "There is nothing it would like to know."),
    ),
    Verb("later", "person.later", Line("It is not asked before {question.later_until:day}.")),
    room=Room("person", {"fact": FACT}, without=("remember", "keep_private", "take_up", "updates")),
)
facts.info.no_args_is_help = True

remember = command(
    Verb(
        "remember",
        "person.remember",
        _show_change("remember"),
        "Tell it something: a fact about you, or with --as what happened, was felt, decided or understood.",
        said={
            "kind": Said("--as", "Not a fact about you: a moment, feeling, decision, insight, knowledge, …")
        },
        hidden=("sources",),
        instead=(Instead("kind", "memory.remember", _show_kept),),
    )
)
