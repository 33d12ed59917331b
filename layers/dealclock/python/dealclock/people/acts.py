"""What people did about a deal: one record of every act.

    responses to alerts   acknowledged, seen, snoozed, done, declined
    second approvals      approved
    the deal's closing    closing: requested by a lead, closed once a second person confirms it

Events, releases, settings and loads are acts too, with records of their own: the events and the
versions that they made. Emergency access is a right to read, `people.Glass`.
"""

from datetime import date, datetime
from typing import Literal

from dealclock.records import record

ActKind = Literal["acknowledged", "seen", "snoozed", "done", "declined", "approved", "closing"]


@record
class Act:
    """What a person did about a deal, at an instant; in a rehearsal a response has that of its last
    run.

    `subject` is what it is about: the instance of an item, an `approval.Subject` as text, "" for
    the deal. `content` is the state of it that the person saw, of which alone the act counts: the
    count of moves announced (with `due`, the date announced, if any), the content approved, the
    versions of the deal. `by` and `second` are ids of team members, with the names they had then;
    of a response no name is kept. `second_at` is None until a second person confirmed it.

    `note` is what the person wrote with it: a note, or the reason. `until` is the day from which
    alerts of the item are sent again: on that day a snooze has ended and an acknowledgment asks
    again; None for what stops nothing: "seen", "declined", and "done" from anyone but the owner and
    the backup. `to` is the person to whom a declined item was handed.
    """

    action: ActKind
    subject: str
    content: str
    by: str
    at: datetime
    name: str = ""
    note: str = ""
    due: date | None = None
    until: date | None = None
    to: str = ""
    second: str = ""
    second_name: str = ""
    second_at: datetime | None = None

    @property
    def is_confirmed(self) -> bool:
        """Whether a second person confirmed it."""
        return self.second_at is not None


@record
class Note:
    """What a person wrote about an item by email, filed by an earlier release.

    `clause` is the Section of the alert replied to; `attachments` counts files that were not kept.
    """

    id: str
    instance: str
    clause: str
    person: str
    at: datetime
    text: str
    attachments: int = 0
