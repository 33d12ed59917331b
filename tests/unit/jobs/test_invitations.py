"""Invitations of a live deal: who gets them, when they move and end, and how they are sent."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from icalendar import Calendar

from dealclock.alerts.alert import INVITATION
from dealclock.alerts.outcome import State
from dealclock.alerts.slots import instant
from dealclock.desk.close import close
from dealclock.errors import TryAgainError
from dealclock.facts.fact import Fact
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.plan import invitations
from dealclock.jobs.plan.assess_deal import alert_history
from dealclock.jobs.plan.invitations import invite
from dealclock.jobs.queues import AssessDeal
from dealclock.people.people import Person
from dealclock.people.team import Owners
from dealclock.store import Store
from tests.contract.store import samples
from tests.services import acting
from tests.unit.jobs.house import House

DAY = date(2004, 7, 1)  # fifteen days to file are running
FILING, TARGET = date(2004, 7, 15), date(2004, 10, 28)
OWNER, BACKUP = "maria.lopez@issuer.example", "tom.becker@issuer.example"


@pytest.fixture
def house(store: Store) -> House:
    """Granite, live, in which nothing was said yet."""
    made = House(store, now=instant(DAY, "morning"))
    load(made)
    return made


def load(house: House, *facts: Fact, **team: Any) -> None:
    bundle = samples.live(*facts)
    changed = bundle.team.model_copy(update=team)
    house.store.deals.load(replace(bundle, team=changed), house.now, "tests")


def run(house: House, day: date = DAY, deal: str = "granite") -> list[EmailMessage]:
    """The morning of a day, all that it queued sent; the invitations it brought."""
    house.now = max(house.now + timedelta(minutes=1), instant(day, "morning"))
    message = AssessDeal(
        deal=deal, as_of=day, known_at=house.now, slot="morning", sweep=f"{house.now}"
    )
    run_deal(message, house.services)
    before = len(house.mailbox.mails)
    while house.queue.deliveries:
        house.deliver_next()
    return [m for m in map(opened, house.mailbox.mails[before:]) if calendar_of(m) is not None]


def opened(mail: Any) -> EmailMessage:
    return message_from_bytes(mail.as_bytes(), policy=policy.default)


def calendar_of(mail: EmailMessage) -> Any:
    """The invitation in an email, from where a program that knows iMIP looks for it."""
    part = next(
        (
            p
            for p in mail.walk()
            if p.get_content_type() == "text/calendar" and not p.get_filename()
        ),
        None,
    )
    return Calendar.from_ical(part.get_content()) if part else None


def told(mails: list[EmailMessage]) -> set[tuple[str, str, str, str, int]]:
    """Of each invitation to whom, METHOD, Section, day and SEQUENCE."""
    return set(_told(mails))


def _told(mails: list[EmailMessage]) -> Iterator[tuple[str, str, str, str, int]]:
    for mail in mails:
        whole = calendar_of(mail)
        (event,) = whole.walk("VEVENT")
        section = str(event["SUMMARY"]).split()[-1]
        day = event["DTSTART"].dt.isoformat()[:10]
        yield (
            str(mail["To"]).split("@")[0],
            str(whole["METHOD"]),
            section,
            day,
            event["SEQUENCE"],
        )


def both(method: str, section: str, day: str, sequence: int) -> set[tuple[str, str, str, str, int]]:
    return {
        (OWNER.split("@", maxsplit=1)[0], method, section, day, sequence),
        (BACKUP.split("@", maxsplit=1)[0], method, section, day, sequence),
    }


CONDITIONS = both("REQUEST", "4(b)(xiv)", "2004-10-28", 0) | both(
    "REQUEST", "4(b)(xvii)", "2004-10-28", 0
)
FIRST = (
    both("REQUEST", "2(a)(i)", "2004-07-15", 0)
    | both("REQUEST", "2(a)(ii)", "2004-10-28", 0)
    | CONDITIONS
)


def test_owner_and_backup_are_invited_to_each_date_once(house: House) -> None:
    assert told(run(house)) == FIRST
    assert run(house) == []
    assert run(house, DAY + timedelta(days=1)) == []


def test_a_satisfied_item_leaves_the_calendar(house: House) -> None:
    run(house)
    load(house, samples.fact("F1", DAY))
    assert told(run(house)) == both("CANCEL", "2(a)(i)", "2004-07-15", 1)
    assert run(house, FILING) == []


@pytest.mark.full
def test_each_move_back_and_forth_of_a_date_is_a_separate_move(house: House) -> None:
    day = date(2004, 12, 8)
    facts = [
        samples.fact("F1"),
        samples.fact("F2", date(2004, 10, 20), kind="registration-statement-effective"),
        fact("F3", "prospectus-unusable", on=date(2004, 12, 7)),
    ]
    sent = []
    for later in ((), ("F3", 6), ("F4", 7)):
        if later:
            corrected, on = later
            number = f"F{len(facts) + 1}"
            moved = {"on": date(2004, 12, on), "corrects": corrected}
            facts.append(fact(number, "prospectus-unusable", **moved))
        load(house, *facts)
        sent += [told(run(house, day))]
    # Five Business Days after Dec 7, 2004, and after Dec 6, by EDGAR's hour on these days.
    assert sent == [
        both("REQUEST", "3(a)(iii)", "2004-12-14", 0),
        both("REQUEST", "3(a)(iii)", "2004-12-13", 1),
        both("REQUEST", "3(a)(iii)", "2004-12-14", 2),
    ]
    assert run(house, day) == []


def test_a_correction_after_the_end_restores_it_with_a_higher_sequence(house: House) -> None:
    run(house)
    filed = samples.fact("F1", DAY)
    load(house, filed)
    run(house)
    load(house, filed, fact("F2", "retraction", corrects="F1"))
    assert told(run(house)) == both("REQUEST", "2(a)(i)", "2004-07-15", 2)


def test_a_closed_deal_leaves_the_calendars(house: House) -> None:
    run(house)
    close(acting("granite", "maria", house.services), {"step": "", "why": "it is over"})
    close(acting("granite", "james", house.services), {"step": "confirm"})
    assert {t[1] for t in told(run(house))} == {"CANCEL"}
    assert len(house.queue.deliveries) == 0
    assert run(house) == []


def test_a_new_owner_is_invited_and_the_former_one_is_sent_a_cancellation(house: House) -> None:
    run(house)
    owners = {"company": Owners(owner="ruth", backup="tom")}
    load(house, owners=owners)
    found = told(run(house))
    assert {t[:2] for t in found} == {("maria.lopez", "CANCEL"), ("ruth.adler", "REQUEST")}
    assert {t[4] for t in found} == {1}


def test_an_opt_out_cancels_future_dates_and_stops_new_ones(house: House) -> None:
    run(house)
    load(house, people=opted_out("tom"))
    found = told(run(house))
    assert found == {
        ("tom.becker", "CANCEL", section, day, 1)
        for _, _, section, day, _ in {t for t in FIRST if t[0] == "tom.becker"}
    }
    assert run(house) == []
    load(house, samples.fact("F1", DAY), people=opted_out("tom"))
    # Filed: gone for Maria too. Tom, who no longer has it, is sent nothing.
    assert {t[0] for t in told(run(house))} == {"maria.lopez"}


def test_an_opt_out_leaves_past_dates_and_ends_with_a_higher_sequence(house: House) -> None:
    run(house)
    after = FILING + timedelta(days=1)
    load(house, people=opted_out("tom"))
    assert {t[3] for t in told(run(house, after)) if t[:2] == ("tom.becker", "CANCEL")} == {
        "2004-10-28"
    }, "2(a)(i) of July 15 stays where it stood"
    load(house)
    again = {t for t in told(run(house, after)) if t[0] == "tom.becker"}
    assert again, "invited again"
    assert {t[1] for t in again} == {"REQUEST"}
    assert all(t[4] > 1 for t in again if t[3] == "2004-10-28")


def test_an_invitation_that_waits_is_not_sent_after_an_opt_out(house: House) -> None:
    assert invite("granite", house.now, house.services) == 8
    load(house, people=opted_out("tom"))
    invite("granite", house.now, house.services)
    while house.queue.deliveries:
        house.deliver_next()
    sent = {t for t in told(list(map(opened, house.mailbox.mails))) if t[0] == "tom.becker"}
    assert {t[1] for t in sent} == {"CANCEL"}


def test_a_person_removed_from_the_deal_is_sent_nothing(house: House) -> None:
    run(house)
    load(house, samples.fact("F1", DAY), deny=("maria",), email=("tom",), owners=of("tom", "ruth"))
    assert {t[0] for t in told(run(house))} == {"tom.becker", "ruth.adler"}


def test_a_person_removed_while_an_invitation_waits_does_not_get_it(house: House) -> None:
    message = AssessDeal(
        deal="granite", as_of=DAY, known_at=house.now, slot="morning", sweep="sweep-1"
    )
    run_deal(message, house.services)
    load(house, deny=("maria",), email=("tom",), owners=of("tom", "ruth"))
    while house.queue.deliveries:
        house.deliver_next()
    assert OWNER not in {str(opened(m)["To"]) for m in house.mailbox.mails}


def test_an_invitation_superseded_while_it_waits_is_not_sent(house: House) -> None:
    at = house.now
    assert invite("granite", at, house.services) == 8
    waiting = list(house.queue.deliveries)
    house.queue.deliveries.clear()
    load(house, samples.fact("F1", DAY))
    assert invite("granite", at, house.services) == 2
    house.queue.deliveries.extend(waiting)
    states = [house.deliver_next() for _ in range(len(house.queue.deliveries))]
    assert states.count(State.WITHDRAWN) == 2
    assert {t[1] for t in told(list(map(opened, house.mailbox.mails))) if t[2] == "2(a)(i)"} == {
        "CANCEL"
    }


def test_a_rehearsal_invites_no_one_and_attaches_the_date_as_a_file(house: House) -> None:
    house.load_rehearsals()
    deal = house.rehearsals()[0]
    house.store.deals.rehearse_to(deal, date(2004, 6, 30), house.now, "tests")
    assert run(house, date(2004, 6, 30), deal) == []
    assert files(house) == {"text/calendar"}


def test_alerts_of_a_live_deal_attach_no_file_in_addition_to_the_invitation(house: House) -> None:
    run(house)
    run(house, date(2004, 7, 8))
    alerts = [m for m in map(opened, house.mailbox.mails) if calendar_of(m) is None]
    assert alerts != []
    assert all(list(m.iter_attachments()) == [] for m in alerts)


def test_invitations_planned_in_batches_are_all_planned(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "AT_ONCE", 3)
    assert told(run(house)) == FIRST


def test_a_run_cut_short_after_planning_sends_each_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> tuple[int, int]:
        raise TryAgainError("the queue")

    with monkeypatch.context() as patched:
        patched.setattr(invitations, "plan_and_queue", broken)
        with pytest.raises(TryAgainError, match="the queue"):
            invite("granite", house.now, house.services)
    assert invite("granite", house.now, house.services) == 0
    planned = house.store.outbox.unfinished(False)
    assert len(planned) == 8, "the outbox has what the queue has not"


def test_two_workers_plan_each_invitation_once(house: House) -> None:
    """The second begins while the first is about to write what it found."""
    links, first = house.store.links, True
    whole = links.put_calendar

    def put(*args: Any, **more: Any) -> bool:
        nonlocal first
        if first:
            first = False
            assert invite("granite", house.now, house.services) == 8
        return whole(*args, **more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(links), "put_calendar", lambda _, *a, **m: put(*a, **m))
        assert invite("granite", house.now, house.services) == 0


def test_the_email_has_the_invitation_as_its_last_alternative_and_as_a_file(
    house: House,
) -> None:
    """As MS-STANOICAL V0343 and CalConnect's guide have it: in the first part, and attached."""
    mail = run(house)[0]
    assert structure(mail) == [
        "multipart/mixed",
        " multipart/alternative",
        "  text/plain",
        "  text/html",
        "  text/calendar; method=REQUEST; charset=utf-8",
        " application/ics; invitation.ics",
    ]
    part, file = (
        p.get_content()
        for p in mail.walk()
        if p.get_content_type() in ("text/calendar", "application/ics")
    )
    assert part.encode() == file
    assert max(map(len, mail.as_bytes().splitlines())) <= 78


def test_the_email_shows_only_what_a_shared_calendar_may(house: House) -> None:
    """Outlook makes its text the text of the calendar entry."""
    for mail in run(house):
        said = "\n".join(
            str(p.get_content()) for p in mail.walk() if p.get_content_maintype() == "text"
        )
        assert not re.search(r"default|\$|Infocrossing|Registration|Holder|Trustee|https?:", said)
        assert mail["Subject"].strip().startswith("[Granite] Calendar: ")


def test_no_link_that_acts_for_a_person_is_in_a_calendar_entry(house: House) -> None:
    house.outlets = replace(house.outlets, web_url="https://web.example/")
    run(house)
    kept = [m for m in house.store.archive.messages("granite") if INVITATION in m.about]
    assert len(kept) == 8
    assert not any("link" in m.text for m in kept)


def test_what_a_run_knows_is_known_even_if_this_clock_is_behind(house: House) -> None:
    invite("granite", house.now, house.services)
    recorded = house.now + timedelta(seconds=3)
    house.store.deals.record_fact("granite", samples.fact("F1", DAY), recorded, "tests")
    assert invite("granite", house.now, house.services) == 0
    assert invite("granite", recorded, house.services) == 2


def test_an_invitation_is_archived_and_is_not_an_alert(house: House) -> None:
    run(house)
    kept = [m for m in house.store.archive.messages("granite") if INVITATION in m.about]
    assert len(kept) == 8
    assert {m.wrong for m in kept} == {""}
    later = datetime(2030, 1, 1, tzinfo=UTC)
    assert not any(
        INVITATION in s.instance for s in alert_history("granite", later, house.store).sent
    )


def opted_out(person: str) -> tuple[Person, ...]:
    people = samples.live().team.people
    return tuple(p.model_copy(update={"invitations": p.id != person}) for p in people)


def of(owner: str, backup: str) -> dict[str, Owners]:
    return {"company": Owners(owner=owner, backup=backup)}


def fact(fact_id: str, kind: str, **more: object) -> Fact:
    return Fact.model_validate({"id": fact_id, "kind": kind, "on": DAY, **more})


def files(house: House) -> set[str]:
    return {p.get_content_type() for m in house.mailbox.mails for p in opened(m).iter_attachments()}


def structure(part: Any, depth: int = 0) -> list[str]:
    """The parts of an email, each under the one it is in."""
    params = dict(part["Content-Type"].params)
    params.pop("boundary", None)
    shown = part.get_content_type()
    if shown == "text/calendar":
        shown += f"; method={params['method']}; charset={params['charset']}"
    elif part.get_filename():
        shown += f"; {part.get_filename()}"
    inner = part.iter_parts() if part.is_multipart() else ()
    return [" " * depth + shown, *(s for p in inner for s in structure(p, depth + 1))]
