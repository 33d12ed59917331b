"""*Why this date?*: one date or amount, with every step and everything it rests on.

`/deal why`, `dealclock why`, the button under an alert, the page of an email and a proof
pack all show this message.
"""

from collections.abc import Iterator
from datetime import date

from dealclock.engine.conclusions import Default, Obligation, Status, TrueUp, UndatedDuty, Window
from dealclock.facts.critical import critical
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.messages import (
    action_time,
    amounts,
    dates,
    handover_times,
    reading,
    status_lines,
    trace,
    unchecked_sections,
    words,
)
from dealclock.messages.message import Message, Section, first_line, listed, rows, with_content
from dealclock.messages.status_words import satisfied_on, status_word
from dealclock.messages.view import Matter, Part, View
from dealclock.people.acts import Act
from dealclock.people.approval import Subject, approval_of, of_fact, of_reading
from dealclock.people.approval import of_terms as terms_of
from dealclock.terms.neutral_ids import shown_choice, shown_kind

TITLE = "Why this date?"
AWAITED = "awaiting approval by a second person"


def render_explanation(view: View, m: Matter) -> Message:
    """The status and why: days counted, readings, events, approvals, what is missing.

    The assessment must compare readings (`assess(..., compare=True)`).
    """
    part = m.part
    left_out = status_lines.list_not_computed(view.assessment, m.instance)
    return view.marked(
        Message(
            preview=view.preview(None, view.assessment.as_of),
            headline=first_line(
                f"{view.team.code_name}: ",
                status_lines.with_not_computed(render_headline(m), left_out, of_it=True),
                rehearsal=view.rehearsal,
            ),
            banners=view.banners([m.why], in_full=True),
            sections=with_content(
                _summary(view, m),
                listed("Not computed", left_out),
                listed("Every reading, the earliest date first", _readings(view, m)),
                Section(title="Step by step", lines=tuple(trace.render_lines(m.why.steps))),
                listed("How the amount adds up", _adds_up(part, view)),
                Section(title="In practice", lines=tuple(_in_practice(part))),
                _sure(view, m),
                listed("Events this rests on", _events(view, m)),
                listed("Approvals", _approvals(view, m)),
            ),
            footnotes=view.footnotes(),
            more=f"/deal why {m.instance}",
        )
    )


def render_retired(view: View, instance: str, clause: str) -> Message:
    """The explanation of an instance that no longer arises."""
    about = words.clause(clause) if clause else instance
    return view.marked(
        Message(
            preview=view.preview(None, view.assessment.as_of),
            headline=f"{view.team.code_name}: {about}: no longer arises",
            banners=view.banners(()),
            footnotes=view.footnotes(),
        )
    )


def render_headline(m: Matter) -> tuple[str, ...]:
    """A line's parts: what it is and when, its status unless it is simply open, its Section."""
    when, where = dates.describe_dates(m.part), words.clause(m.clause)
    if isinstance(m.part, TrueUp):  # its long status is in the body too
        return f"{m.title}, {where}", when
    return f"{m.title}, {when}", *_status(m), where


def _status(m: Matter) -> Iterator[str]:
    part = m.part
    if isinstance(part, Obligation | Window | Default) and (done := satisfied_on(part)):
        yield done
    elif isinstance(part, Obligation | Window) and part.status not in _OPEN:
        yield status_word(part)


_OPEN = (Status.UPCOMING, Status.OPEN)


def _summary(view: View, m: Matter) -> Section:
    part = m.part
    status, owner = (
        ("Status", status_lines.describe_status(m, view.assessment)),
        ("Owner", view.owner(m.owed_by, m.instance)),
    )
    to_do = (("Do", m.action), ("Act by", action_time.describe_act_by(part, view)), owner, status)
    safe = (
        reading.describe_safe_dates(part, view.assessment.as_of)
        if isinstance(part, Obligation | Window)
        else ""
    )
    return Section(
        rows=rows(
            ("Date", status_lines.explain_no_date(part) if isinstance(part, UndatedDuty) else ""),
            *((status, owner) if dates.is_over(part) else to_do),
            ("Safe under every reading", safe),
        )
    )


def _date(part: Part) -> tuple[str, str]:
    """The figure that holds the part's date, and the date; "" for a part without one."""
    match part:
        case Obligation():
            return "due", part.due.isoformat()
        case Window(last_day=date() as last):
            return "closes", last.isoformat()
        case Default():
            return "occurred_on", part.occurred_on.isoformat()
        case _:
            return "", ""


def _readings(view: View, m: Matter) -> Iterator[str]:
    """A line for each date that a reading gives, the earliest first; the chosen one is marked."""
    what, chosen = _date(m.part)
    if not what:
        return
    others = [d for d in view.assessment.differences if (d.instance, d.what) == (m.instance, what)]
    if not others:
        yield f"{words.figure(chosen)}: the same under every reading"
        return
    asked = dict.fromkeys(d.reading for d in others)
    here = view.assessment.readings
    used = (f"{q} read as {reading.describe_choice(q, here[q], view.terms)}" for q in asked)
    found = [(chosen, f"chosen: {words.listed(used)}")]
    for d in others:
        said = reading.describe_choice(d.reading, d.choice, view.terms)
        found.append((d.there, f"if {d.reading} is read as {said}"))
    together = m.part.safe_together if isinstance(m.part, Obligation) else None
    if together is not None and together.isoformat() not in (there for there, _ in found):
        found.append((together.isoformat(), "if several are read otherwise together"))
    # An ISO date sorts before "none", which is a date that does not arise.
    for day, says in sorted(found, key=lambda each: each[0]):
        yield f"{'No date' if day == 'none' else words.figure(day)}, {says}"


def _adds_up(part: Part, view: View) -> Iterator[str]:
    return amounts.list_payment_segments(part, view) if isinstance(part, Obligation) else iter(())


def _in_practice(part: Part) -> Iterator[str]:
    return handover_times.render_lines(part) if isinstance(part, Obligation) else iter(())


def _sure(view: View, m: Matter) -> Section:
    """What else other readings change, the notes, and what was not checked."""
    what, _ = _date(m.part)
    return Section(
        rows=rows(
            *(("Reading", line) for line in reading.list_readings_used(view, m.instance, but=what)),
            ("Note", words.sentence("; ".join(m.notes))),
            ("Not checked", unchecked_sections.render_lines_near(view, m.clause)),
        )
    )


def _events(view: View, m: Matter) -> Iterator[str]:
    """Each event: its id, its text, its kind and day, and who recorded it where known."""
    found = _rests_on(view, m)
    if not found:
        yield "None: it follows from the agreement, and from what is not recorded"
    for each in found:
        fact = each.fact
        name = each.id if fact.id == each.id else f"{each.id} as corrected by {fact.id}"
        by = f", recorded by {fact.recorded_by}" if fact.recorded_by else ""
        says = what_happened(each.kind, view.terms)
        yield f"{name}, {words.day(each.on)}: {says} ({shown_kind(each.kind)}){by}"


def _approvals(view: View, m: Matter) -> Iterator[str]:
    """Who approved the terms, the chosen readings it depends on and its critical events."""
    if view.approvals is None:
        return
    yield f"Terms version {view.terms_version}: {_approval(terms_of(view.terms_version), view)}"
    asked = {d.reading for d in view.assessment.differences if d.instance == m.instance}
    for question in sorted(m.why.readings | asked):
        chosen = view.team.readings.get(question)
        if chosen and view.assessment.readings.get(question) == view.team.chosen[question]:
            needed = of_reading(question, view.team.signed[question])
            read = shown_choice(question, view.team.chosen[question])
            says = f"{question} read as {read}, chosen by {chosen.chosen_by}"
            yield f"{says}: {_approval(needed, view)}"
    for fact in critical(each.fact for each in _rests_on(view, m)):
        says = f"{fact.id}, {shown_kind(fact.kind)}, {words.day(fact.on)}"
        yield f"{says}: {_approval(of_fact(fact.id), view)}"


def _approval(needed: Subject, view: View) -> str:
    found: Act | None = approval_of(needed, view.approvals or ())
    if found is None:
        return AWAITED
    zone = view.terms.agreement.time_zone
    return f"approved by {found.name}, {words.instant(found.at, zone)}"


def _rests_on(view: View, m: Matter) -> list[EffectiveFact]:
    known = view.log.known(view.assessment.as_of, view.assessment.known_at)
    return [each for each in known if each.id in m.why.facts]
