from companion.host.readiness import Readiness


def test_what_waits_for_a_word_is_part_of_the_state_and_told_once():
    readiness = Readiness("Companion", "Mira")
    heard = []
    readiness.listen(heard.append)
    readiness.note_pending("1. I like jazz.")
    readiness.note_pending("1. I like jazz.")
    assert readiness.state.pending == "1. I like jazz."
    assert [event["state"]["pending"] for event in heard] == ["1. I like jazz."]
    readiness.note_pending("")
    assert readiness.state.pending == ""
