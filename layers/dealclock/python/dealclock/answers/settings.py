"""What is set for a deal, and by whom; asked in Slack, and of a stack in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from dealclock.answers.ask import Answer, answer
from dealclock.answers.compose import compose
from dealclock.answers.heading import heading
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView
from dealclock.people.acts import Act
from dealclock.people.approval import WAITING, approval_of, of_reading
from dealclock.people.away import Away, absence
from dealclock.people.escalation_policy import Escalation, StepAfter
from dealclock.people.people import Person
from dealclock.people.policy import Policy, ReminderRules
from dealclock.people.team import Team


def _minutes(step: StepAfter) -> int | None:
    """Working minutes without a response; None is the next morning."""
    return step.after if isinstance(step.after, int) else None


@answer(
    keys={
        Away: ("person first_day last_day delegate",),
        Person: ("id name role stands_for first_day last_day digest digest_by invitations",),
        StepAfter: ("to", ("after_minutes", _minutes)),
        Escalation: (
            "steps",
            ("opens", lambda of: f"{of.working_hours.opens:%H:%M}"),
            ("closes", lambda of: f"{of.working_hours.closes:%H:%M}"),
            "acknowledged_for",
        ),
    }
)
def settings(look: DealView, *, commands: Sequence[str] = ()) -> Answer:
    """The settings on the day, on which absences are as of it; people are named by id.

    `commands` are those by which the user may change a setting.
    """
    team, day = look.team, look.as_of
    away = [each for each in team.away if each.last_day >= day]
    body = {
        **heading(look),
        "code_name": team.code_name,
        "aliases": team.aliases,
        "channel": team.channel.name,
        "email": team.email,
        "owners": [
            {
                "party": party,
                "owner": _on_day(each.owner, team, day),
                "backup": _on_day(each.backup, team, day),
            }
            for party, each in team.owners.items()
        ],
        "away": away,
        "readings": list(_readings(team, look.approvals or ())),
        "reminders": [{"kind": kind, **_reminders(rules)} for kind, rules in _rules(team.alerts)],
        "missed_for_business_days": team.alerts.missed_for_business_days,
        "weekly_statement": team.alerts.weekly_statement,
        "escalation": team.escalation,
        "people": team.people,
        "targets": {duty: str(period) for duty, period in team.targets.items()},
        "commands": commands,
    }

    def say(view: DealView) -> Message:
        company = team.owners["company"]
        sections = (
            listed("Owners", _owners(view)),
            listed("Out of office", (_away(each, view) for each in away)),
            listed("Readings chosen", map(_reading, _readings(team, view.approvals or ()))),
            listed("Reminders", _alerts(team.alerts)),
            listed("If no one acknowledges", _escalation(team.escalation)),
            listed("People", map(_person, team.people)),
            Section(
                title="Names",
                rows=rows(
                    ("Code name", team.code_name),
                    ("Aliases", ", ".join(team.aliases)),
                    ("Channel", f"#{team.channel.name}"),
                    ("Mail", words.listed(view.name(each) for each in team.email)),
                ),
            ),
            listed(
                "Team targets, where the agreement states no date",
                (f"{duty}: {period}" for duty, period in team.targets.items()),
            ),
            listed("You can change", commands),
        )
        owner, backup = view.name(company.owner), view.name(company.backup)
        headline = f"owner {owner}, backup {backup}"
        return compose(view, headline, sections, (), more="/deal settings")

    return Answer(body, say)


def _on_day(person: str, team: Team, day: date) -> Mapping[str, object]:
    return {"person": person, "away": absence(team.away, person, day)}


def _readings(team: Team, approvals: Sequence[Act]) -> Iterator[Mapping[str, str | None]]:
    """The readings the team chose; `approved_by` is None while a second approval is awaited."""
    for question, chosen in team.readings.items():
        approval = approval_of(of_reading(question, team.signed[question]), approvals)
        yield {
            "reading": question,
            "choice": chosen.choice,
            "chosen_by": chosen.chosen_by,
            "why": chosen.why,
            "approved_by": approval.name if approval else None,
        }


def _rules(policy: Policy) -> Iterator[tuple[str, ReminderRules]]:
    """When each kind of obligation or window is alerted."""
    for kind in type(policy).model_fields:
        rules = getattr(policy, kind)
        if isinstance(rules, ReminderRules):
            yield kind, rules


def _reminders(rules: ReminderRules) -> Mapping[str, object]:
    """The rules of one kind, the longest reminder first, in Business Days before."""
    return {
        "when_opened": rules.when_opened,
        "remind": sorted(rules.remind, reverse=True),
        "every_business_day": rules.every_business_day,
        "on_last_day": rules.on_last_day,
        "last_call": rules.last_call,
        "when_ended": rules.when_ended,
    }


def _owners(view: DealView) -> Iterator[str]:
    for party, each in view.team.owners.items():
        owner, backup = _name_on_day(each.owner, view), _name_on_day(each.backup, view)
        yield f"{words.sentence(view.party(party))}: {owner}, backup {backup}"


def _name_on_day(person: str, view: DealView) -> str:
    away = absence(view.team.away, person, view.as_of)
    if away is None:
        return view.name(person)
    instead = f", {view.name(away.delegate)} covers" if away.delegate else ""
    return f"{view.name(person)} (away to {words.day(away.last_day)}{instead})"


def _away(each: Away, view: DealView) -> str:
    instead = view.name(each.delegate) if each.delegate else "none"
    return (
        f"{view.name(each.person)}, {words.day(each.first_day)} to "
        f"{words.day(each.last_day)}; delegate {instead}"
    )


def _reading(each: Mapping[str, str | None]) -> str:
    by = f"approved by {each['approved_by']}" if each["approved_by"] else WAITING
    return (
        f"{each['reading']}: {each['choice']}, chosen by {each['chosen_by']}; {by}. {each['why']}"
    )


def _alerts(policy: Policy) -> Iterator[str]:
    for kind, rules in _rules(policy):
        yield f"{kind}: {', '.join(_occasions(rules)) or 'only when overdue'}"
    yield f"overdue items: {words.business_days(policy.missed_for_business_days)}"
    yield f"weekly statement: {'yes' if policy.weekly_statement else 'no'}"


def _occasions(rules: ReminderRules) -> Iterator[str]:
    if rules.when_opened:
        yield "when it opens"
    if rules.remind:
        *sooner, last = sorted(rules.remind, reverse=True)
        leads = [*map(str, sooner), words.business_days(last)]
        yield f"{words.listed(leads)} before"
    if rules.every_business_day:
        yield "every Business Day"
    if rules.on_last_day:
        yield "on the last day"
    if rules.last_call:
        yield "last calls at noon and 4:00 p.m."
    if rules.when_ended:
        yield "when it ends"


def _escalation(escalation: Escalation) -> Iterator[str]:
    yield from map(_step, escalation.steps)
    hours = escalation.working_hours
    yield f"Waiting counts from {hours.opens:%H:%M} to {hours.closes:%H:%M} of Business Days"
    yield f"An acknowledgment lasts {words.business_days(escalation.acknowledged_for)}"


def _step(step: StepAfter) -> str:
    minutes = _minutes(step)
    if minutes is None:
        return f"to the {step.to} the next morning"
    return f"to the {step.to} after {words.number(minutes, 'minute')}"


_BY = {"slack": "Slack", "email": "email"}


def _person(person: Person) -> str:
    digest = {"mine": "what they own", "all": "everything", "none": "none"}[person.digest]
    by = "" if person.digest == "none" else f", by {_BY[person.digest_by]}"
    party = "" if person.stands_for == "issuer" else f", for the {person.stands_for}"
    dates = ""
    if person.first_day:
        dates += f", from {words.day(person.first_day)}"
    if person.last_day:
        dates += f", to {words.day(person.last_day)}"
    invited = "" if person.invitations else "; no calendar invitations"
    return (
        f"{person.name} ({person.id}): {person.role}{party}{dates}; morning digest: {digest}{by}"
        f"{invited}"
    )
