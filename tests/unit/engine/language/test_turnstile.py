"""One holder at a time, higher priorities first, lower ones asked to give way."""

import threading

import pytest

from engine.language.llama.turnstile import Priority, Turnstile

WAIT = 5


def in_thread(work):
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_waiters_go_by_priority_and_then_by_arrival():
    turns, order, threads = Turnstile(), [], []
    arrivals = [
        (Priority.BACKGROUND, 1),
        (Priority.CONVERSATION, 2),
        (Priority.INTERACTIVE, 3),
        (Priority.CONVERSATION, 4),
    ]

    def work(priority, name):
        with turns.turn(priority):
            order.append(name)

    with turns.turn(Priority.CONVERSATION):
        for count, (priority, name) in enumerate(arrivals, start=1):
            threads.append(in_thread(lambda priority=priority, name=name: work(priority, name)))
            while len(turns._waiting) < count:
                threading.Event().wait(0.001)
    for thread in threads:
        thread.join(WAIT)
    assert order == [2, 4, 3, 1]


def test_the_holder_is_asked_once_to_give_way_to_something_higher():
    turns, asked = Turnstile(), []
    with turns.turn(Priority.BACKGROUND, lambda: asked.append("please")):
        threads = [in_thread(lambda priority=priority: take(turns, priority)) for priority in Priority]
        while len(turns._waiting) < 3:
            threading.Event().wait(0.001)
    for thread in threads:
        thread.join(WAIT)
    assert asked == ["please"]


def test_the_holder_stays_for_its_own_kind():
    turns, asked = Turnstile(), []
    with turns.turn(Priority.INTERACTIVE, lambda: asked.append("please")):
        thread = in_thread(lambda: take(turns, Priority.INTERACTIVE))
        while not turns._waiting:
            threading.Event().wait(0.001)
    thread.join(WAIT)
    assert asked == []


def test_a_waiter_may_abandon_its_place():
    turns, gone, got = Turnstile(), threading.Event(), []

    def work():
        with turns.turn(Priority.CONVERSATION, abandon=gone.is_set) as mine:
            got.append(mine)

    with turns.turn(Priority.CONVERSATION):
        thread = in_thread(work)
        while not turns._waiting:
            threading.Event().wait(0.001)
        gone.set()
        turns.wake()
        thread.join(WAIT)
    assert got == [False]
    take(turns, Priority.BACKGROUND)


def test_an_error_in_a_turn_frees_it():
    turns = Turnstile()
    with pytest.raises(ZeroDivisionError), turns.turn(Priority.CONVERSATION):
        1 / 0  # noqa: B018 - any error will do
    take(turns, Priority.BACKGROUND)


def test_never_two_holders():
    turns, inside, most = Turnstile(), [], []

    def work(priority):
        for _ in range(30):
            with turns.turn(priority):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [in_thread(lambda priority=priority: work(priority)) for priority in [*Priority, *Priority]]
    for thread in threads:
        thread.join(WAIT)
    assert max(most) == 1
    assert len(most) == 180


def take(turns, priority):
    with turns.turn(priority) as mine:
        assert mine
