"""The settings of a deal in words."""

from collections.abc import Iterator

from dealclock.access.approval import WAITING
from dealclock.answers.compose import compose
from dealclock.answers.settings.result import (
    Absence,
    EscalationSettings,
    KindReminders,
    OwnerOnDay,
    SettingsResult,
    StepSettings,
    TeamMember,
    TeamReading,
)
from dealclock.messages import words
from dealclock.messages.message import Message, MessageRow, Section, listed, rows
from dealclock.messages.view import DealView


def message(result: SettingsResult, view: DealView) -> Message:
    """Who answers, who is away, which readings were chosen, when alerts are sent, and the commands
    that change this."""
    company = next(each for each in result.owners if each.party == "company")
    owner, backup = view.name(company.owner.person), view.name(company.backup.person)
    targets = (f"{duty}: {period}" for duty, period in result.targets.items())
    sections = (
        listed("Owners", _owners(result, view)),
        listed("Out of office", (_away(each, view) for each in result.away)),
        listed("Readings chosen", map(_reading, result.readings)),
        listed("Reminders", _reminders(result)),
        listed("If no one acknowledges", _escalation(result.escalation)),
        listed("People", map(_person, result.people)),
        Section(title="Names", rows=_names(result, view)),
        listed("Team targets, where the agreement states no date", targets),
        listed("You can change", result.commands),
    )
    headline = f"owner {owner}, backup {backup}"
    return compose(view, headline, sections, (), more="/deal settings")


def _owners(result: SettingsResult, view: DealView) -> Iterator[str]:
    for each in result.owners:
        owner, backup = _on_day(each.owner, view), _on_day(each.backup, view)
        yield f"{words.sentence(each.party)}: {owner}, backup {backup}"


def _on_day(each: OwnerOnDay, view: DealView) -> str:
    away = each.away
    if away is None:
        return view.name(each.person)
    instead = f", {view.name(away.delegate)} covers" if away.delegate else ""
    return f"{view.name(each.person)} (away to {words.day(away.last_day)}{instead})"


def _away(each: Absence, view: DealView) -> str:
    instead = view.name(each.delegate) if each.delegate else "none"
    return (
        f"{view.name(each.person)}, {words.day(each.first_day)} to "
        f"{words.day(each.last_day)}; delegate {instead}"
    )


def _reading(each: TeamReading) -> str:
    by = f"approved by {each.approved_by}" if each.approved_by else WAITING
    return f"{each.reading}: {each.choice}, chosen by {each.chosen_by}; {by}. {each.why}"


def _reminders(result: SettingsResult) -> Iterator[str]:
    for each in result.reminders:
        yield f"{each.kind}: {', '.join(_occasions(each)) or 'only when overdue'}"
    yield f"overdue items: {words.business_days(result.missed_for_business_days)}"
    yield f"weekly statement: {'yes' if result.weekly_statement else 'no'}"


def _occasions(rules: KindReminders) -> Iterator[str]:
    if rules.when_opened:
        yield "when it opens"
    if rules.remind:
        *sooner, last = rules.remind
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


def _escalation(escalation: EscalationSettings) -> Iterator[str]:
    yield from map(_step, escalation.steps)
    yield f"Waiting counts from {escalation.opens} to {escalation.closes} of Business Days"
    yield f"An acknowledgment lasts {words.business_days(escalation.acknowledged_for)}"


def _step(step: StepSettings) -> str:
    if step.after_minutes is None:
        return f"to the {step.to} the next morning"
    return f"to the {step.to} after {words.number(step.after_minutes, 'minute')}"


_BY = {"slack": "Slack", "email": "email"}


def _person(person: TeamMember) -> str:
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


def _names(result: SettingsResult, view: DealView) -> tuple[MessageRow, ...]:
    return rows(
        ("Code name", result.code_name),
        ("Aliases", ", ".join(result.aliases)),
        ("Channel", f"#{result.channel}"),
        ("Mail", words.listed(view.name(each) for each in result.email)),
    )
