"""The forms by which a person answers for an alert, in Slack and on the page of an email."""

from collections.abc import Sequence
from datetime import date

from dealclock.messages import words
from dealclock.messages.form import NOTE_MOST, ActForm, Choice, Field

_NOTE = Field("note", "Note", "long", optional=True, most=NOTE_MOST)


def snooze(about: str, due: date | None, deal: str = "") -> ActForm:
    """The form that asks until when an item is snoozed."""
    bound = f" Due {words.day(due)}; a snooze cannot go past that." if due else ""
    still = "You will still be alerted if it comes due, is overdue, or its date changes."
    until = Field("until", "Snooze until", "date", hint=f"A Business Day.{bound} {still}")
    return ActForm("Snooze", deal, about, [until], "Snooze")


def decline(about: str, people: Sequence[tuple[str, str]], deal: str = "") -> ActForm:
    """The form that hands the item to one of these people, by id and name, the first chosen."""
    choices = [Choice(id_, name) for id_, name in people[:100]]
    to = Field(
        "to",
        "Who owns it",
        "one",
        hint="That person is notified, and owns it from now.",
        options=[("", choices)],
        default=choices[0].value if choices else "",
    )
    why = Field("note", "Reason", optional=True, most=NOTE_MOST)
    return ActForm("Not mine", deal, about, [to, why], "Hand over")


def done() -> ActForm:
    """The form that says an item is done, where the event is recorded elsewhere."""
    stays = "It stays open until the event that satisfies it is recorded."
    return ActForm("It is done", fields=[_NOTE], button="It is done", notes=[stays])


def note() -> ActForm:
    """The form that adds a note to the alert's thread."""
    asked = Field(
        "note", "Note", "long", hint="The deal team sees it with your name.", most=NOTE_MOST
    )
    return ActForm("Add a note", fields=[asked], button="Add note")
