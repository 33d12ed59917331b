"""All keys of the table. Days and instants sort as text.

DEAL#<id>      META                    status, versions, wake date
               FACT#<id>               one event
               TERMS#<0001>            one version of the terms
               TEAM#<0001>             one version of the team
               DELIVERY#<day>#<id>     one alert on one route
               RENDITION#<day>#<id>#.. the exact text sent
               RUN#<day>#<slot>        one assessment by a scheduled check
               ANSWER#<instance>#<instant>#.. a person's response to an alert
               APPROVAL#<subject>#..   a second approval
               BREAK#<instant>#<slack> emergency access: who, until when and why
               NOTE#<id>               a reply by email; no longer written
               CALENDAR                the dates last sent to calendars
               ESCALATE                the next escalation
               ROUTE#<route>           when the route may be used again; expires
               STAGING                 the load in progress
               SUMMARY                 the latest assessment, summarized
               VALUES                  the figures of the latest run, to be computed twice
               SENT                    the alerts of old deliveries, and which posts may change
               AUDIT#<0000000001>      an audit entry, linked to the one before (table.py)
               AUDIT#<instant>#<..>    an audit entry of 0.1.0 or 0.2.0
PERSON#<slack> DELIVERY#<day>#<id>     one morning's digest on one route; its text is stored with
               ROUTE#<route>           its deal, or in AUDIT if it covers several
               BREAK#<instant>#<deal>  the person's emergency access; expires
               DEAL#<deal>             a live deal in the person's digests
               MEMBER#<deal>           a deal whose list has the person: found so, granted nothing
               FEED                    the person's calendar feed and its deals
DEALS          <id>                    the directory
CHANNEL#<id>   DEAL                    the deal of a Slack channel
NAME#<name>    DEAL                    the deal of a code name or alias, in lower case
SEEN#<key>     SEEN                    a request already handled; expires
SWEEP#LIVE     <day>#<slot>            a completed check; expires. Also SWEEP#REHEARSAL
WATCH          WATCH                   the watchdog's state
MEMBERS        MEMBERS                 until when the rows MEMBER# are complete
VERDICT#<deal> VERDICT                 what computing its figures again found
MAIL#<id>      DELIVERY                the delivery of an email, for later SES events; expires
LINK#<sha256>  LINK                    a personal link; expires
AUDIT          AUDIT#<0000000001>      an audit entry outside any deal
               AUDIT#<instant>#<..>    one that expires, or of 0.1.0 or 0.2.0
               RENDITION#<day>#<id>#.. an answer about several deals, or none

Numbered entries and RENDITION items are in the archive's own table, which only grows; those of
earlier releases are in the first one.

GSI1 "wake":   WAKE#LIVE | WAKE#REHEARSAL, <date>#<deal>
               ESCALATE#LIVE | ESCALATE#REHEARSAL, <instant>#<deal>, while an escalation is pending
               COMPARED#VALUES | COMPARED#AGREED | COMPARED#DIFFERS | COMPARED#CLOSED,
               <instant>#<instant of the figures>: figures to compute again, and verdicts on them
GSI2 "outbox": OUTBOX#LIVE | OUTBOX#REHEARSAL, <planned at>#<delivery id>, until no work
               remains: final, taken over by other routes, and up to date in Slack
"""

from datetime import UTC, date, datetime

META = "META"
SUMMARY = "SUMMARY"
STAGING = "STAGING"
ESCALATE = "ESCALATE"
DEALS = "DEALS"
TEAM = "TEAM#"
DEAL = "DEAL"
SEEN = "SEEN"
DELIVERY = "DELIVERY"
AUDIT = "AUDIT"
WATCH = "WATCH"
LINK = "LINK"
FEED = "FEED"
MEMBERS = "MEMBERS"
CALENDAR = "CALENDAR"
SENT = "SENT"
VALUES = "VALUES"  # not within FACT to META, which are read together
VERDICT = "VERDICT"
COMPARED = "COMPARED"
WAKE_INDEX = "GSI1"
OUTBOX_INDEX = "GSI2"
INDEXES = (WAKE_INDEX, OUTBOX_INDEX)
OF_INDEXES = frozenset(f"{index}{key}" for index in INDEXES for key in ("PK", "SK"))


_PERSON = "person:"  # a deal's id never has a colon


def person(slack: str) -> str:
    """The pseudo-deal that holds a person's digests."""
    return f"{_PERSON}{slack}"


def of_deal(deal: str) -> str:
    """The partition of a deal, or of a person's digests."""
    if deal.startswith(_PERSON):
        return f"PERSON#{deal.removeprefix(_PERSON)}"
    return f"DEAL#{deal}"


def deal_in(partition: str) -> str:
    """The deal, or the pseudo-deal of a person, of a partition."""
    if partition.startswith("PERSON#"):
        return person(partition.removeprefix("PERSON#"))
    return partition.removeprefix("DEAL#")


def fact(fact_id: str) -> str:
    """The sort key of an event. All events sort before META, so one query reads both."""
    return f"FACT#{fact_id}"


def terms(version: int) -> str:
    """The sort key of a version of the terms."""
    return f"TERMS#{version:04d}"


def team(version: int) -> str:
    """The sort key of a version of the team."""
    return f"{TEAM}{version:04d}"


def delivery(day: date, delivery_id: str) -> str:
    """The sort key of a delivery."""
    return f"DELIVERY#{day.isoformat()}#{delivery_id}"


def digest_of(deal: str) -> str:
    """The sort key of a deal in a person's digests."""
    return f"DEAL#{deal}"


CHAIN = ("AUDIT#0", "AUDIT#1")
"""The range of the numbered audit entries of a partition."""


def entry(number: int) -> str:
    """The sort key of an audit entry, by its place in its chain, from 1."""
    return f"AUDIT#{number:010d}"


def number_of(sk: str) -> int:
    """The place of a numbered audit entry in its chain."""
    return int(sk.partition("#")[2])


def is_archived(sk: str) -> bool:
    """Whether items with that sort key are written to the archive's own table."""
    return sk.startswith((CHAIN[0], "RENDITION#"))


def may_be_archived(first: str, last: str) -> bool:
    """Whether a range of sort keys may have archived items."""
    return any(first <= f"{start}~" and last >= start for start in (CHAIN[0], "RENDITION#"))


def member(deal: str) -> str:
    """The sort key of a deal whose list has a person."""
    return f"MEMBER#{deal}"


def rendition(day: date, delivery_id: str, token: str) -> str:
    """The sort key of a claim's text to send; separate, so that deliveries stay small."""
    return f"RENDITION#{day.isoformat()}#{delivery_id}#{token}"


def mobile(person: str) -> str:
    """The sort key of a person's proved number."""
    return f"MOBILE#{person}"


def thread(root_cause: str, channel: str) -> str:
    """The sort key of the post that opens the thread of a cause."""
    return f"THREAD#{channel}#{root_cause}"


def route(name: str) -> str:
    """The sort key of a route's next free time."""
    return f"ROUTE#{name}"


def mail(mail_id: str) -> str:
    """The partition of an email, by the opaque id it was sent with."""
    return f"MAIL#{mail_id}"


def link(fingerprint: str) -> str:
    """The partition of a personal link, by the SHA-256 of its secret."""
    return f"LINK#{fingerprint}"


def note(note_id: str) -> str:
    """The sort key of a note. It must not sort between FACT# and META."""
    return f"NOTE#{note_id}"


def outbox_entry(rehearsal: bool, since: datetime, delivery_id: str) -> dict[str, str]:
    """The outbox index keys of a delivery with work pending since an instant."""
    return {"GSI2PK": outbox(rehearsal), "GSI2SK": f"{instant(since)}#{delivery_id}"}


def run(as_of: date, slot: str) -> str:
    """The sort key of a run."""
    return f"RUN#{as_of.isoformat()}#{slot}"


def response(what: str) -> str:
    """The sort key of a response to an alert. It must not sort between FACT# and META."""
    return f"ANSWER#{what}"


def approval(what: str) -> str:
    """The sort key of an approval. It must not sort between FACT# and META."""
    return f"APPROVAL#{what}"


def emergency_access(what: str) -> str:
    """The sort key of an emergency access. It must not sort between FACT# and META."""
    return f"BREAK#{what}"


def channel(channel_id: str) -> str:
    """The partition of a Slack channel."""
    return f"CHANNEL#{channel_id}"


def name(code_name: str) -> str:
    """The partition of a code name or an alias, ignoring case."""
    return f"NAME#{code_name.lower()}"


def request(key: str) -> str:
    """The partition of a request already handled."""
    return f"SEEN#{key}"


def wake(rehearsal: bool, on: date, deal: str) -> dict[str, str]:
    """The wake index keys of a deal."""
    return {"GSI1PK": wakes(rehearsal), "GSI1SK": f"{on.isoformat()}#{deal}"}


def wakes(rehearsal: bool) -> str:
    """The wake index partition."""
    return "WAKE#REHEARSAL" if rehearsal else "WAKE#LIVE"


def escalation(rehearsal: bool, at: datetime, deal: str) -> dict[str, str]:
    """The wake index keys of a deal's next escalation."""
    return {"GSI1PK": escalations(rehearsal), "GSI1SK": f"{instant(at)}#{deal}"}


def escalations(rehearsal: bool) -> str:
    """The wake index partition of escalations."""
    return "ESCALATE#REHEARSAL" if rehearsal else "ESCALATE#LIVE"


def verdict(deal: str) -> str:
    """The partition of a deal's verdict, which no other function may write."""
    return f"{VERDICT}#{deal}"


def compared(kind: str, at: datetime, of: datetime) -> dict[str, str]:
    """The wake index keys of a deal's figures, or of a verdict of an instant on those `of` one."""
    return {"GSI1PK": f"{COMPARED}#{kind}", "GSI1SK": f"{instant(at)}#{instant(of)}"}


def sweeps(rehearsal: bool) -> str:
    """The partition of completed checks."""
    return "SWEEP#REHEARSAL" if rehearsal else "SWEEP#LIVE"


def outbox(rehearsal: bool) -> str:
    """The outbox index partition."""
    return "OUTBOX#REHEARSAL" if rehearsal else "OUTBOX#LIVE"


def instant(moment: datetime) -> str:
    """An instant as text that sorts chronologically: UTC, microseconds, fixed length."""
    if moment.tzinfo is None:
        raise ValueError("give an instant with its time zone, such as datetime.now(UTC)")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
