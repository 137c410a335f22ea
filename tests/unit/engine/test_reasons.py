"""Why something is hidden: nothing is free before its last reason is lifted."""

from hypothesis import given
from hypothesis import strategies as st

from engine.reasons import Reasons
from engine.vault import Vault

refs = st.sets(st.sampled_from(["step:1", "step:2", "fact:1", "node:1"]), min_size=1)


@given(noted=st.lists(st.tuples(st.sampled_from("ab"), refs), max_size=6), lifted=st.lists(refs, max_size=6))
def test_what_is_free_has_lost_every_reason_and_is_freed_once(noted, lifted):
    vault = Vault.throwaway([])
    reasons, others = Reasons(vault, "one"), Reasons(vault, "other")
    left: dict[str, set[str]] = {}
    with vault.unit() as unit:
        for owner, because in noted:
            reasons.note(unit, owner, because, f"was {owner}")
            others.note(unit, owner, because)
            left.setdefault(owner, set()).update(because)
        for gone in lifted:
            free = reasons.lift(unit, gone)
            expected = {
                owner: f"was {owner}" for owner, because in left.items() if because & gone and because <= gone
            }
            left = {owner: because - gone for owner, because in left.items() if owner not in expected}
            assert free == expected
            assert all(reasons.of(owner) == because for owner, because in left.items())
        assert all(others.of(owner) for owner, _ in noted)
        unit.commit()
    vault.close()


def test_what_was_erased_is_brought_back_by_nothing():
    vault = Vault.throwaway([])
    reasons = Reasons(vault, "one")
    with vault.unit() as unit:
        reasons.note(unit, "fact:1", {"step:1"}, "the words of f_2")
        reasons.forget(unit, "f_2")
        assert reasons.lift(unit, {"step:1"}) == {"fact:1": ""}
        reasons.note(unit, "fact:1", {"step:1"}, "words")
        reasons.clear(unit)
        assert reasons.lift(unit, {"step:1"}) == {}
        unit.commit()
    assert not vault.rows("SELECT 1 FROM vault_hidden", ())
    vault.close()
