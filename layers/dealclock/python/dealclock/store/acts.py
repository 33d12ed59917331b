"""How acts of people are stored.

this release writes   a response in ANSWER, an approval in APPROVAL, a closing in META, each with
                      names of its own
it reads, too         the next release's ANSWER and APPROVAL: every act with the names of `Act`,
                      marked by `act`; a closing stays in META, whose writes depend on it
"""

from dealclock.people.acts import Act
from dealclock.people.approval import WRITTEN
from dealclock.store.codec import Codec
from dealclock.store.item import Item, StoredItem

_OF_TWO = ("second", "second_name", "second_at")
RESPONSE = Codec(
    Act,
    apart=("content", "name", *_OF_TWO),
    names={"subject": "instance", "at": "done_at", "until": "until_day"},
)
APPROVAL = Codec(
    Act,
    apart=("action", "note", "due", "until", "to", *_OF_TWO),
    names={"at": "approved_at"},
    required=("name",),
)
CLOSING = Codec(
    Act,
    apart=("action", "subject", "due", "until", "to"),
    names={
        "by": "closing_by",
        "name": "closing_name",
        "note": "closing_why",
        "at": "closing_at",
        "content": "closing_seen",
        "second": "closed_by",
        "second_name": "closed_name",
        "second_at": "closed",
    },
    required=("name", "note"),
)
ACT = Codec(Act, names={"action": "act"})


def response_item(response: Act) -> Item:
    """The attributes of a response to an alert."""
    return {**RESPONSE.item(response), "revision": int(response.content)}


def act_in(row: StoredItem) -> Act:
    """The act in an ANSWER or APPROVAL item; raises LostError, also for an approval of what cannot
    be approved.
    """
    if "act" in row:
        act = ACT.read(row)
    elif row.text("SK").startswith("ANSWER"):
        return RESPONSE.read(row, content=str(row.number("revision")))
    else:
        act = APPROVAL.read(row, action="approved")
    if act.action == "approved" and not WRITTEN.fullmatch(act.subject):
        raise row.unreadable("subject")
    return act


def closing_in(row: StoredItem) -> Act | None:
    """The closing in a META item; None if none was requested."""
    if "closing_at" not in row:
        return None
    for name in ("closed_by", "closed_name") if "closed" in row else ():
        row.text(name)  # who confirmed it must be there
    return CLOSING.read(row, action="closing", subject="")
