"""Placeholders of `dealclock init` that are still in a deal's files.

A team with them reaches no one, and terms with them are no agreement's.
"""

from collections.abc import Iterator, Mapping

from dealclock.errors import Problem
from dealclock.files.source import Source, Where

_MEMBER = "in Slack, open the person's profile, then the three dots, then Copy member ID"
_CHANNEL = "in Slack, click the channel's name; the ID is at the bottom of About"
_EMAIL = "the person's email address"
_PERSON = "the person's name"
_CODE_NAME = "the deal's code name, the only name shown in previews, subjects and logs"

PLACEHOLDERS: Mapping[str, str] = {
    "my-deal": "the deal's id, which never changes",
    "Registration Rights Agreement, Issuer and Initial Purchaser": "the agreement's title",
    "Where the agreement was read": "where the agreement was read, such as the exhibit's number",
    "The issuer": "the Company's name",
    "The trustee": "the Trustee's name",
    "Placeholder": _CODE_NAME,
    "Placeholder-Rehearsal": _CODE_NAME,
    "First Person": _PERSON,
    "Second Person": _PERSON,
    "first.person@issuer.example": _EMAIL,
    "second.person@issuer.example": _EMAIL,
    "U00FIRST": f"the person's member ID: {_MEMBER}",
    "U00SECOND": f"the person's member ID: {_MEMBER}",
    "C00CHANNEL": f"the channel's ID: {_CHANNEL}",
    "C00REHEARSAL": f"the channel's ID: {_CHANNEL}",
    "placeholder": "the channel's name",
    "placeholder-rehearsal": "the channel's name",
}
"""The values of the blank files that cannot be a deal's own, and what replaces each."""


def list_placeholders(source: Source) -> Iterator[Problem]:
    """The placeholders in a file, each with its line and what to give instead."""
    for where, value in _texts(source.data):
        if value in PLACEHOLDERS:
            yield source.problem(where, value, f"a placeholder: give {PLACEHOLDERS[value]}")


def _texts(data: object, where: Where = ()) -> Iterator[tuple[Where, str]]:
    """Every text in a file's data, with its place."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _texts(value, (*where, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _texts(value, (*where, number))
    elif isinstance(data, str):
        yield where, data
