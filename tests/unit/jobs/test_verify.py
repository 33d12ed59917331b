"""Every figure of a run computed again: what is compared when, faults of either engine, notices."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from dealclock.jobs.deal_day import arithmetic_of, own_look
from dealclock.jobs.documents.quarter import quarter
from dealclock.jobs.operate import verify as module
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.verify import verify
from dealclock.jobs.operate.watch import CHECKS
from dealclock.messages import words
from dealclock.store import Store, Verdict
from dealclock.store.verdicts import packed
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.own_partitions import own_partitions
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import MORNING, planned
from tests.unit.jobs.watching import said

HOUR = timedelta(hours=1)
ALL = timedelta(minutes=5)


@pytest.fixture
def house() -> House:
    """A deal on its first morning, its figures stored and not compared."""
    return planned(Store(MemoryTable()))


def compare(house: House) -> int:
    """One round of the second engine, under its own role; how many deals it compared."""
    done = verify(own_partitions(house.store, "verify").verdicts, lambda: house.now, ALL)
    assert done.failed == ()
    return done.compared


def watched(house: House) -> list[str]:
    """What the watchdog finds in the verdicts."""
    found = Round(house.services)
    found.make("arithmetic", CHECKS["arithmetic"])
    return said(found)


def verdict_of(house: House) -> Verdict:
    found = house.store.verdicts.get("story")
    assert found is not None
    return found


def change(house: House, edit: Callable[[dict[tuple[str, str], str]], None]) -> None:
    """Store the figures of a later run with a fault in them."""
    figures = house.store.verdicts.figures("story")
    assert figures is not None
    house.now += HOUR
    content = dict(figures.content)
    values = {(name, what): value for name, what, value in content["figures"]}
    edit(values)
    content["figures"] = [[*name, value] for name, value in values.items()]
    again = replace(figures, body=packed(content), at=house.now)
    assert house.store.verdicts.put_figures("story", again)


def test_a_run_is_compared_once_and_again_after_a_week(house: House) -> None:
    assert compare(house) == 1
    first = verdict_of(house)
    assert first.agreed > 5
    assert (first.differences, first.left_out) == ([], {})
    house.now += timedelta(days=6)
    assert compare(house) == 0
    house.now += timedelta(days=1, hours=1)
    assert compare(house) == 1
    assert verdict_of(house).at == house.now
    assert verdict_of(house).figures_at == first.figures_at


def test_figures_of_an_earlier_run_never_replace_those_of_a_later_one(house: House) -> None:
    figures = house.store.verdicts.figures("story")
    assert figures is not None
    assert not house.store.verdicts.put_figures("story", replace(figures, at=figures.at - HOUR))


def test_a_difference_is_sent_once_to_each_lead_alone_and_withdrawn_once_it_agrees(
    house: House,
) -> None:
    def round_of_all() -> list[str]:
        """What the leads are sent once the second engine and the watchdog have run."""
        house.slack.posts.clear()
        compare(house)
        assert watched(house) == [
            "Story: the two engines differ on a date or an amount as of 2004-06-30."
        ]
        house.deliver_all()
        assert {post.channel for post in house.slack.posts} <= {"U01MARIA"}
        return [f"{post.text} {post.blocks}" for post in house.slack.posts]

    house.deliver_all()
    sent = len(house.mailbox.mails)
    change(house, lambda values: values.update({SHELF: "2004-07-31"}))
    (message,) = round_of_all()
    (found,) = verdict_of(house).differences
    assert found["name"] == [*SHELF]
    assert all(found[f"{which}_trace"] for which in ("first", "second"))
    for text in (
        found["first"],
        found["second"],
        found["first_trace"][0],
        found["second_trace"][0],
    ):
        assert str(text) in message
    assert len(house.mailbox.mails) == sent + 1
    # Again, and in the figures of a later run: the same difference.
    change(house, lambda values: None)
    assert round_of_all() == []
    change(house, lambda values: values.update({SHELF: "2004-08-01"}))
    assert len(round_of_all()) == 1
    # One that agrees before its notice leaves is not sent.
    change(house, lambda values: values.update({SHELF: "2004-08-02"}))
    compare(house)
    assert watched(house)
    change(house, lambda values: values.update({SHELF: found["second"]}))
    compare(house)
    assert watched(house) == []
    house.slack.posts.clear()
    house.deliver_all()
    assert house.slack.posts == []


SHELF = ("shelf-filing", "due")


def test_a_deal_that_the_second_engine_fails_on_says_so_until_it_does_not(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> tuple[str, list[str]]:
        """What its people and the operator are shown."""
        deal = house.store.deals.get("story")
        assert deal is not None
        return arithmetic_of(deal, house.store), watched(house)

    compare(house)
    change(house, lambda values: None)
    began = house.now
    with monkeypatch.context() as broken:
        broken.setattr(module, "compute", lambda *_: int("$60,000,000"))
        for days in (0, 1, 5):  # longer than figures without a verdict are looked for
            house.now = began + timedelta(days=days)
            done = verify(house.store.verdicts, lambda: house.now, ALL)
            (cause,) = done.failed
            assert cause.startswith("ValueError (test_verify.py:")
            assert "60" not in cause.partition(":")[0]
            status, found = shown()
            failed = f"it has failed since {words.day(began.date())}; the operator is notified"
            assert status == f"Arithmetic not computed twice: {failed}"
            failed = f"has failed on its dates and amounts since {began.date()}."
            assert found == [f"Story: the second engine {failed}"]
    house.now += HOUR
    assert compare(house) == 1
    status, found = shown()
    assert status.startswith("Arithmetic computed twice, agreed ")
    assert found == []


def test_status_and_the_quarters_certificate_say_what_was_computed_twice(house: House) -> None:
    def shown(*, to_lead: bool = True) -> tuple[str, str]:
        """What `/deal status` says of it, and the text of the certificate."""
        deal = house.store.deals.get("story")
        assert deal is not None
        made = quarter(deal, house.store, own_look(deal, house.now), to_lead=to_lead)
        assert made.content.startswith(b"%PDF")
        assert made.name.startswith("REHEARSAL-Story-quarter-")
        said = arithmetic_of(deal, house.store, to_lead=to_lead)
        return said, " ".join(made.text.split())

    status, paper = shown()
    assert status == "Arithmetic not computed twice yet"
    assert "not yet" in paper
    assert "agreed" not in paper
    compare(house)
    status, paper = shown()
    assert status.startswith("Arithmetic computed twice, agreed ")
    assert {"agreed", "not checked"} <= {*re.findall("agreed|not checked|not yet|DIFFERS", paper)}
    assert "not yet" not in paper
    change(house, lambda values: values.update({SHELF: "2004-06-30"}))
    compare(house)
    status, paper = shown()
    assert status.startswith("Arithmetic computed twice, differs in 1 of its figures")
    assert paper.count("DIFFERS") == 1
    # To anyone but a lead neither says that anything differs, nor that all agrees.
    status, paper = shown(to_lead=False)
    assert re.fullmatch(r"Arithmetic computed twice, .* ET: ask a lead for the result", status)
    assert paper.count("ask a lead") == 2
    assert "differs" not in paper.lower()

    def elsewhere(values: dict[tuple[str, str], str]) -> None:
        """A day of this quarter is another year's by the first engine."""
        days = {name for name, value in values.items() if value[:7] == "2004-06"}
        moved = min(days - {SHELF})
        values[moved] = "2009-06-30"

    change(house, elsewhere)
    compare(house)
    assert shown()[1].count("DIFFERS") == 2, "the day of the second engine has its line"
    # A change of the deal is not covered by what was computed before it.
    house.store.deals.record_fact("story", samples.fact("LATER", MORNING), house.now, "U01MARIA")
    assert shown()[0] == "Arithmetic not computed twice yet since the last change"
