"""How a sentence becomes a statement that stands alone, and what of a rewriting is not taken."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.dating import dated
from engine.conversation.grounding import grounded, is_said, tells_more, with_elisions
from engine.conversation.reflection import ClaimExtractor
from engine.conversation.reflection.claims import Message
from engine.conversation.reflection.statements import context_of, keeps_words
from engine.conversation.utterance import clauses
from engine.settings import ReflectSettings
from engine.trail import StepKind

FRIDAY = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)


@given(st.text())
def test_every_clause_stands_in_the_utterance(text):
    for clause in clauses(text):
        assert clause
        assert clause in text


def step(text, kind=StepKind.UTTERANCE):
    at = datetime(2026, 11, 24, tzinfo=UTC)
    return SimpleNamespace(text=text, kind=kind, at=at, said_at=at)


def claims(
    written,
    said,
    *before,
    keep=0.95,
    kind="tells",
    errand="None",
    sure=1.0,
    taught=False,
    asks=0.0,
    asked_of="me",
    rests=1.0,
    known=(),
    alone=0.0,
):
    """What is made of `said` where the model writes the lines `written`, or what it makes of what it reads.

    It wants a note of it in the way `errand`, of which the model is `sure`; it puts out of date what is `known`. What
    is written `rests` on what was told by this share.
    """
    option = {"reaction": kind, "errand": errand, "asked_of": asked_of}
    shares = {"keep_about_person": {"yes": keep}, "judges_other": {"yes": 0.0}, "asks": {"Yes": asks}}
    shares["errand"] = dict.fromkeys(("Asks", "Tells", "None"), (1 - sure) / 2) | {errand: sure}
    shares["supersedes"] = {"Replaces": 0.9}
    shares["anaphora"] = {"Alone": alone}
    told = {"changes": 0.0, "unsure": 0.0}
    decisions = SimpleNamespace(
        decide=lambda _model, name, text, **_: SimpleNamespace(
            shares={"yes": keep(text)}
            if name == "keep_about_person" and callable(keep)
            else shares.get(name, told | {kind: 1.0}),
            option=option.get(name, ""),
        ),
        grounded=lambda _model, _notes, _line: rests,
        rewriter=lambda _model, _name: SimpleNamespace(
            is_taught=taught,
            write=lambda context, _tokens, **_: written(context) if callable(written) else list(written),
        ),
    )
    model = SimpleNamespace(info=SimpleNamespace(parameters=1))
    since = datetime(2026, 11, 20, tzinfo=UTC)
    facts = [SimpleNamespace(id="f1", text=text, valid_from=since) for text in known]
    extractor = ClaimExtractor(model, decisions, ReflectSettings(), known=lambda _: facts)
    return [one.text for one in extractor.of(step(said), before, lambda: False)]


def test_what_nobody_said_is_not_kept():
    assert claims(["I have a little boy, six years old."], "little boy, six years old.") == [
        "Little boy, six years old."
    ]


def test_what_the_companion_said_is_no_word_of_theirs():
    said = "Kaffee vertrage ich nicht mehr, ich trinke nur noch Tee."
    written = ["Ich vertrage Kaffee verstehe ich nicht mehr.", "Ich trinke nur noch Tee."]
    before = step("Ah, verstehe.", StepKind.ANSWER)
    assert "Ich vertrage Kaffee verstehe ich nicht mehr." not in claims(written, said, before, taught=True)


def test_a_word_that_was_elided_stays_so():
    assert claims(["Je habite à Nîmes."], "moi j'habite à Nîmes", taught=True) == ["J'habite à Nîmes."]
    assert with_elisions("Je ai que elle", "j'ai qu'elle") == "J'ai qu'elle"
    assert with_elisions("I don't live at hers", "it isn't hers") == "I don't live at hers"


def test_what_was_said_before_is_not_kept_again():
    before = step("we got a beagle called Biscuit")
    assert claims(["We got a beagle called Biscuit.", "I moved to Hull."], "i moved to hull", before) == [
        "I moved to Hull."
    ]


def test_what_only_was_asked_is_not_told():
    asked = step("when does my placement finish?")
    said, made_up = "they've moved me from next week", "My placement finishes next week."
    assert claims([made_up], said, asked, rests=0.02) == ["They've moved me from next week"]
    assert claims([made_up], said, asked, rests=0.5) == [made_up]


def test_what_is_asked_of_the_companion_tells_nothing():
    assert claims(["I'm a real person."], "so you're a real person?", asked_of="you") == []


def test_a_bare_answer_may_take_its_verb_from_the_question():
    asked = step("Do you have any pets?", StepKind.ANSWER)
    assert claims(["I have a labrador."], "yep, a labrador", asked) == ["I have a labrador."]


def test_what_stands_alone_is_no_reply_to_the_question_before_it():
    asked = step("That isn't easy. What do the doctors say?", StepKind.ANSWER)
    alone = step("years ago we used to sing together in the choir")
    reply = step("two more weeks")
    assert "doctors" not in context_of(alone.text, Message(alone, [asked]))
    assert "doctors" in context_of(reply.text, Message(reply, [asked]))


def test_a_question_is_kept_only_where_it_surely_tells():
    assert claims([], "what is my brother called?", keep=0.7) == []
    assert claims([], "as i'm allergic to nuts, what could i bake?", keep=0.97) == ["As i'm allergic to nuts"]
    assert claims(["I am allergic to nuts."], "as i'm allergic to nuts, what could i bake?", keep=0.97) == [
        "I am allergic to nuts."
    ]


def test_what_comes_on_a_day_may_be_kept_though_it_passes():
    said = "interview tomorrow at ten"
    assert claims([], said, keep=0.2, errand="Tells") == [
        "Interview tomorrow at ten (Wednesday 25 November 2026)"
    ]
    assert claims([], said, keep=0.2) == []
    assert claims([], "interview soon", keep=0.2, errand="Tells") == []


@pytest.mark.parametrize(("sure", "kept"), [(0.7, True), (0.95, False)])
def test_what_comes_is_kept_where_who_tells_it_may_only_want_a_note_of_it(sure, kept):
    said = "my exam is on the 12th of march, help"
    assert bool(claims([], said, keep=0.2, errand="Asks", sure=sure)) is kept


def test_what_ends_something_known_is_kept_however_passing_it_seems():
    said, trip = "the trip to vienna was called off", "I go to Vienna in May."
    assert claims([], said, keep=0.1, known=[trip]) == ["The trip to vienna was called off"]
    assert claims([], said, keep=0.1, known=["I have two cats."]) == []
    assert claims([], f"{said}?", keep=0.1, known=[trip]) == []


def test_what_only_points_at_what_is_known_by_a_time_is_kept_as_that_with_the_other_time():
    concert, home = "The concert of the whole harbour orchestra is on 12 December.", "I live in Leith."
    moved = "The concert of the whole harbour orchestra is on 14 December."
    said = "they moved it to 14 december"

    def written(context):
        return [moved] if "Note: " in context else []

    assert claims(written, said, keep=0.1, known=[home, concert]) == [moved]
    assert claims(written, said, keep=0.1, known=[home]) == []


def test_a_question_about_what_comes_tells_nothing():
    assert claims(["I go to Vienna in May."], "do i go to vienna in may?", keep=0.3, errand="Tells") == []


def test_of_what_is_known_function_words_do_not_count():
    known = "Im Mai fahre ich mit dem Chor nach Wien."
    assert not tells_more(known, "Die Reise nach Wien wurde leider abgesagt.")


def test_a_question_is_no_statement_however_sure_the_model_is():
    assert claims(["I work nights."], "what are my hours again", keep=0.99, asks=0.95) == []
    assert claims(["Who can read what I write?"], "Who can read what I write?", keep=1.0) == []


def test_sentences_that_stand_together_are_written_out_together():
    written = ["My wife and I bought a small house near the river.", "The roof of the house leaks."]
    said = "my wife and i bought a small house near the river. the roof leaks."
    assert claims(written, said) == written


def test_what_a_passage_leaves_out_is_kept_as_it_was_said():
    said = "my wife is a teacher. we have two dogs."
    assert claims(["My wife is a teacher."], said) == ["My wife is a teacher.", "We have two dogs."]


def test_figures_alone_are_no_statement():
    assert claims(["My boy won the cup."], "my boy won the cup!! 3 to 1") == ["My boy won the cup."]


def test_words_that_only_lead_to_what_is_told_are_not_missed():
    said = "Ach ja, gegen Katzenhaare bin ich allergisch, das solltest du wissen."
    written = ["Ich bin gegen Katzenhaare allergisch."]
    assert (
        claims(written, said, taught=True, keep=lambda text: 0.95 * (not text.startswith("das"))) == written
    )


def test_a_part_that_surely_tells_something_and_is_left_out_is_told_besides():
    said = "ich unterrichte noch bis Juli in Steyr, dann geh ich in Pension"
    written = ["Ich unterrichte noch bis Juli in Steyr."]

    def of_part(context):
        return written if "Juli" in context else ["Dann gehe ich in Pension."]

    assert claims(of_part, said, taught=True) == [*written, "Dann gehe ich in Pension."]
    assert (
        claims(of_part, said, taught=True, keep=lambda text: 0.95 * (not text.startswith("dann"))) == written
    )


def test_what_says_the_contrary_of_what_was_told_is_not_taken():
    said = "Nüsse vertrag ich überhaupt nicht, da krieg ich keine Luft mehr."
    turned, alone = (
        "Ich vertrage Nüsse, da kriege ich keine Luft mehr.",
        "Ich vertrage überhaupt keine Nüsse.",
    )

    def written(context):
        return [turned] if "Luft" in context else [alone]

    assert claims([turned], said, taught=True, keep=lambda text: 0.95 * (text == said)) == [said]
    assert claims(
        written, said, taught=True, keep=lambda text: 0.95 * ("Luft" not in text or text == said)
    ) == [alone]
    assert (
        claims(["Ich vertrage überhaupt keine Nüsse."], said, taught=True)[0]
        == "Ich vertrage überhaupt keine Nüsse."
    )
    assert claims(["I eat nuts."], "i don't eat nuts", taught=True) == ["I don't eat nuts"]
    assert (
        claims(["I'm from Leeds."], "i'm not from here, i'm from leeds", taught=True)[0] == "I'm from Leeds."
    )


def test_a_name_stays_as_it_was_said():
    assert claims(["Mon copain Theo est pompier."], "mon copain théo est pompier", taught=True) == [
        "Mon copain Théo est pompier."
    ]
    said = "meine schwester elif heiratet im mai"
    assert claims(["Meine Schwester Ifi heiratet im Mai."], said, taught=True) == [f"M{said[1:]}"]


def test_sentences_that_something_stands_between_are_written_out_apart():
    contexts = []
    shares = {"yes": 0.95}
    said = step("i grow roses. haha you would laugh. my brother keeps bees.")
    decisions = SimpleNamespace(
        decide=lambda _model, name, text: SimpleNamespace(
            option="changes",
            shares=({"yes": 0.0} if "haha" in text or name == "judges_other" else shares)
            | {"changes": 0.0, "unsure": 0.0, "Yes": 0.0, "Alone": 0.0},
        ),
        rewriter=lambda _model, _name: SimpleNamespace(
            is_taught=False, write=lambda context, _tokens, **_: contexts.append(context) or []
        ),
    )
    extractor = ClaimExtractor(
        SimpleNamespace(info=SimpleNamespace(parameters=1)), decisions, ReflectSettings()
    )
    kept = extractor.of(said, (), lambda: False)
    assert [one.quote for one in kept] == ["i grow roses.", "my brother keeps bees."]
    assert len(contexts) == 2


@pytest.mark.parametrize(("share", "put_out"), [(0.9, "f1"), (0.7, "")])
def test_a_statement_says_which_known_fact_it_puts_out_of_date(share, put_out):
    asked = []

    def decide(_model, name, text):
        if name == "supersedes":
            asked.append(text)
        shares = {"keep_about_person": {"yes": 0.95}, "supersedes": {"Replaces": share}}
        return SimpleNamespace(
            shares=shares.get(name, {"yes": 0.0, "Yes": 0.0, "changes": 0.0, "unsure": 0.0})
        )

    decisions = SimpleNamespace(
        decide=decide,
        rewriter=lambda _model, _name: SimpleNamespace(
            is_taught=False, write=lambda _context, _tokens, **_: []
        ),
    )
    known = [SimpleNamespace(id="f1", text="I work nights.")]
    model = SimpleNamespace(info=SimpleNamespace(parameters=1))
    extractor = ClaimExtractor(model, decisions, ReflectSettings(), lambda _text: known)
    (claim,) = extractor.of(step("they moved me to days"), (), lambda: False)
    assert claim.supersedes == put_out
    assert asked == ["old: I work nights.\nnew: They moved me to days"]


@pytest.mark.parametrize(
    ("moved", "said_in", "put_right"),
    [("step:s1", "s1", True), ("step:s1", "s2", False), ("", "s1", False)],
    ids=["of what was moved", "of another", "nothing was moved"],
)
def test_what_was_moved_puts_the_fact_of_its_day_right(moved, said_in, put_right):
    """Without asking the model, which may not see it."""
    text, now = "I have the eye clinic on Friday.", "I have the eye clinic on the 11th."
    since = datetime(2026, 11, 23, tzinfo=UTC)
    known = [SimpleNamespace(id="f1", text=text, valid_from=since, source_step_ids=(said_in,))]
    shares = {"keep_about_person": {"yes": 0.95}, "supersedes": {"Replaces": 0.0}, "tense": {"Coming": 1.0}}
    others = {"yes": 0.0, "Yes": 0.0, "changes": 0.0, "unsure": 0.0}
    decisions = SimpleNamespace(
        decide=lambda _model, name, _text: SimpleNamespace(shares=shares.get(name, others)),
        rewriter=lambda _model, name: SimpleNamespace(
            is_taught=False, write=lambda _context, _tokens, **_: [now] if name == "correction" else []
        ),
    )
    model = SimpleNamespace(info=SimpleNamespace(parameters=1))
    refs = frozenset({moved} if moved else ())
    extractor = ClaimExtractor(model, decisions, ReflectSettings(), lambda _text: known, moved=refs)
    (claim,) = extractor.of(step("the eye clinic is on the 11th now"), (), lambda: False)
    assert claim.supersedes == ("f1" if put_right else "")
    assert claim.text.startswith(now.rstrip(".")) is put_right


@pytest.mark.parametrize(
    ("said", "written", "over"),
    [
        (
            "with Pilar it's Saturdays now",
            "On Saturdays I walk by the moor and the old mill with Pilar.",
            True,
        ),
        ("i gave up walking", "I gave up walking.", False),  # the moor and Pilar would be lost
    ],
)
def test_a_fact_that_tells_much_else_is_put_right_where_nothing_of_it_is_lost(said, written, over):
    text = "On Sundays I walk by the moor and the old mill with Pilar (Sunday 1 March 2026)."
    known = [SimpleNamespace(id="f1", text=text, valid_from=FRIDAY, source_step_ids=("s9",))]
    shares = {"keep_about_person": {"yes": 0.95}, "supersedes": {"Replaces": 0.9}, "tense": {"Every": 1.0}}
    others = {"yes": 0.0, "Yes": 0.0, "changes": 0.0, "unsure": 0.0, "Alone": 1.0}
    decisions = SimpleNamespace(
        decide=lambda _model, name, _text: SimpleNamespace(shares=shares.get(name, others)),
        rewriter=lambda _model, name: SimpleNamespace(
            is_taught=False, write=lambda _context, _tokens, **_: [written] if name == "correction" else []
        ),
    )
    model = SimpleNamespace(info=SimpleNamespace(parameters=1))
    extractor = ClaimExtractor(model, decisions, ReflectSettings(), lambda _text: known)
    (claim,) = extractor.of(step(said), (), lambda: False)
    assert claim.supersedes == ("f1" if over else "")
    assert claim.text.startswith(written.rstrip("."))


@pytest.mark.parametrize(
    ("known", "text", "more"),
    [
        ("I'm a nurse at the children's hospital, night shifts mostly.", "I don't do nights anymore.", True),
        ("I smoke.", "I quit smoking.", False),
        ("I live in Bern with my dog Rex.", "Rex has run away.", True),
        ("J'habite à Nîmes avec mon chat Figaro.", "Figaro a disparu depuis hier.", True),
        ("I live in Turin with my brother.", "I moved to Ghent.", False),
        ("I bought a red bicycle yesterday, I love it.", "The bicycle is more orange than red.", False),
        ("My aunt visits on Monday with her dog (Monday 7 December 2026).", "My aunt can't make it.", False),
    ],
)
def test_a_fact_that_tells_much_else_is_not_put_out_of_date(known, text, more):
    assert tells_more(known, text) is more


def test_what_a_taught_model_writes_nothing_of_is_kept_where_it_is_sure_or_says_who_they_are():
    assert claims([], "till tomorrow then", keep=0.7, taught=True) == []
    assert claims([], "hi priya here", keep=0.7, taught=True, kind="greets") == ["Hi priya here"]
    assert claims(["I'm Lou."], "yo what's good, i'm lou", keep=0.7, taught=True, kind="meets") == [
        "I'm Lou."
    ]
    assert claims(["I'm Lou."], "hi, lou here", keep=0.2, taught=True, kind="meets") == ["I'm Lou."]
    assert claims([], "nice to meet you", keep=0.2, taught=True, kind="meets") == []
    assert claims(["I'm Lou."], "hi, lou here", keep=0.2, taught=True, kind="greets") == []
    for kind in ("meets", "greets"):
        assert (
            claims([], "hello again, priya here", keep=0.7, kind=kind, taught=True, known=["I'm Priya."])
            == []
        )
    assert claims([], "i keep bees", keep=0.95, taught=True) == ["I keep bees"]
    assert claims([], "i keep bees", keep=0.7) == ["I keep bees"]


def test_what_a_question_surely_tells_besides_is_kept_without_it():
    def keeps(text: str) -> float:
        return 0.95 if text == "luc is a joiner" else 0.05

    said = "luc is a joiner, by the way, did i tell you that?"
    assert claims([], said, keep=keeps) == ["Luc is a joiner"]
    assert claims([], "by the way, did i tell you that?", keep=keeps) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I have an interview tmrw 10am.", "I have an interview tmrw 10am (Saturday 28 November 2026)."),
        ("The dentist is on friday at 9:30", "The dentist is on friday at 9:30 (Friday 4 December 2026)"),
        ("Lena's birthday is on 4 December.", "Lena's birthday is on 4 December."),
        ("The clinic is on the 11th.", "The clinic is on the 11th (Friday 11 December 2026)."),
        ("I got it on 12.11.2026", "I got it on 12.11.2026"),
        ("I went yesterday (Monday 2 March 2026).", "I went yesterday (Monday 2 March 2026)."),
        ("My husband died three years ago.", "My husband died three years ago (2023)."),
        ("Mein Mann ist vor drei Jahren gestorben.", "Mein Mann ist vor drei Jahren gestorben (2023)."),
        ("Ich fahre morgen nach Kiel", "Ich fahre morgen nach Kiel (Samstag, 28. November 2026)"),
    ],
)
def test_a_day_in_words_of_the_moment_is_told_though_an_hour_stands_beside_it(text, told):
    assert dated(text, FRIDAY, lambda _: "Coming") == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My uncle sailed on Monday.", "My uncle sailed on Monday (Monday 23 November 2026)."),
        ("Am Montag war Markt.", "Am Montag war Markt (Montag, 23. November 2026)."),
    ],
)
def test_of_what_has_happened_the_day_is_the_last_of_its_name(text, told):
    assert dated(text, FRIDAY, lambda _: "Past") == told


def test_a_day_that_may_be_either_is_not_guessed():
    text = "I was moved to days from Monday on."
    assert dated(text, FRIDAY, lambda _: "") == text


def test_what_is_so_every_week_is_of_no_day():
    assert dated("My son rings every Sunday.", FRIDAY, lambda _: "Every") == "My son rings every Sunday."


@pytest.mark.parametrize("text", ["I keep bees.", "I have the vet tomorrow.", "I turn fifty on 4 December."])
def test_what_is_meant_is_only_asked_where_a_day_may_be_either(text):
    def asked(_text):
        raise AssertionError

    dated(text, FRIDAY, asked)


def test_a_bare_figure_behind_what_is_kept_is_kept_with_it():
    def keep(text):
        return 0.1 if "63" in text or "Monday" in text else 0.95

    said = "my wife wants me to stop. im 63. it's Monday"
    told = claims(lambda reads: ["My wife wants me to stop.", "I'm 63."], said, keep=keep, taught=True)
    assert told == ["My wife wants me to stop.", "I'm 63."]
    assert claims(["I'm 63."], "im 63", keep=keep, taught=True) == []


def test_who_is_meant_was_mostly_named_just_before():
    before = [step("my boss wants me in on sunday"), step("no chance, sunday is cricket with my lad")]

    def written(context):
        return ["My boss is called Bilal." if "boss" in context else "My lad is called Bilal."]

    assert claims(written, "he's called Bilal", *before) == ["My lad is called Bilal."]


@pytest.mark.parametrize(
    ("alone", "told"), [(0.9, "Wool makes my arms itch."), (0.5, "So wool makes my arms itch")]
)
def test_who_was_spoken_of_before_takes_no_part_in_what_stands_by_itself(alone, told):
    def written(reads):
        return ["My brother Emil makes my arms itch." if "Emil" in reads else "Wool makes my arms itch."]

    said = "so wool makes my arms itch"
    assert claims(written, said, step("my brother Emil is here"), alone=alone, taught=True) == [told]


def test_who_was_named_earlier_is_meant_where_nobody_was_named_just_before():
    before = [step("my sister moved to Leeds"), step("it rained all day")]

    def written(context):
        return ["My sister is called Bea." if "sister" in context else "She is called Bea."]

    assert claims(written, "she is called Bea", *before) == ["My sister is called Bea."]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Llamar al médico", "recuérdame que llame al médico"),
        ("Haar bril meenemen", "herinner me eraan dat ik haar bril meeneem"),
        ("Die Medikamente mitbringen", "erinner mich daran die medikamente mitzubringen"),
        ("Rendre mon exposé", "rappelle moi que je rende mon exposé"),
    ],
)
def test_another_form_of_a_verb_was_said(written, said):
    assert is_said(written, said, 0)


def test_another_word_was_not_said():
    assert not is_said("Mi gato come pescado", "mi perro come pan", 0)
    assert not is_said("Call the planet", "call about the plants", 0)


def test_a_taught_model_may_add_function_words():
    line, said = "I have an exam on Monday.", "exam on monday, if i fail i'm moving to a cave"
    assert grounded([line], [said], said, taught=True) == [line]
    assert grounded([line], [said], said) == []
    alone = "It's just me and my baby Arlo now."
    assert grounded(
        [alone], ["and now its just me and him"], "my baby arlo. and now its just me and him", taught=True
    )


def test_what_was_said_once_is_in_no_statement_twice():
    said = "we lost a patient tonight. little boy, six years old"
    assert grounded(["Our patient lost a patient tonight."], [said], said, taught=True) == []
    assert grounded(["We lost a patient tonight."], [said], said, taught=True) == [
        "We lost a patient tonight."
    ]


def test_two_sentences_are_not_made_one():
    said = "we lost a patient tonight. little boy, six years old."

    def written(context):
        first = ["We lost a patient tonight."]
        alone = context.endswith("Message: little boy, six years old.")
        return ["Our little boy, six years old, lost a patient tonight."] if alone else first

    assert claims(written, said, taught=True) == [
        "We lost a patient tonight (Tuesday 24 November 2026).",
        "Little boy, six years old.",
    ]


def test_of_what_is_only_supposed_no_word_may_be_lost():
    said_at, written = datetime(2026, 11, 29, tzinfo=UTC), ["I'd buy a boat and sail to the islands."]
    supposed = "If I won the raffle I'd buy a boat and sail to the islands."
    assert keeps_words(supposed, written, said_at)
    assert not keeps_words(supposed, written, said_at, 0)
