"""Notices: messages about the system itself, not about a date. A failed route, a test of the
routes, a paused deal, emergency access, a reply by email, a response in the thread of its alert.

No assessment makes them untrue, and no one acknowledges them. A notice about the stack carries
the code name and no deal content.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from dealclock.alerts.alert import INVITATION, Alert
from dealclock.alerts.delivery import Route
from dealclock.facts.fact import Fact
from dealclock.facts.vocabulary import CONFIRMED
from dealclock.messages import words
from dealclock.messages.message import Message, Section, cut, rows
from dealclock.messages.view import DealView
from dealclock.people.acts import Act
from dealclock.people.people import Glass, People

# A failed route is reported to a lead by another route, without anything of the alerts themselves:
# the person who fixes a channel need not know what was to be sent.

ROUTE_FAILURE = "route"


def render_route_failure(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The notice of a route that fails; `alert.title` is the route in words, `alert.instance`
    ends with the cause."""
    cause = failure_cause(alert)
    meaning, action = explain_refusal(cause)
    return Message(
        preview=f"[{code_name}] Delivery failure, {words.day(alert.day)}",
        headline=f"Alerts could not be delivered: {alert.title}",
        sections=(
            Section(
                rows=rows(
                    ("Route", alert.title),
                    ("Cause", meaning),
                    ("Since", words.day(alert.day)),
                    (
                        "Meanwhile",
                        "Each alert also goes to its owner and the lead by another route.",
                    ),
                    ("Do", action),
                )
            ),
        ),
        footnotes=("Sent once a day for each route and cause, never by the failed route.",),
    ).marked(rehearsal)


def describe_refusal(cause: str) -> str:
    """Why a route refuses, in words; an unknown cause as the far side reported it."""
    return _REFUSALS.get(cause, cause.replace("_", " "))


def explain_refusal(cause: str) -> tuple[str, str]:
    """What a cause of refusal means, and what to do about it."""
    code = cause.partition(":")[0]
    meaning = f"{_REFUSALS.get(code, 'it was refused')} ({code})"
    return meaning, _REFUSAL_ACTIONS.get(code, "Fix the route, or change it in the deal's team.")


def failure_cause(alert: Alert) -> str:
    """The cause in a notice's instance, `route/ROUTE/CAUSE`."""
    return alert.instance.rpartition("/")[2]


_REFUSALS = {
    "account_inactive": "the Slack app was removed, or its account switched off",
    "bot_not_in_channel": "the Slack app is no longer in the channel",
    "bounced": "the email bounced",
    "channel_not_found": "the channel was deleted, or the Slack app was removed from it",
    "channel_not_private": "the channel is public",
    "channel_share_pending": "the channel has a pending invitation to another organization",
    "channel_shared": "the channel is shared",
    "channel_shared_in_organisation": "the channel is shared with another workspace",
    "channel_shared_outside": "the channel is shared with another organization",
    "complained": "the recipient reported the email as spam",
    "invalid_auth": "Slack does not recognize the token",
    "is_archived": "the channel is archived",
    "members_not_on_the_list": "someone in the channel is not on the deal's list",
    "not_in_channel": "the Slack app is no longer in the channel",
    "person_deactivated": "the person's Slack account is deactivated",
    "person_is_a_guest": "the person is a guest in Slack",
    "person_of_another_organisation": "the person belongs to another organization in Slack",
    "destination_phone_number_not_verified": "SMS is in AWS's sandbox in this account",
    "monthly_spend_limit_reached_for_text": "the account's spending limit for SMS is reached",
    "destination_phone_number_opted_out": "the recipient replied STOP",
    "rejected": "the email system refused to send the email",
    "sms_off": "this stack sends no SMS",
    "token_revoked": "the Slack app's token was revoked",
    "too_slow": "it asked to wait for longer than the alert could",
}
_REFUSAL_ACTIONS = {
    "bounced": "Correct the address in the deal's team.",
    "channel_not_found": "Invite the app to the channel, or choose another in the deal's team.",
    "complained": "Ask the recipient, or choose another in the deal's team.",
    "members_not_on_the_list": "Remove them from the channel, or add them to the deal's list.",
    "destination_phone_number_not_verified": "Ask AWS for production access to SMS.",
    "monthly_spend_limit_reached_for_text": "Ask AWS for a higher limit.",
    "sms_off": "Give the parameter SmsOrigination, or take the number out of the deal's team.",
    "token_revoked": "Reinstall the app and replace the secret.",
    "too_slow": "None: this route is used again for the next alert. If it stays slow, check its "
    "provider's status page.",
}


PING = "ping"


def render_ping(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The test message; `alert.title` says who requested it."""
    return Message(
        preview=f"[{code_name}] Test, {words.day(alert.day)}",
        headline=f"TEST: {code_name} can reach you by this route",
        sections=(
            Section(
                rows=rows(
                    ("Do", "No action needed. This is a test with no deal information."),
                    ("Asked by", alert.title),
                )
            ),
        ),
        footnotes=("Sent by dealclock ping, by the route this deal's alerts use.",),
    ).marked(rehearsal)


_MOST = 5  # Sections that an SMS names


def render_sms(alerts: Sequence[Alert], code_name: str, rehearsal: bool) -> Message:
    """An SMS: what a test's code follows, or the Sections of a step of an escalation, a few of
    many, and the day of the first. Nothing else, since a lock screen shows it.
    """
    name = f"REHEARSAL {code_name}" if rehearsal else code_name
    sections = list(dict.fromkeys(words.clause(each.clause) for each in alerts if each.clause))
    more = f" and {len(sections) - _MOST} more" if len(sections) > _MOST else ""
    day = words.day(alerts[0].due or alerts[0].day)
    step = f"{', '.join(sections[:_MOST])}{more}, {day}".lstrip(", ")
    return Message(name, headline=f"{name}: {'code' if alerts[0].kind == PING else step}")


PAUSED = "paused"
_PAUSED = "paused: do not rely on its alerts"
_RESUME = "Ask your Dealclock administrator to deploy the newer release again."
_ITEMS = {
    "ANSWER": "a response to one of its alerts",
    "APPROVAL": "a second approval",
    "BREAK": "an emergency access",
    "CALENDAR": "the dates in its calendars",
    "DELIVERY": "one of its alerts",
    "FACT": "one of its events",
    "NOTE": "a reply to one of its alerts",
    "RENDITION": "a message that was sent",
    "ROUTE": "a pause between its messages",
    "RUN": "one of its scheduled checks",
    "TEAM": "its team",
    "TERMS": "its terms",
    "THREAD": "a thread in its channel",
}
"""What people call a kind of stored item."""


def _why_paused(kind: str) -> str:
    saved = f"A newer release of Dealclock saved {_ITEMS.get(kind, 'this deal')}"
    return f"{saved}, and the current release cannot read that safely."


def line_of_paused(kind: str, *, of_deal: bool) -> str:
    """The reply to a command that meets an item of a newer release, of that kind.

    `of_deal`: it is an item of the deal asked about, which is therefore paused.
    """
    first = f"This deal is {_PAUSED}." if of_deal else "This cannot be answered now."
    return f"{first} {_why_paused(kind)} {_RESUME}"


def with_pause(message: Message, code_name: str, kind: str) -> Message:
    """An answer about a paused deal, which says so first."""
    return replace(
        message,
        headline=f"{code_name} is {_PAUSED}",
        banners=(_why_paused(kind), *message.banners),
        sections=(Section(lines=(message.headline,)), *message.sections),
    )


def render_paused_deal(code_name: str, kind: str, day: date, rehearsal: bool) -> Message:
    """The notice of a paused deal, sent once a day while an item of that kind cannot be read."""
    return Message(
        preview=f"[{code_name}] Paused, {words.day(day)}",
        headline=f"{code_name} is {_PAUSED}",
        sections=(
            Section(
                rows=rows(
                    ("Why", _why_paused(kind)),
                    (
                        "Meanwhile",
                        (
                            "Track its dates yourself until it resumes. Your other deals are not "
                            "affected."
                        ),
                    ),
                    ("Do", _RESUME),
                )
            ),
        ),
        footnotes=("Sent once a day until the deal can be read again.",),
    ).marked(rehearsal)


ARITHMETIC = "arithmetic"


def describe_not_computed_twice(*, is_changed: bool) -> str:
    """That the second engine has not computed a deal's dates and amounts, as it is now."""
    return "Arithmetic not computed twice yet" + " since the last change" * is_changed


def describe_not_computable(since: str) -> str:
    """That computing a deal's dates and amounts a second time has failed since a day."""
    return f"Arithmetic not computed twice: it has failed since {since}; the operator is notified"


def describe_computed_twice(
    at: str, agreed: int, differing: int, left_out: Iterable[str], *, to_lead: bool
) -> str:
    """What computing a deal's dates and amounts a second time found, and at which instant; how many
    differ, to a lead alone.
    """
    if differing and to_lead:
        return f"Arithmetic computed twice, differs in {differing} of its figures, {at}"
    if differing:
        return f"Arithmetic computed twice, {at}: ask a lead for the result"
    if not agreed:
        return "Arithmetic not computed twice: the second engine does not cover these terms"
    names = ", ".join(sorted(left_out))
    return f"Arithmetic computed twice, agreed {at}" + f"; not covered: {names}" * bool(names)


def render_arithmetic(
    code_name: str, day: date, differences: Sequence[Mapping[str, Any]], rehearsal: bool
) -> Message:
    """The notice that the two engines differ, with how each found its figure; for a lead alone."""
    shown = [
        Section(
            title=" ".join(each["name"]),
            rows=rows(
                ("Shown to the team", str(each["first"] or "none")),
                ("Computed again", str(each["second"] or "none")),
            ),
            lines=(
                f"How the first was found: {'; '.join(each['first_trace']) or 'no steps'}",
                f"How the second was found: {'; '.join(each['second_trace']) or 'no steps'}",
            ),
        )
        for each in differences[:_SHOWN]
    ]
    count = words.number(len(differences), "date or amount", "dates or amounts")
    do = "Count it by hand from the Agreement before you rely on it. Alerts go on as before."
    return Message(
        preview=f"[{code_name}] Check the arithmetic, {words.day(day)}",
        headline=f"{code_name}: two computations differ in {count}",
        sections=(Section(rows=rows(("Do", do))), *shown),
        footnotes=(
            "Sent only to the deal's leads; the operator is alerted without these figures.",
        ),
    ).marked(rehearsal)


_SHOWN = 5
"""The most figures that such a notice shows."""

EMERGENCY_ACCESS = "glass"


def title_emergency_access(glass: Glass, zone: str) -> str:
    """Who has access, until when and why: the title of its alert."""
    return f"{glass.name}, until {words.instant(glass.until, zone)}: {glass.why}"


def render_emergency_access(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The notice of emergency access; `alert.title` says who, until when and why."""
    who, _, why = alert.title.partition(": ")
    return Message(
        preview=f"[{code_name}] Emergency access, {words.day(alert.day)}",
        headline="An administrator has emergency access to this deal",
        sections=(
            Section(
                rows=rows(
                    ("Reads", who),
                    ("Because", why),
                    ("May", "Can read the whole deal; cannot change anything."),
                    (
                        "Do",
                        (
                            "If you did not expect this, ask them. The deny list blocks access at "
                            "once."
                        ),
                    ),
                )
            ),
        ),
        footnotes=("The deal's archive records every question they ask.",),
    ).marked(rehearsal)


MAIL_NOTE = "note"
_NOTE_CHARACTERS = 2_000  # characters shown; the whole is in the archive


# Releases that received email filed such notes; none does now (docs/decisions/access.md); a
# message about one that was planned before an upgrade is still sent, and only for it does another
# route take over.


def render_mail_note(
    writer: str,
    text: str,
    clause: str,
    instance: str,
    attachments: int,
    code_name: str,
    on: date,
    rehearsal: bool,
) -> Message:
    """The note for the owner of the item it is about: who wrote it, its text, and the Section and
    instance it is about.
    """
    where = words.clause(clause) if clause else ""
    about = ", ".join(part for part in ("Reply", where, words.day(on)) if part)
    not_kept = words.number(attachments, "attachment") if attachments else ""
    shown = cut(text, _NOTE_CHARACTERS)
    return Message(
        preview=f"[{code_name}] {about}",
        headline=f"{writer} replied by email",
        sections=(
            Section(
                rows=rows(
                    ("About", f"{instance} ({where})" if where else instance),
                    ("Not kept", not_kept),
                )
            ),
            Section(title="What was written", lines=tuple(shown.splitlines())),
        ),
        footnotes=("Filed with the deal. A note changes no date: record the event it describes.",),
    ).marked(rehearsal)


def render_missing_mail_note(code_name: str, on: date, rehearsal: bool) -> Message:
    """The message sent when a note is no longer in the table."""
    return Message(
        preview=f"[{code_name}] Reply, {words.day(on)}",
        headline="Someone replied by email, but the note is no longer stored",
    ).marked(rehearsal)


# The message of an alert shows only the latest response; its thread keeps all of them.

THREAD_NOTE = "thread"


def describe_response(handled: Act, people: People, zone: str, item: str = "it") -> str:
    """A response in a line: "Maria Lopez acknowledged, Thu, Oct 28, 9:30 a.m. ET".

    `item` is the title of what it answers, named where it was handed to another person.
    """
    by, to = (
        p.name if p else "Someone no longer on the team"
        for p in map(people.person, (handled.by, handled.to))
    )
    today = handled.at.astimezone(ZoneInfo(zone)).date()
    until = f" until {words.near_day(handled.until, today)}" if handled.until else ""
    response = _RESPONSES[handled.action] + (until if handled.action == "snoozed" else "")
    if handled.to:
        why = f' ("{handled.note}")' if handled.note else ""
        response = f"handed {item} to {to}, who owns it now{why}"
    elif handled.note:
        note = f"wrote: {handled.note}"
        response = note if handled.action == "seen" else f"{response} and {note}"
    return f"{by} {response}, {words.near_instant(handled.at, zone, today)}"


def describe_conclusion(fact: Fact, recorded: date) -> str:
    """A lead's conclusion on a default in a line, with what it still awaits; `recorded` is the day
    it was recorded."""
    by = fact.recorded_by or "Someone not named"
    did = "confirmed" if fact.kind == CONFIRMED else "disputed"
    on = "" if recorded == fact.on else f" on {words.near_day(fact.on, recorded)}"
    return f"{by} {did} the default{on}. Second approval: /deal approve fact:{fact.id}"


def render_thread_note(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The note in a thread; `alert.title` is its line."""
    clause = f"{words.clause(alert.clause)}, " if alert.clause else ""
    preview = f"{code_name}, {clause}{words.day(alert.day)}"
    # The mark once: the line is shown under a whole message.
    return Message(f"REHEARSAL {preview}" if rehearsal else preview, headline=f"{alert.title}.")


_RESPONSES: Mapping[str, str] = {
    "acknowledged": "acknowledged",
    "seen": "saw it; escalation continues",
    "snoozed": "snoozed it",
    "done": "reported it done",
    "declined": "declined it",
}


_ROUTES = {
    "dm": "direct message",
    "email": "email",
    "mention": "mention in the channel",
    "sms": "SMS",
}
_NOT_SENT = {
    "acknowledged": "it had been acknowledged",
    "closed": "the deal was closed before",
    "met": "it was satisfied before",
    "moved": "its date had moved",
    "recipient_removed": "the person is no longer on the list",
    "route_removed": "the team no longer has that route",
    "snoozed": "it had been snoozed",
    "superseded": "it was no longer so",
    "unchanged": "it was the same as the last one",
    "in_alerts": "alerts of that morning said what was new",
    "past": "its day was past",
}


def describe_route(route: Route, view: DealView) -> str:
    """A route in words: "the channel", "Maria Lopez by email"."""
    if route.kind == "slack":
        return "the channel"
    return f"{view.name(route.to)} by {_ROUTES[route.kind]}"


def describe_cause(cause: str | None) -> str:
    """Why a delivery was refused, withdrawn or is unknown; "" without a cause."""
    if not cause:
        return ""
    code, _, rest = cause.partition(":")
    text = _NOT_SENT.get(code) or describe_refusal(code)
    return f"{text} ({rest.strip()})" if rest.strip() else text


NOTICES = frozenset(
    {
        ROUTE_FAILURE,
        ARITHMETIC,
        PING,
        EMERGENCY_ACCESS,
        INVITATION,
        MAIL_NOTE,
        THREAD_NOTE,
        PAUSED,
    }
)
"""The alert kinds that are notices."""

ON_ONE_ROUTE = NOTICES - {MAIL_NOTE}
"""The kinds sent by one route, without a second one."""
