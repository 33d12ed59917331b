"""The answers to `/deal settings`: what is set for a deal, by whom, and what was changed."""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.access.approval import approval_of, of_reading
from dealclock.access.people import Person
from dealclock.answers.compose import compose
from dealclock.messages import words
from dealclock.messages.message import (
    OF_NO_DEAL,
    Message,
    MessageRow,
    Section,
    listed,
    rows,
    with_content,
)
from dealclock.messages.view import LEGAL, View
from dealclock.team.away import Away, absence
from dealclock.team.escalation_policy import StepAfter
from dealclock.team.policy import Policy, ReminderRules


def settings(view: View, today: date, yours: Sequence[str]) -> Message:
    """Who answers, who is away, which readings were chosen, when the deal speaks.

    `today` is the deal's own day; `yours` are the commands by which the asker may change something.
    """
    team = view.team
    company = team.owners["company"]
    headline = f"owner {view.name(company.owner)}, backup {view.name(company.backup)}"
    sections = (
        listed("Owners", _owners(view, today)),
        listed("Out of office", (_away(a, view) for a in team.away if a.last_day >= today)),
        listed("Readings chosen", _readings(view)),
        listed("Reminders", _policy(team.alerts)),
        listed("If no one acknowledges", _escalation(view)),
        listed("People", (_person(p) for p in team.people)),
        Section(title="Names", rows=_names(view)),
        listed("Team targets, where the agreement states no date", _targets(view)),
        listed("You can change", yours),
    )
    return compose(view, headline, sections, (), more="/deal settings")


def changed(
    code_name: str, what: str, moved: Sequence[str], then: Sequence[str], *, rehearsal: bool
) -> Message:
    """What was changed, what that moves, and what follows."""
    message = Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {what}",
        sections=with_content(listed("Moves", moved), Section(lines=tuple(then))),
        footnotes=(LEGAL,),
        more="/deal settings",
    )
    return message.of_rehearsal() if rehearsal else message


def _owners(view: View, today: date) -> Iterator[str]:
    for party, owners in view.team.owners.items():
        here = [_today(each, view, today) for each in (owners.owner, owners.backup)]
        yield f"{words.sentence(party)}: {here[0]}, backup {here[1]}"


def _today(person: str, view: View, today: date) -> str:
    gone = absence(view.team.away, person, today)
    if gone is None:
        return view.name(person)
    instead = f", {view.name(gone.delegate)} covers" if gone.delegate else ""
    return f"{view.name(person)} (away to {words.day(gone.last_day)}{instead})"


def _away(each: Away, view: View) -> str:
    instead = view.name(each.delegate) if each.delegate else "none"
    return (
        f"{view.name(each.person)}, {words.day(each.first_day)} to "
        f"{words.day(each.last_day)}; delegate {instead}"
    )


def _readings(view: View) -> Iterator[str]:
    for question, chosen in view.team.readings.items():
        wanted = of_reading(question, view.team.signed[question])
        there = approval_of(wanted, view.approvals or ())
        by = f"approved by {there.name}" if there else "unverified: awaiting second approval"
        yield f"{question}: {chosen.choice}, chosen by {chosen.chosen_by}; {by}. {chosen.why}"


def _policy(policy: Policy) -> Iterator[str]:
    for kind in type(policy).model_fields:
        speaks = getattr(policy, kind)
        if isinstance(speaks, ReminderRules):
            yield f"{kind}: {', '.join(_speaks(speaks)) or 'only when overdue'}"
    yield f"overdue items: {words.business_days(policy.missed_for_business_days)}"
    yield f"weekly statement: {'yes' if policy.weekly_statement else 'no'}"


def _speaks(speaks: ReminderRules) -> Iterator[str]:
    if speaks.when_opened:
        yield "when it opens"
    if speaks.remind:
        *_, last = sorted(speaks.remind, reverse=True)
        sooner = [str(lead) for lead in speaks.remind if lead != last]
        yield f"{words.listed([*sooner, words.business_days(last)])} before"
    if speaks.every_business_day:
        yield "every Business Day"
    if speaks.on_last_day:
        yield "on the last day"
    if speaks.last_call:
        yield "last calls at noon and 4:00 p.m."
    if speaks.when_ended:
        yield "when it ends"


def _escalation(view: View) -> Iterator[str]:
    escalation = view.team.escalation
    hours = escalation.working_hours
    yield from (_step(each) for each in escalation.steps)
    yield f"Waiting counts from {hours.opens:%H:%M} to {hours.closes:%H:%M} of Business Days"
    yield f"An acknowledgment lasts {words.business_days(escalation.acknowledged_for)}"


def _step(step: StepAfter) -> str:
    if isinstance(step.after, int):
        return f"to the {step.to} after {words.number(step.after, 'minute')}"
    return f"to the {step.to} the next morning"


_BY = {"slack": "Slack", "email": "email"}


def _person(person: Person) -> str:
    digest = {"mine": "what they own", "all": "everything", "none": "none"}[person.digest]
    by = "" if person.digest == "none" else f", by {_BY[person.digest_by]}"
    stands = "" if person.stands_for == "issuer" else f", for the {person.stands_for}"
    dates = ""
    if person.first_day:
        dates += f", from {words.day(person.first_day)}"
    if person.last_day:
        dates += f", to {words.day(person.last_day)}"
    invited = "" if person.invitations else "; no calendar invitations"
    return (
        f"{person.name} ({person.id}): {person.role}{stands}{dates}; morning digest: {digest}{by}"
        f"{invited}"
    )


def _names(view: View) -> tuple[MessageRow, ...]:
    return rows(
        ("Code name", view.team.code_name),
        ("Aliases", ", ".join(view.team.aliases)),
        ("Channel", f"#{view.team.channel.name}"),
        ("Mail", words.listed(view.name(each) for each in view.team.email)),
    )


def _targets(view: View) -> Iterator[str]:
    return (f"{duty}: {period}" for duty, period in view.team.targets.items())
