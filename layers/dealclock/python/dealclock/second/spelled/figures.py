"""The figures of the older types of provision."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from functools import partial

from dealclock.second.business_days import is_business_day
from dealclock.second.computed import NONE, TOTAL, Computed
from dealclock.second.deals import Lapsed, NotCoveredError
from dealclock.second.spelled.advice import Period, duties_owed
from dealclock.second.spelled.answer import Answer, answer
from dealclock.second.spelled.deadlines import deadlines_owed, notice_owed
from dealclock.second.spelled.extensions import Owed
from dealclock.second.spelled.form import CORE, form_of, limits_of, names_of, need, renamed
from dealclock.second.spelled.late_filings import filings_owed
from dealclock.second.spelled.money import interest, payment_date_after
from dealclock.second.spelled.questionnaires import information_owed, requests_owed
from dealclock.second.spelled.reviews import reviews, windows
from dealclock.second.spelled.sale_notices import mailing, sales_owed, spans
from dealclock.second.spelled.true_ups import put_true_ups
from dealclock.second.spelled.walk import Breach, Failure
from dealclock.second.stored import Raw, as_general
from dealclock.second.story import PAID, Event, Known, Story

ONE, ZERO = timedelta(days=1), Fraction(0)
ASIDE = (
    *("condition", "duty", "window", "window before", "request", "frequency limit"),
    "minimum period",
)
"""The types next to the core of which there are figures."""
NOT_FOLLOWED = (
    *("suspension-improper", "downtime-began", "downtime-ended", "registered-securities-sold-out"),
    "securities-ceased-outstanding",
)
"""Kinds of event that the walk does not follow."""


def put_spelled(
    each: Sequence[tuple[date, Raw]],
    events: tuple[Event, ...],
    facts: list[Raw],
    as_of: date,
    readings: Mapping[str, str],
    found: Computed,
) -> set[str]:
    """Put the figures of the older types of each version; the provisions that it covers."""
    terms = each[-1][1]
    put_true_ups(terms, facts, readings, found)
    own = [rule for rule in terms["provisions"] if rule["type"] in (*CORE, *ASIDE)]
    accrues = any(rule["type"] == "rate schedule" for rule in own)
    if not own:
        return set()
    try:
        names = names_of(terms["provisions"])
        made = Computed()
        _put(each, events, as_of, readings, names, made)
    except NotCoveredError as error:
        own = [rule for rule in own if as_general(rule) is None]
        lapses = [r.get("on_lapse") or r.get("on_overrun") for r in own]
        lapses += [w.get("on_overrun") for r in own for w in r.get("in_any") or ()]
        heads = [r["id"] for r in own] + [lapse["id"] for lapse in lapses if lapse]
        found.leave_out(str(error), *heads, *([TOTAL[0]] if accrues else []))
        return set()
    back = {mine: theirs for theirs, mine in names.items()}
    found.figures |= {(renamed(i, back), what): value for (i, what), value in made.figures.items()}
    found.traces |= {renamed(i, back): trace for i, trace in made.traces.items()}
    found.heads |= {renamed(head, back) for head in made.heads}
    found.heads |= {f"{back['suspension']}-{part}" for part in ("end", *made.not_covered)}
    return {rule["id"] for rule in own}


def _put(
    each: Sequence[tuple[date, Raw]],
    events: tuple[Event, ...],
    as_of: date,
    readings: Mapping[str, str],
    names: Mapping[str, str],
    found: Computed,
) -> None:
    ids = {rule["id"] for rule in each[-1][1]["provisions"]}
    need(all(a == b or b not in ids for a, b in names.items()), "a name of this engine's own")
    need(not any(event.kind in NOT_FOLLOWED for event in events), "events that are not followed")
    under = [{**terms, "provisions": renamed(terms["provisions"], names)} for _, terms in each]
    forms = [form_of(terms, readings) for terms in under]
    first, last = forms[0], forms[-1]
    alike = ("by_age", "by_anniversary", "then_each", "windows", "later", "principal", "closing")
    need(all(getattr(f, k) == getattr(first, k) for f in forms for k in alike), "rates as amended")
    sheet = each[-1][1]["indenture"]
    amended = tuple(
        limits_of(form.rules, since) for (since, _), form in zip(each[1:], forms[1:], strict=True)
    )
    events_in_order = tuple(
        replace(e, kind=names.get(e.kind, e.kind), about=renamed(e.about, names)) for e in events
    )
    calendar = str(each[-1][1].get("calendar") or "federal-reserve")
    chosen = {"business-day": calendar, **readings}
    story = Story(events_in_order, last, chosen, str(sheet.get("day_count") or ""), amended)
    whole = answer(story, as_of)
    state = whole.state
    period = Period(state.effective_on, state.period_ends)
    by_version = []
    for (since, _), form in zip(each, forms, strict=True):
        known = Known.on(replace(story, form=form), as_of)
        deadlines = deadlines_owed(known)
        owed = {
            **deadlines,
            **{
                f"trustee-notice/{_name(b)}": notice_owed(_name(b), b.arose_on, known)
                for b in state.breaches
            },
            **requests_owed(known),
            **information_owed(known),
            **(filings_owed(known) if form.of("frequency limit") else {}),
            **duties_owed(period, known),
            **sales_owed(known),
            **reviews(deadlines, known),
        }
        by_version.append((since, owed))
    for name, of in _governed(by_version).items():
        found.put(name, "due", of.due.on)
        found.traces[name] = partial(_in_time, of)
    _put_windows(whole, Known.on(story, as_of), found)
    _put_core(whole, story, as_of, found)
    found.heads |= {r["id"] for r in last.rules if r["type"] in (*CORE, *ASIDE)}
    found.heads |= {
        TOTAL[0],
        "default-i",
        "default-ii",
        "default-iii",
        "default-iv-a",
        "default-iv-b",
    }
    found.not_covered[str(last.windows[1])] = ""


def _governed(made: Sequence[tuple[date, dict[str, Owed]]]) -> dict[str, Owed]:
    """What was over before an amendment took effect, as it was; all else as amended, due no earlier
    than on that day."""
    governed = dict(made[0][1])
    for since, now in made[1:]:
        kept = {name: of for name, of in governed.items() if _is_over(of, since)}
        for name, of in now.items():
            if name not in kept and not (
                name not in governed and "/" in name and _is_over(of, since)
            ):
                kept[name] = replace(of, due=replace(of.due, on=max(of.due.on, since)))
        governed = kept
    return governed


def _is_over(of: Owed, since: date) -> bool:
    return of.due.on < since or (of.done_on is not None and of.done_on < since)


def _name(breach: Breach) -> str:
    """Its instance: of a suspension's, with the notice that began it."""
    return f"{breach.name}/{breach.period}" if breach.period else breach.instance


def _put_windows(whole: Answer, known: Known, found: Computed) -> None:
    """The days of notices, mailings, reviews, suspensions and the protected period."""
    state, days = whole.state, dict[str, tuple[date, date | None]]()
    days |= {name: (span.opens, span.closes) for name, span in spans(known).items()}
    days |= windows(known)
    mailed = mailing(known)
    if mailed:
        days[known.story.form.one("window before")["id"]] = mailed[:2]
    if state.effective_on and state.period_ends:
        days["effectiveness-period"] = (state.effective_on, state.period_ends - ONE)
    for notice, first in state.suspending.begun.items():
        days[f"suspension/{notice}"] = (first, whole.through[notice])
    for name, (first, last) in days.items():
        found.put(name, "opens", first)
        found.put(name, "closes", last or NONE)


def _put_core(whole: Answer, story: Story, as_of: date, found: Computed) -> None:
    """Times to cure, defaults, what accrued and its payments."""
    state = whole.state
    for failure in state.failures:
        name = f"cure-window/{failure.id}{'-excess' if failure.by_excess else ''}"
        due = failure.lapsed_on or failure.last_day or whole.cure_due.get(failure.id)
        tolls = story.reading("suspension-in-cure-window") != "NO-TOLL"
        now = state.excused if tolls else failure.began_on is None
        is_stopped = now and failure.closed_on is None and failure.lapsed_on is None
        found.put(name, "due", NONE if is_stopped else due)
        found.traces[name] = partial(_walked, failure)
    for breach, of in zip(state.breaches, whole.defaults, strict=True):
        lapsed = Lapsed(
            of.name, of.name, of.occurred_on, of.accrues_from, of.accrues_to, of.cured_on
        )
        found.put_default(_name(breach), lapsed, bears=True)
        if breach.period:
            part = "end" if breach.name == "default-iv-a" else str(story.form.windows[1])
            found.put(f"suspension-{part}/{breach.period}", "due", breach.last_day)
    found.put(*TOTAL, whole.accrued)
    found.traces[TOTAL[0]] = lambda: [
        f"{p.lot}: {p.dollars} at {p.rate} basis points from {p.start} to but excluding {p.stop}: "
        f"{float(interest(p, story.day_count)):.2f}"
        for p in whole.pieces
    ]
    known = Known.on(story, as_of)
    shown = payment_date_after(as_of - ONE, story.form)
    waiting = {on for day, on in whole.payable.items() if day < shown < on}
    for nominal, lots in whole.payments.items():
        if (nominal > shown and nominal not in waiting) or not any(lots.values()):
            continue
        amount, name = sum(lots.values(), ZERO), f"payment/{nominal}"
        due = nominal
        while not is_business_day(due, story.reading("business-day")):
            due += ONE
        found.put(name, "due", due)
        found.put(name, "amount", amount)
        paid = [(e.on, Fraction(e.dollars)) for e in known.about(PAID, name)]
        found.put_paid(name, amount, paid)
        found.traces[name] = partial(_by_lot, lots)


def _in_time(of: Owed) -> list[str]:
    return [f"last day {of.due.on}, done {of.done_on}"]


def _by_lot(lots: Mapping[str, Fraction]) -> list[str]:
    return [f"{lot}: {float(of):.2f}" for lot, of in lots.items()]


def _walked(failure: Failure) -> list[str]:
    return [
        f"failed {failure.failed_on}, without excuse from {failure.began_on}",
        f"{failure.used} Business Days ran; stopped by {len(failure.stopped_by)} suspensions",
        f"over {failure.lapsed_on}, closed {failure.closed_on}",
    ]
