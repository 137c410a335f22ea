"""The brief of the morning: short, true, every line with its source, and without a model."""

from datetime import time, timedelta
from string import Formatter

import pytest

from engine.intent import Every, ItemKind, When
from engine.language.scripted import ScriptedModel
from engine.memory import NewNode, NodeKind
from engine.night import JobKind, markdown, summary_text, words
from engine.person import Action, Proposal
from engine.trail import StepKind


def test_what_was_promised_for_the_day_comes_first_and_leads_to_its_source(nights):
    (said,) = nights.told("Remind me to ring the dentist tomorrow at nine")
    item = nights.mind.intent.note_said(
        ItemKind.REMINDER, "ring the dentist at nine", said, When(day=nights.today + timedelta(days=1))
    )
    nights.morning()
    nights.do(JobKind.BRIEF)
    brief = nights.night.results.brief()
    assert brief.day == nights.today
    first = brief.lines[0]
    assert (first.section, first.text) == ("today", "ring the dentist at nine")
    assert set(first.cites) == {item.ref, f"step:{said.id}"}
    assert summary_text(brief).startswith("Today: ring the dentist at nine.")
    assert len(markdown(brief).split()) < 200  # under a minute to read


def test_every_line_cites_something_and_says_nothing_of_its_own(nights):
    nights.told("Pavel mended the roof of the old barn", "I sowed the beans behind the shed", "ok fine")
    nights.mind.intent.note_item(ItemKind.PLAN, "buy nails", When(day=nights.today + timedelta(days=3)))
    nights.morning()
    nights.do(JobKind.BRIEF)
    lines = nights.night.results.brief().lines
    assert {line.section for line in lines} == {"ahead", "told"}
    assert all(line.cites for line in lines)
    texts = [line.text for line in lines]
    assert "buy nails (Thursday 7 May)" in texts
    assert "Yesterday: “Pavel mended the roof of the old barn”" in texts
    assert not any("ok fine" in text for text in texts)


def test_what_they_said_of_this_day_and_the_next_is_told_on_its_day(nights):
    nights.told(
        "tmrw at ten i have an interview at a climate startup",
        "am samstag kommt Tante Gerda zum Kaffee",
        "we had dinner at the Red Lantern on Friday",
    )
    nights.morning()
    nights.do(JobKind.BRIEF)
    told = [(line.section, line.text) for line in nights.night.results.brief().lines]
    assert told == [
        ("today", "“tmrw at ten i have an interview at a climate startup” (you said yesterday)"),
        ("ahead", "Saturday 9 May: “am samstag kommt Tante Gerda zum Kaffee”"),
        ("told", "Yesterday: “we had dinner at the Red Lantern on Friday [1 May]”"),
    ]


def test_what_asked_to_be_forgotten_is_not_quoted(nights):
    (asked,) = nights.told("Please forget what I told you about the chess club")
    loop = nights.mind.trail.loop(asked.loop_id)
    nights.mind.trail.record(loop, StepKind.UPDATE, "", "companion", details={"action": "forget"})
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert nights.night.results.brief().lines == ()


def test_a_reminder_without_a_day_is_still_open(nights):
    nights.mind.intent.note_item(ItemKind.REMINDER, "buy dog food before Pia comes")
    nights.morning()
    nights.do(JobKind.BRIEF)
    lines = [(line.section, line.text) for line in nights.night.results.brief().lines]
    assert lines == [("open", "buy dog food before Pia comes")]
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert nights.night.results.brief().lines[0].text == "buy dog food before Pia comes (open since 4 May)"


def noted(nights, text, said, day=None, at=None):
    """Something noted from the Step in which it was said."""
    due = None if day is None else When(day=day, at=at)
    return nights.mind.intent.note_said(ItemKind.REMINDER, text, said, due)


def test_a_note_that_leans_on_what_was_said_before_takes_its_day_or_its_own_words(nights):
    sings, chairs, keys = nights.told(
        "ok so the choir sings in our barn on saturday. they need eighty chairs lol",
        "remind me to borrow chairs for the choir by then",
        "and afterwards Nina gets her keys back, i must think of that",
    )
    lent = noted(nights, "Borrow chairs for the choir", chairs)
    noted(nights, "Give Nina her keys", keys)
    nights.morning()
    nights.do(JobKind.BRIEF)
    first, second = [line for line in nights.night.results.brief().lines if line.section == "open"]
    assert first.text == "Borrow chairs for the choir (Saturday 9 May)"
    assert first.cites == (lent.ref, f"step:{chairs.id}", f"step:{sings.id}")
    assert second.text == "Give Nina her keys: “and afterwards Nina gets her keys back, i must think of that”"
    nights.mind.conversation.withdraw([f"step:{sings.id}"])
    assert [line.text for line in nights.night.results.brief().lines if line.section == "open"] == [
        second.text
    ]


def test_a_note_of_another_talk_leans_on_nothing(nights):
    nights.told("the choir sings in our barn on saturday and needs eighty chairs")
    nights.clock.advance(timedelta(hours=3))
    (chairs,) = nights.told("remind me to borrow chairs for the choir by then")
    noted(nights, "Borrow chairs for the choir", chairs)
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert [line.text for line in nights.night.results.brief().lines if line.section == "open"] == [
        "Borrow chairs for the choir"
    ]


def test_what_has_an_hour_and_no_day_is_for_today(nights):
    (said,) = nights.told("i must not forget my drops, at nine in the evening")
    noted(nights, "Take the drops at nine in the evening", said)
    nights.morning()
    nights.do(JobKind.BRIEF)
    (line,) = nights.night.results.brief().lines
    assert (line.section, line.text) == ("today", "Take the drops at nine in the evening")


def test_how_it_went_is_asked_once_of_what_is_over(nights):
    at = When(day=nights.today + timedelta(days=1), at=time(10), lead_minutes=60)
    nights.mind.intent.note_item(ItemKind.PLAN, "Interview at the climate startup", at)
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert [line.section for line in nights.night.results.brief().lines] == ["today"]
    nights.morning()
    nights.do(JobKind.BRIEF)
    (line,) = nights.night.results.brief().lines
    asked = "Interview at the climate startup, 10:00 (yesterday): how did it go?"
    assert (line.section, line.text) == ("open", asked)
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert nights.night.results.brief().lines == ()


def test_who_told_of_a_joy_after_its_hour_is_not_asked_how_it_went(nights):
    at = When(day=nights.today + timedelta(days=1), at=time(10), lead_minutes=60)
    nights.mind.intent.note_item(ItemKind.PLAN, "Interview at the climate startup", at)
    nights.morning()
    nights.told("I found my lucky scarf again!!!")  # at seven, before its hour
    nights.clock.advance(timedelta(hours=5))
    nights.told("the train back was late")
    (glad,) = nights.told("i got it!!!")
    nights.morning()

    def reply(request):
        return "success" if "!!!" in request.prompt[-1].text else "tells"

    nights.do(JobKind.BRIEF, model=ScriptedModel(reply))
    found = nights.night.results.brief().lines
    (line,) = [one for one in found if one.section == "open"]
    told = "Interview at the climate startup, 10:00 (yesterday): since then you told me “i got it!!!”"
    assert line.text == told
    assert f"step:{glad.id}" in line.cites
    assert not any("how did it go" in one.text for one in found)
    assert sum("i got it!!!" in one.text for one in found) == 1


@pytest.mark.parametrize(
    ("text", "at", "judged", "told"),
    [
        ("Take the drops", time(21), "Every", [("today", "Take the drops, 21:00")]),
        ("Ring the plumber", time(9), "Coming", [("today", "Ring the plumber, 09:00 (was for 5 May)")]),
        ("Feed the hens every morning", None, "Every", [("today", "Feed the hens every morning")]),
        ("Post the letter", None, "Coming", [("open", "Post the letter (open since 4 May)")]),
        (
            "Bring out the bins every Tuesday",
            None,
            "Every",
            [("open", "Bring out the bins every Tuesday (open since 4 May)")],
        ),
    ],
)
def test_what_is_of_every_day_is_for_today_and_never_late(nights, text, at, judged, told):
    day = None if at is None else nights.today + timedelta(days=1)
    nights.mind.intent.note_item(ItemKind.REMINDER, text, day and When(day=day, at=at))
    nights.morning(days=3)
    nights.do(JobKind.BRIEF, model=ScriptedModel(lambda _: judged))
    assert [(line.section, line.text) for line in nights.night.results.brief().lines] == told


def test_a_habit_that_the_note_has_lost_is_seen_in_the_fact_of_the_same_words(nights):
    (said,) = nights.told("I take a tablet for my heart at eight in the evening, I mustn't forget it")
    due = When(day=nights.today, at=time(20))
    nights.mind.intent.note_said(ItemKind.REMINDER, "Take a tablet for my heart", said, due)
    fact = "I take a tablet for my heart at eight in the evening."
    nights.mind.person.apply(Proposal(Action.REMEMBER, fact).stated_in(said.id, said.text))
    nights.morning(days=2)

    def reply(request):
        return "Every" if "I take" in request.prompt[-1].text else "Coming"

    nights.do(JobKind.BRIEF, model=ScriptedModel(reply))
    told = [(line.section, line.text) for line in nights.night.results.brief().lines]
    assert told == [("today", "Take a tablet for your heart, 20:00")]


def test_what_they_rejoiced_at_is_told_though_no_fact_came_of_it(nights):
    kept, _, _ = nights.told(
        "I moved to the third floor in Ghent",
        "they took my picture for the exhibition!!!",
        "the lift smells of paint and the stairs do too",
    )
    nights.mind.person.apply(Proposal(Action.REMEMBER, kept.text).stated_in(kept.id, kept.text))
    nights.morning()

    def reply(request):
        asked = request.prompt[-1].text
        return "success" if "exhibition" in asked else "tells"

    nights.do(JobKind.BRIEF, model=ScriptedModel(reply))
    assert [line.quote for line in nights.night.results.brief().lines if line.section == "told"] == [
        "they took my picture for the exhibition!!!"
    ]


def test_the_hour_that_a_note_left_out_is_told(nights):
    (said,) = nights.told("prepping for an interview at a climate startup tmrw 10am, kinda nervous ngl")
    nights.mind.intent.note_said(
        ItemKind.REMINDER, "Interview at a climate startup", said, When(day=nights.today + timedelta(days=1))
    )
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert summary_text(nights.night.results.brief()) == "Today: Interview at a climate startup, 10:00."


def test_a_question_is_no_news(nights):
    nights.told("What is the tallest mountain in Africa? Lena asked me and I had no clue.")
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert [line.quote for line in nights.night.results.brief().lines] == ["Lena asked me and I had no clue."]


def test_a_day_without_anything_says_so(nights):
    nights.do(JobKind.BRIEF)
    assert nights.night.results.brief().lines == ()
    assert summary_text(nights.night.results.brief()) == "A quiet day: nothing is due, and nothing waits."


def test_what_was_for_a_day_that_has_passed_is_said_to_be_late(nights):
    nights.mind.intent.note_item(
        ItemKind.REMINDER, "pay the rent", When(day=nights.today + timedelta(days=1))
    )
    nights.morning(days=3)
    nights.do(JobKind.BRIEF)
    assert [line.text for line in nights.night.results.brief().lines] == ["pay the rent (was for 5 May)"]


def test_what_is_taken_back_is_in_no_brief_any_more_and_comes_back_with_it(nights):
    (said,) = nights.told("Lotte moves to Oslo on Friday")
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert "Oslo" in summary_text(nights.night.results.brief())
    nights.mind.conversation.withdraw([f"step:{said.id}"])
    assert "Oslo" not in markdown(nights.night.results.brief())
    nights.mind.conversation.restore([f"step:{said.id}"])
    assert "Oslo" in markdown(nights.night.results.brief())


def test_what_is_private_is_not_in_it(nights):
    (said,) = nights.told("My locker code at the pool is 4711")
    node = nights.mind.memory.remember(
        NewNode(NodeKind.KNOWLEDGE, "locker code 4711", sources=(f"step:{said.id}",), private=True)
    ).node
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert node.private
    assert "4711" not in markdown(nights.night.results.brief())


def test_it_is_read_as_files_too(nights):
    nights.told("Lotte moves to Oslo on Friday")
    nights.morning()
    nights.do(JobKind.BRIEF)
    files = dict(nights.night.results.export_markdown())
    assert "Oslo" in files["overnight/morning-brief.md"]
    assert any(name.endswith("meta.json") for name in files)


def test_what_is_erased_leaves_no_word_in_any_table_of_the_night(nights):
    nights.mind.intent.note_item(ItemKind.PLAN, "help with the move to Oslo")
    nights.clock.advance(timedelta(days=1))
    (said,) = nights.told("Lotte moves to Oslo and needs help with the piano")
    nights.morning()
    nights.do(JobKind.BRAIN, JobKind.DREAM, JobKind.BRIEF)
    assert "piano" in _words_of(nights)
    nights.mind.conversation.erase([f"step:{said.id}"])
    assert "piano" not in _words_of(nights)


def test_a_person_who_is_forgotten_leaves_nothing(nights):
    nights.told("Lotte moves to Oslo on Friday")
    nights.night.queue.add(JobKind.PROBLEM, "person", "How do I help Lotte?")
    nights.morning()
    nights.do(JobKind.BRAIN, JobKind.BRIEF)
    nights.mind.forgetting.forget_person()
    assert _words_of(nights) == ""


def _words_of(nights):
    tables = (
        "night_jobs", "night_lines", "night_changes", "night_seen", "night_state", "night_dismissed",
    )  # fmt: skip
    return "".join(
        str(tuple(row))
        for table in tables
        for row in nights.mind.vault.rows(f"SELECT * FROM {table}")  # noqa: S608 - constants
    )


def test_what_was_said_of_a_day_is_told_as_that_day_is_called_now(nights):
    nights.told("I bought a red bicycle yesterday and I already love it")
    nights.morning()
    nights.do(JobKind.BRIEF)
    (line,) = nights.night.results.brief().lines
    assert line.text == "Yesterday: “I bought a red bicycle [3 May] and I already love it”"


def test_a_day_that_would_read_odd_in_brackets_stays_as_it_was_said(nights):
    nights.told(
        "Since Ruth passed away in March the house is so quiet",
        "we lost a patient on the ward tonight",
        "My boss Petra was kind today",
    )
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert not [line for line in nights.night.results.brief().lines if "[" in line.text]


def test_a_request_without_its_mark_is_not_told_as_news(nights):
    asked = "can you suggest a dinner to celebrate, you know what i like"
    nights.told("I got the job at the climate startup", asked, asking=[asked])
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert [line.quote for line in nights.night.results.brief().lines] == [
        "I got the job at the climate startup"
    ]


def test_a_question_stays_one_though_its_answer_is_hidden(nights):
    asked = "what do i do for a living"
    nights.told("I got the job at the climate startup", asked, asking=[asked])
    trail = nights.mind.trail
    for answer in trail.recent_steps(10, kinds=(StepKind.ANSWER,)):
        trail.withdraw(answer.id)
    nights.morning()
    nights.do(JobKind.BRIEF)
    quotes = [line.quote for line in nights.night.results.brief().lines]
    assert quotes == ["I got the job at the climate startup"]


def test_what_it_comes_down_to_is_shorter_than_its_lines(nights):
    nights.told("The adoption agency called and said yes " + "and I am so happy about all of it " * 5)
    nights.morning()
    nights.do(JobKind.BRIEF)
    brief = nights.night.results.brief()
    assert [line.section for line in brief.lines] == ["told"]
    assert summary_text(brief) == "A quiet day: nothing is due, and nothing waits."
    nights.told("On Friday Pavel comes, " + "and we go to the harbour " * 5)
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert summary_text(nights.night.results.brief()) == (
        "Nothing is due today. Coming up: Friday 8 May: “On Friday Pavel comes, and we go to the harbour and we go…”"
    )
    nights.told("Saturday the men from the chess club come round, Harold and Ernst")
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert summary_text(nights.night.results.brief()) == (
        "Nothing is due today. Coming up: Tomorrow: “On Friday Pavel comes, and we go to the…”; "
        "Saturday 9 May: “Saturday the men from the chess club…”"
    )


def test_who_speaks_german_reads_german_words_around_their_own(nights):
    nights.told("am samstag kommt meine tante gerda zum kaffee", "gestern habe ich ein rotes fahrrad gekauft")
    nights.mind.intent.note_item(ItemKind.REMINDER, "Oma die Medikamente mitbringen")
    nights.morning()
    nights.do(JobKind.BRIEF)
    brief = nights.night.results.brief()
    assert [line.text for line in brief.lines] == [
        "Oma die Medikamente mitbringen",
        "Samstag, 9. Mai: „am samstag kommt meine tante gerda zum kaffee“",
        "Gestern: „gestern habe ich ein rotes fahrrad gekauft“",
    ]
    assert markdown(brief).startswith(
        "# Dienstag, 5. Mai 2026\n\nHeute steht nichts an. Noch offen: Oma die Medikamente mitbringen. "
        "Was kommt: Samstag, 9. Mai: „am samstag kommt meine tante gerda zum kaffee“."
    )


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "nl", "pt"])
def test_each_language_has_all_words_with_the_same_blanks(language):
    def blanks(found: object) -> object:
        if isinstance(found, dict):
            return {name: blanks(value) for name, value in found.items()}
        return {name for _, name, _, _ in Formatter().parse(found) if name}

    marks = {"locale", "day", "day_of_year", "weekday", "weekday_of_year", "near"}
    told, english = (blanks(words(code).model_dump(exclude=marks)) for code in (language, "en"))
    assert told == english


def test_a_note_is_read_as_it_is_said_to_them(nights):
    nights.mind.intent.note_item(ItemKind.REMINDER, "Buy dog food before my sister comes")
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert [line.text for line in nights.night.results.brief().lines] == [
        "Buy dog food before your sister comes"
    ]


def test_who_they_are_is_no_news_and_what_they_are_glad_of_is(nights, monkeypatch):
    nights.told(
        "My granddaughter put you on this computer, my name is Walter",
        "I work as a carpenter in a small workshop",
        "I got the promotion that I hoped for",
    )
    kinds = {"granddaughter": "meets", "carpenter": "tells", "promotion": "success"}

    def kind_of(_decisions, _model, text):
        return next(kind for word, kind in kinds.items() if word in text)

    monkeypatch.setattr("engine.night.material.kind_of", kind_of)
    nights.morning()
    nights.do(JobKind.BRIEF, model=ScriptedModel(lambda _: ""))
    assert [line.quote for line in nights.night.results.brief().lines] == [
        "I got the promotion that I hoped for"
    ]


def test_nothing_is_told_twice_in_a_brief_nor_again_when_yesterday_has_a_date(nights):
    nights.mind.intent.note_item(ItemKind.REMINDER, "mend the roof of the barn")
    nights.clock.advance(timedelta(days=6))
    for km in (5, 6):
        nights.clock.advance(timedelta(days=1))
        nights.told(
            f"My knee hurt again on the run of {km} km along the Fulda", "Lotte sold plum jam to Pavel"
        )
    nights.morning()
    nights.do(JobKind.BRAIN, JobKind.BRIEF)
    lines = nights.night.results.brief().lines
    assert [line.text for line in lines if "roof" in line.text] == [
        "mend the roof of the barn (open since 4 May)"
    ]
    assert [line.section for line in lines if "6 km" in line.text] == ["night"]
    nights.morning()
    nights.do(JobKind.BRAIN, JobKind.BRIEF)
    assert [line for line in nights.night.results.brief().lines if line.section == "night"] == []


def test_what_came_of_a_problem_is_told_once_and_that_nothing_did(nights):
    (said,) = nights.told("On Tuesdays I am home by four and the house is quiet")
    for problem in ("On which day am I home early for the piano?", "Whom to ask about the tax return?"):
        nights.night.queue.add(JobKind.PROBLEM, "person", problem)
    nights.morning()
    nights.do(JobKind.BRIEF)
    found, nothing = [line for line in nights.night.results.brief().lines if line.section == "asked"]
    assert found.text == (
        "On “On which day am I home early for the piano?”: yesterday: "
        "“On Tuesdays I am home by four and the house is quiet”"
    )
    assert f"step:{said.id}" in found.cites
    assert nothing.text == "On “Whom to ask about the tax return?”: nothing that you told me bears on it."
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert not [line for line in nights.night.results.brief().lines if line.section == "asked"]


def test_of_what_was_thought_back_on_only_what_was_kept_is_quoted_and_nothing_hard(nights):
    kept, hard, _ = nights.told(
        "My sister Lotte moves to Oslo in June",
        "My boss shouted at me in front of everybody",
        "ok thanks, good night",
    )
    for step in (kept, hard):
        nights.mind.person.apply(Proposal(Action.REMEMBER, step.text).stated_in(step.id, step.text))
    nights.mind.mood.notice("low", episode_id=hard.episode_id, source=f"step:{hard.id}")
    nights.mind.mood.notice("glad", episode_id=kept.episode_id, source=f"step:{kept.id}")
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert [line.quote for line in nights.night.results.brief().lines] == [
        "My sister Lotte moves to Oslo in June"
    ]


def test_what_leads_to_something_pasted_is_not_quoted(nights):
    nights.told(
        "this is the mail they sent: 'Dear candidate, I am Tom Keller, head of platform. I live in Zurich.'"
    )
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert nights.night.results.brief().lines == ()


def test_what_was_learnt_apart_from_a_talk_is_new_to_them(nights):
    (said,) = nights.told("My sister Lotte moves to Oslo in June")
    nights.morning()
    nights.mind.person.apply(Proposal(Action.REMEMBER, said.text).stated_in(said.id, said.text))
    nights.do(JobKind.BRIEF)
    learnt = [line.text for line in nights.night.results.brief().lines if line.section == "learnt"]
    assert learnt == ["Your sister Lotte moves to Oslo in June"]


def test_what_comes_again_is_for_today_and_never_over(nights):
    begun = nights.today - timedelta(days=6)
    intent = nights.mind.intent
    intent.note_item(ItemKind.REMINDER, "take my tablet", When(day=begun, at=time(20), every=Every.DAY))
    choir = When(day=nights.today - timedelta(days=5), at=time(19), lead_minutes=60, every=Every.WEEK)
    intent.note_item(ItemKind.PLAN, "choir", choir)
    nights.morning()
    nights.do(JobKind.BRIEF)
    told = [(line.section, line.text, line.due - nights.today) for line in nights.night.results.brief().lines]
    day = timedelta(days=1)
    assert told == [
        ("today", "take your tablet, 20:00", day * 0),
        ("ahead", "choir, 19:00 (tomorrow)", day),
    ]
