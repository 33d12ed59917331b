"""What belongs in a person's digest: days worked out by hand, on both sides of each boundary."""

from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from dealclock.alerts.digest import (
    NOTHING,
    ClosedDaysAhead,
    Digest,
    DigestPrint,
    compose_digest,
    compute_fingerprint,
    gets_weekly_part,
    has_something_to_say,
    item_lines,
    list_news,
    outlook_lines,
)
from dealclock.days.calendars import FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW, Calendar
from dealclock.days.counting import days_before
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Conclusion, HandOver, Obligation, UndatedDuty
from dealclock.people.away import Away
from dealclock.people.people import Person
from dealclock.people.team import Team
from tests.unit.alerts.made import assessed, duty, owed
from tests.unit.alerts.playing import seen
from tests.unit.engine.deals import history
from tests.unit.messages.messages import team as sample_team

OPENED = date(2004, 6, 30)


def on(text: str) -> date:
    return date.fromisoformat(text)


def team(who: str = "maria", **changes: object) -> Team:
    """The sample's team, with changes to one person."""
    whole = sample_team()
    people = tuple(p.model_copy(update=changes) if p.id == who else p for p in whole.people)
    return whole.model_copy(update={"people": people})


def made(
    assessment: Assessment,
    who: str = "maria",
    of: Team | None = None,
    days: Calendar = FEDERAL_RESERVE,
) -> Digest:
    of = of or sample_team()
    person = of.access.person(who)
    assert isinstance(person, Person)
    return compose_digest(assessment, of, person, days)


def due(text: str, as_of: str, **more: object) -> Obligation:
    return owed("deadline", OPENED, on(text), on(as_of), **more)  # type: ignore[arg-type]


def is_due(text: str, as_of: str) -> bool:
    return bool(made(assessed(on(as_of), due(text, as_of))).due)


def test_the_tenth_business_day_is_included_and_the_eleventh_is_not() -> None:
    # Back from Thu, Oct 28, 2004: 27, 26, 25, 22, 21, 20, 19, 18, 15 and the tenth, Thu, Oct 14.
    assert is_due("2004-10-28", "2004-10-14")
    assert not is_due("2004-10-28", "2004-10-13")


def test_the_ten_days_skip_thanksgiving() -> None:
    # After Fri, Nov 19, 2004: 22, 23, 24, 26 (the 25th is closed), 29, 30, Dec 1, 2, 3, 6.
    assert is_due("2004-12-06", "2004-11-19")
    assert not is_due("2004-12-07", "2004-11-19")


def test_the_fridays_before_christmas_and_new_year_2004_are_business_days() -> None:
    # After Fri, Dec 17, 2004: 20, 21, 22, 23, 24, 27, 28, 29, 30, 31.
    assert is_due("2004-12-31", "2004-12-17")
    assert not is_due("2005-01-03", "2004-12-17")
    on_the_24th = made(assessed(on("2004-12-24"), due("2004-12-24", "2004-12-24")))
    assert on_the_24th.due


def test_a_date_on_a_weekend_counts_as_the_friday_before() -> None:
    # After Fri, Oct 29, 2004 the tenth is Mon, Nov 15 (Nov 11 is closed); Nov 13 rolls to Fri 12.
    assert is_due("2004-11-13", "2004-10-28")  # the tenth after Thu, Oct 28 is Fri, Nov 12
    assert not is_due("2004-11-15", "2004-10-28")


def test_business_days_follow_the_deals_calendar() -> None:
    # Election Day, Tue, Nov 2, 2004, is closed in the General Construction Law's calendar only.
    one = assessed(on("2004-10-19"), due("2004-11-02", "2004-10-19"))
    assert made(one).due
    other = assessed(on("2004-11-02"), due("2004-11-03", "2004-11-02"))
    assert made(other, days=GENERAL_CONSTRUCTION_LAW) == NOTHING
    assert made(other).due


def test_the_most_adverse_reading_and_the_last_practicable_day_bring_an_item_in() -> None:
    later, early = "2004-12-20", "2004-10-14"
    assert not made(assessed(on(early), due(later, early))).due
    assert made(assessed(on(early), due(later, early, safe=on("2004-10-28")))).due
    acts = datetime.fromisoformat("2004-10-28T17:30:00-04:00")
    assert made(assessed(on(early), due(later, early, act_by=acts))).due


def test_overdue_items_are_listed_until_satisfied_and_satisfied_items_are_not() -> None:
    late = assessed(on("2005-02-01"), due("2004-10-28", "2005-02-01"))
    assert [o.due for o in made(late).missed] == [on("2004-10-28")]
    met = assessed(on("2004-10-20"), due("2004-10-28", "2004-10-20", met_on=on("2004-10-19")))
    assert not made(met).speaks


@pytest.mark.parametrize(
    ("who", "wants", "told"),
    [
        ("maria", "mine", True),  # the company's owner
        ("tom", "mine", True),  # its backup
        ("ruth", "mine", False),  # owns nothing
        ("ruth", "all", True),
        ("maria", "none", False),
    ],
)
def test_a_person_sees_their_own_items_unless_the_team_includes_all(
    who: str, wants: str, told: bool
) -> None:
    one = assessed(on("2004-10-27"), due("2004-10-28", "2004-10-27"))
    of = team(who, digest=wants)
    assert made(one, who, of).speaks is told


def test_the_delegate_of_a_person_away_gets_the_items_until_the_absence_ends() -> None:
    gone = Away(
        person="tom", first_day=on("2004-10-20"), last_day=on("2004-10-26"), delegate="ruth"
    )
    of = sample_team().model_copy(update={"away": (gone,)})

    def told(day: str) -> bool:
        return made(assessed(on(day), due("2004-10-28", day)), "ruth", of).speaks

    assert [told(day) for day in ("2004-10-19", "2004-10-20", "2004-10-26", "2004-10-27")] == [
        False,
        True,
        True,
        False,
    ]


def test_a_denied_person_gets_nothing() -> None:
    one = assessed(on("2004-10-27"), due("2004-10-28", "2004-10-27"))
    of = sample_team().model_copy(update={"deny": ("maria",)})
    assert made(one, of=of) == NOTHING


def test_before_columbus_day_it_lists_what_cannot_wait() -> None:
    # Sat, Oct 9 to Mon, Oct 11, 2004 are closed: three days.
    friday = "2004-10-08"
    inside, after = due("2004-10-10", friday), due("2004-10-12", friday)
    found = made(assessed(on(friday), inside, after)).closing
    assert found is not None
    assert (found.first, found.last, found.days) == (on("2004-10-09"), on("2004-10-11"), 3)
    assert found.owed == (inside,)


@pytest.mark.parametrize(
    "last",
    [
        "2004-10-01",  # an ordinary weekend: two closed days
        "2004-11-24",  # Thanksgiving is one, Fri, Nov 26, 2004 is open
        "2004-12-24",  # Christmas on a Saturday closes no Friday and no Monday
        "2004-12-31",
        "2004-10-07",  # not yet the last Business Day before it
    ],
)
def test_fewer_than_three_closed_days_need_no_preparation(last: str) -> None:
    assert made(assessed(on(last), due(last, last))).closing is None


@pytest.mark.parametrize(
    ("last", "reopens"), [("2005-01-14", "2005-01-18"), ("2005-12-23", "2005-12-27")]
)
def test_three_closed_days_need_preparation(last: str, reopens: str) -> None:
    # Martin Luther King's day, and Christmas on a Sunday, which closes the Monday.
    found = made(assessed(on(last), due(last, last), due(reopens, last))).closing
    assert found is not None
    assert found.days == 3
    assert [o.due for o in found.owed] == [on(last)]


def test_one_delivery_method_that_ends_before_the_closed_days_is_listed() -> None:
    friday = "2004-10-08"
    by_mail = HandOver("mail", on(friday), False, days_before(on(friday), 0))
    later = replace(due("2004-10-22", friday), methods=(by_mail,))
    found = made(assessed(on(friday), later)).closing
    assert found is not None
    assert found.owed == (later,)


def test_closed_days_and_empty_days_send_nothing() -> None:
    saturday = assessed(on("2004-10-30"), due("2004-10-28", "2004-10-30"))
    assert made(saturday) == NOTHING
    assert not made(assessed(on("2004-08-10"))).speaks
    assert not has_something_to_say(
        assessed(on("2004-08-10")), sample_team(), FEDERAL_RESERVE, live=True
    )


def test_a_live_deal_is_checked_once_a_week_for_the_weekly_line() -> None:
    def woken(day: str, live: bool = True, of: Team | None = None) -> bool:
        return has_something_to_say(
            assessed(on(day)), of or sample_team(), FEDERAL_RESERVE, live=live
        )

    # Labor Day closes Mon, Sep 6, 2004.
    days = ("2004-08-30", "2004-08-31", "2004-09-06", "2004-09-07", "2004-09-08")
    assert [woken(day) for day in days] == [True, False, False, True, False]
    assert not woken("2004-08-30", live=False)
    no_one = tuple(p.model_copy(update={"digest": "none"}) for p in sample_team().people)
    assert not woken("2004-08-30", of=sample_team().model_copy(update={"people": no_one}))


def test_the_weekly_line_goes_to_owners_leads_and_those_who_want_all_deals() -> None:
    def has(who: str, **changes: object) -> bool:
        of = team(who, **changes)
        person = of.access.person(who)
        assert person is not None
        return gets_weekly_part(person, of, on("2004-08-30"))

    assert has("maria")
    assert has("tom", digest="mine")  # the backup
    assert not has("tom")  # of the sample, who wants none
    assert not has("ruth")
    assert has("ruth", role="lead")
    assert has("ruth", digest="all")


def substance(o: Obligation, as_of: str, of: Team | None = None) -> list[str]:
    seen, of = assessed(on(as_of), o), of or sample_team()
    return list(item_lines(made(seen, of=of), seen, of, FEDERAL_RESERVE))


def test_fewer_days_left_is_no_difference_until_the_next_business_day() -> None:
    """Due Tue, Oct 12, 2004, after Columbus Day: the last Business Day before is Fri, Oct 8."""
    days = ("2004-10-05", "2004-10-06", "2004-10-07", "2004-10-08", "2004-10-12", "2004-10-13")
    found = [substance(due("2004-10-12", day), day) for day in days]
    assert found[0] == found[1] == found[2]
    assert len({line for lines in found[2:] for line in lines}) == 4


@pytest.mark.parametrize(
    "more",
    [
        {"safe": date(2004, 10, 20)},
        {"act_by": datetime.fromisoformat("2004-10-20T17:30:00-04:00")},
    ],
)
def test_each_end_of_an_item_is_listed_as_it_approaches(more: dict[str, Any]) -> None:
    """The chosen date, and the day of the least kind reading or the last practicable one."""
    found = [
        substance(due("2004-10-28", f"2004-10-{day}", **more), f"2004-10-{day}")
        for day in (18, 19, 20, 21, 22, 25, 26, 27, 28)
    ]
    differs = [before != after for before, after in pairwise(found)]
    #                  19    20    21     22     25     26     27    28
    assert differs == [True, True, False, False, False, False, True, True]


@pytest.mark.parametrize(
    "change",
    [
        {"due": date(2004, 10, 27)},
        {"amount": Fraction(100)},
        {"owed_by": "holder"},
        {"safe_together": date(2004, 10, 26)},
    ],
)
def test_a_changed_date_amount_person_or_reading_is_a_difference(change: dict[str, Any]) -> None:
    one = due("2004-10-28", "2004-10-18")
    of = team("maria", digest="all")
    assert substance(one, "2004-10-18", of) != substance(replace(one, **change), "2004-10-18", of)


def test_a_date_moved_by_a_tolled_clock_is_no_difference() -> None:
    def stopped(day: str, as_of: str, left: int = 5) -> list[str]:
        one = replace(due(day, as_of), stopped_since=on("2004-10-15"), days_left=left)
        return substance(one, as_of)

    assert stopped("2004-10-26", "2004-10-18") == stopped("2004-10-27", "2004-10-19")
    assert stopped("2004-10-26", "2004-10-18") != stopped("2004-10-26", "2004-10-18", left=4)


def test_accruing_interest_is_no_difference_and_a_leads_conclusion_is() -> None:
    def lines(seen: Assessment) -> list[str]:
        found = made(seen)
        return list(
            item_lines(replace(found, due=(), missed=()), seen, sample_team(), FEDERAL_RESERVE)
        )

    one, later = (seen(history("story"), on(day)) for day in ("2004-11-08", "2004-11-16"))
    assert one.owed.unpaid != later.owed.unpaid
    assert lines(one) == lines(later) != []
    (default,) = [d for d in one.defaults if d.is_open]
    confirmed = replace(one, defaults=(replace(default, conclusion=Conclusion.CONFIRMED),))
    assert lines(confirmed) != lines(one)


def test_only_what_was_not_sent_before_is_news() -> None:
    one = due("2004-10-28", "2004-10-18")
    day = assessed(on("2004-10-18"), one, replace(one, instance="second"))
    again = assessed(on("2004-10-18"), replace(one, instance="second"), one)
    found, now, less = made(day), printed(day), printed(assessed(on("2004-10-18"), one))

    def new(last: DigestPrint, of: Digest = found) -> set[str]:
        return set(list_news(of, day, sample_team(), FEDERAL_RESERVE, last))

    assert now == printed(again)
    assert new(DigestPrint()) == {one.instance, "second"}
    assert new(less) == {"second"}
    assert new(now) == set()
    assert new(now, replace(found, due=found.due[:1])) == set(), "what is over"
    assert new(DigestPrint(outlook=now.items)) == set(), "said before as what lies further ahead"
    assert new(now, Digest()) == set()
    closing = ClosedDaysAhead(on("2004-10-19"), on("2004-10-21"), (one,), ())
    assert new(now, replace(found, closing=closing)) == {one.instance}


def printed(seen: Assessment) -> DigestPrint:
    return compute_fingerprint(made(seen), seen, sample_team(), FEDERAL_RESERVE)


def test_fewer_suspension_days_left_does_not_change_the_outlook() -> None:
    def lines(day: str) -> list[str]:
        found = seen(history("story"), on(day))
        return list(outlook_lines(made(found).outlook, sample_team(), FEDERAL_RESERVE, on(day)))

    assert lines("2005-02-07") == lines("2005-02-14") != []


def test_a_team_target_is_listed_within_its_ten_days() -> None:
    def told(day: str) -> tuple[UndatedDuty, ...]:
        return made(assessed(on(day), duty(OPENED, on("2004-10-28"), on(day)))).targets

    assert told("2004-10-14")
    assert not told("2004-10-13")


def test_the_outlook_goes_to_owners_and_leads_on_the_first_open_day_of_the_week() -> None:
    # Columbus Day closes Mon, Oct 11, 2004. The twentieth after Tue, Oct 12 is Tue, Nov 9.
    def outlook(day: str, last: str, who: str = "maria") -> bool:
        return made(assessed(on(day), due(last, day)), who).outlook is not None

    assert outlook("2004-10-12", "2004-11-09")
    assert not outlook("2004-10-12", "2004-11-10")
    assert not outlook("2004-10-13", "2004-11-09")
    assert not outlook("2004-10-12", "2004-11-09", "ruth")


def test_the_outlook_does_not_repeat_the_persons_own_ten_days() -> None:
    tuesday = assessed(on("2004-10-12"), due("2004-10-22", "2004-10-12"))
    assert made(tuesday).outlook is None
    # A lead who owns nothing has it from the outlook.
    of = team("ruth", role="lead")
    found = made(tuesday, "ruth", of)
    assert not found.due
    assert found.outlook is not None
    assert [o.due for o in found.outlook.later] == [on("2004-10-22")]


def test_an_open_default_accrues_for_the_person_responsible_for_the_lapsed_obligation() -> None:
    story = seen(history("story"), on("2004-11-08"))
    assert [d.instance for d in made(story).accruing] == ["default-ii"]
    assert not made(story, "ruth").accruing
    assert made(story, "ruth", team("ruth", digest="all")).accruing


def test_a_suspension_is_listed_while_open_and_its_days_left_in_the_outlook() -> None:
    story = seen(history("story"), on("2005-02-14"))  # a Monday
    found = made(story)
    assert [w.instance for w in found.windows] == ["suspension/F9"]
    assert found.outlook is not None
    assert found.outlook.windows == ()  # told as running, so not once more
    assert [each.left for each in found.outlook.budgets[0].limits] == [28, 28, 73]
    assert not made(seen(history("story"), on("2005-03-15"))).windows


def test_a_window_without_a_known_last_day_has_no_day_to_mind() -> None:
    story = seen(history("story"), on("2005-02-14"))
    (open_now,) = made(story).windows
    others = tuple(w for w in story.windows if w.instance != open_now.instance)
    open_ended = replace(open_now, is_open_ended=True)
    found = made(replace(story, windows=(*others, open_ended)))
    assert found.windows == ()
    assert found.outlook is not None
    assert found.outlook.windows == ()
