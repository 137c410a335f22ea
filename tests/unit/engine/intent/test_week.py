"""A week and a month, played: promises made, kept and overdue; gaps of every kind; a correction in its place."""

from engine.intent import GapMode, HandoffItem, ItemKind, TimeOfDay
from engine.trail import LoopStatus, Step, StepKind
from tests.unit.engine.intent.conftest import SETTINGS, Together, count

INTERVIEW = "ask how the interview went"
RECIPE = "look up the bread recipe"
KEEL = "think about names for the boat"


def turn(together: Together, text: str, answer: str = "I see.") -> tuple[str, Step]:
    """One exchange with its block; returns what corrections said in it, and the answer."""
    loop = together.trail.open_loop("window", "process-1", "utterance")
    utterance = together.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
    minded = together.intent.minding(utterance, count).text
    step = together.trail.record(loop, StepKind.ANSWER, answer, "Elara")
    together.trail.close_loop(loop.id, LoopStatus.DONE)
    return minded, step


def meet(together: Together) -> tuple[GapMode | None, str]:
    """How a time together opens: the mode, and what the model reads."""
    return together.intent.greeting().mode, together.intent.opening(count).text


def item(together: Together, text: str) -> HandoffItem:
    """The open item of that text."""
    return next(each for each in together.intent.items.open() if each.text == text)


def monday(mira: Together) -> None:
    """Two promises, a plan, and a mistake that is corrected; a pause of twenty minutes; goodbye."""
    mira.intent.intentions.intend("Listen longer before I answer")
    assert meet(mira) == (None, "")
    mira.said("My interview is on Wednesday", "Good luck! I will ask how the interview went.", (INTERVIEW,))
    mira.said("I'd love to bake", "I can look up the bread recipe for you.", (RECIPE, "fly to the moon"))
    mira.intent.note_item(ItemKind.PLAN, "Book the hall")
    mira.intent.corrections.add(
        "Committed the keys to the public repository",
        "Look for secrets before committing",
        fails_when="committing files to a public repository",
        fine_when="committing to a private test repository",
    )
    mira.wait(minutes=20)
    mode, text = meet(mira)
    assert mode is GapMode.INSTANT_RESUME
    assert "promised" not in text
    minded, _ = turn(mira, "I'm going to commit these files to the public repo")
    assert "Look for secrets" in minded
    minded, _ = turn(mira, "Let's commit to our private test repo")
    assert minded == ""
    mira.goodbye()
    handoff = mira.intent.handoffs.latest()
    assert handoff is not None
    assert sorted(each.text for each in handoff.items) == sorted([INTERVIEW, RECIPE, "Book the hall"])


def three_hours_later(mira: Together) -> None:
    """One piece of work, no list. The recipe is kept: so thinks the model, and shows where."""
    mira.wait(hours=3)
    mode, text = meet(mira)
    assert mode is GapMode.CONTINUATION
    assert text.count("\n- ") == 1
    _, shown = turn(mira, "And the bread?", "Here is the bread recipe.")
    mira.intent.propose_fulfilled(item(mira, RECIPE).id, (shown.id,))
    mira.goodbye()


def a_night_later(mira: Together) -> None:
    """What seems to be done is not brought up; the intention is checked."""
    mira.wait(hours=17)
    mode, text = meet(mira)
    assert mode is GapMode.FRESH_START
    assert "bread" not in text
    assert mira.intent.greeting().check_intention
    mira.intent.intentions.check(followed=True)
    turn(mira, "Good morning")
    mira.goodbye()


def two_days_later(mira: Together) -> None:
    """The recipe was never sent, says the person; the interview is asked about, and done."""
    mira.wait(days=1, hours=22)
    mode, text = meet(mira)
    assert mode is GapMode.CATCH_UP
    assert f"you promised: {INTERVIEW}" in text
    recipe = next(each for each in mira.intent.items.all() if each.text == RECIPE)
    mira.intent.reopen(recipe.id)
    turn(mira, "The interview went well!", "How did the interview go? Well, I hear!")
    mira.intent.fulfil(item(mira, INTERVIEW).id)
    mira.goodbye()


def the_weekend(mira: Together) -> None:
    """However often they meet, the recipe is carried once a day, and overdue at the third time."""
    carried = []
    for _ in range(3):
        for _ in range(2):
            mira.wait(hours=12)
            turn(mira, "Hello")
            mira.goodbye()
        carried.append(item(mira, RECIPE).carried)
    assert carried == [carried[0], carried[0] + 1, carried[0] + 2]
    assert carried[-1] >= 3
    assert item(mira, RECIPE).first_seen.day == 9
    overdue = mira.intent.greeting().due[0]
    assert (overdue.text, overdue.overdue) == (RECIPE, True)


def a_month_later(mira: Together) -> None:
    """Met with care; the overdue promise is named, what is done is not; the correction has slept and still knows."""
    mira.wait(days=30)
    mode, text = meet(mira)
    assert mode is GapMode.CHECK_IN
    assert "(open since 9 February)" in text
    assert text.count("\n- ") == 2
    assert count(text) <= SETTINGS.opening_tokens
    assert INTERVIEW not in text
    assert len(mira.intent.corrections.dormant()) == 1
    minded, _ = turn(mira, "Shall I commit this to the public repo?")
    assert "Look for secrets" in minded
    assert mira.intent.corrections.dormant() == []
    assert mira.intent.corrections.all()[0].activations == 2


def test_a_week_and_a_month_together(meant: Together) -> None:
    for part in (monday, three_hours_later, a_night_later, two_days_later, the_weekend, a_month_later):
        part(meant)


def test_a_clock_set_back_makes_no_debts_and_no_absence(meant: Together) -> None:
    mira = meant
    mira.said("Hello", f"I will {KEEL}.", (KEEL,))
    mira.goodbye()
    mira.wait(days=2)
    turn(mira, "Hello")
    mira.goodbye()
    assert mira.only().carried == 1
    mira.wait(days=-3)
    assert mira.intent.greeting().mode is GapMode.INSTANT_RESUME
    turn(mira, "Hello")
    mira.goodbye()
    after = mira.only()
    assert (after.carried, after.first_seen.day) == (1, 9)


def test_late_at_night_the_opening_says_so(mira: Together) -> None:
    mira.said("Hello")
    mira.goodbye()
    mira.wait(hours=14.5)
    assert mira.intent.greeting().time_of_day is TimeOfDay.LATE_NIGHT
    assert "late at night" in mira.intent.opening(count).text
