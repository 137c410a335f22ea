from engine.export import read_markdown
from engine.trail import StepKind, verbatim
from tests.unit.engine.trail.conftest import Diary


def test_a_time_together_is_one_file_word_for_word(diary: Diary) -> None:
    first = diary.say("My boat is called Marlin.")
    diary.say("recalled", kind=StepKind.RECALL)
    diary.wait(minutes=1)
    second = diary.say("A fine name.", "Elara", StepKind.ANSWER)
    ((path, content),) = verbatim(diary.trail)
    assert path == "verbatim/mira/2026/02/08/14_30_00_my_boat_is_called_marlin.md"
    meta, text = read_markdown(content)
    assert meta["steps"] == [f"step:{first.id}", f"step:{second.id}"]
    assert text == (
        "**Mira**, 2026-02-08 14:30:00\n\nMy boat is called Marlin.\n\n"
        "**Elara**, 2026-02-08 14:31:00\n\nA fine name.\n"
    )


def test_each_time_has_its_own_file_and_what_was_withdrawn_none(diary: Diary) -> None:
    kept = diary.say("Kept.")
    diary.wait(days=1)
    diary.trail.withdraw(diary.say("Taken back.").id)
    diary.wait(days=1)
    diary.say("../../etc/passwd")
    files = dict(verbatim(diary.trail))
    assert list(files) == [
        "verbatim/mira/2026/02/08/14_30_00_kept.md",
        "verbatim/mira/2026/02/10/14_30_00_etc_passwd.md",
    ]
    assert kept.id in files["verbatim/mira/2026/02/08/14_30_00_kept.md"]
    assert "Taken back" not in "".join(files.values())
