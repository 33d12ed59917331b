"""The keys of the table, in one place. Days and instants sort as text.

DEAL#<id>      META                    standing, versions, wake date
               FACT#<id>               one fact
               TERMS#<0001>            one version of the terms
               TEAM#<0001>             one version of the team
               DELIVERY#<day>#<id>     one alert on one route
               RENDITION#<day>#<id>#.. what was sent, word for word
               RUN#<day>#<slot>        one assessment by a sweep
               ANSWER#<instance>#<instant>#.. what a person did with an alert
               APPROVAL#<subject>#..   what a second person approved
               BREAK#<instant>#<slack> who took emergency access, until when and why
               NOTE#<id>               what a person wrote in reply by email; no longer written
               CALENDAR                the dates as last sent to calendars
               ESCALATE                when something is to be escalated next
               ROUTE#<route>           when the route is free for the next message; expires
               STAGING                 whose load is under way
               SUMMARY                 the latest assessment in brief
               AUDIT#<instant>#<..>    who did what
PERSON#<slack> DELIVERY#<day>#<id>     one morning's digest on one route; its rendition is kept with
               ROUTE#<route>           its deal, or where answers about several deals are
               BREAK#<instant>#<deal>  the glass the person broke; expires
               DEAL#<deal>             a live deal whose digests the person reads
               FEED                    whose calendar feed shows which deals
DEALS          <id>                    the directory
CHANNEL#<id>   DEAL                    whose channel it is
NAME#<name>    DEAL                    whose code name or alias it is, in lower case
SEEN#<key>     SEEN                    met before; expires
SWEEP#LIVE     <day>#<slot>            a sweep that completed; expires. SWEEP#REHEARSAL too
WATCH          WATCH                   what the watchdog remembers
MAIL#<id>      DELIVERY                whose delivery a mail was, for what SES says later; expires
LINK#<sha256>  LINK                    what a personal link stands for; expires
AUDIT          AUDIT#<instant>#<..>    who did what outside any deal
               RENDITION#<day>#<id>#.. what was answered about several deals, or none

GSI1 "wake":   WAKE#LIVE | WAKE#REHEARSAL, <date>#<deal>
               ESCALATE#LIVE | ESCALATE#REHEARSAL, <instant>#<deal>, while something waits
GSI2 "outbox": OUTBOX#LIVE | OUTBOX#REHEARSAL, <planned at>#<delivery id>, until nothing is left to
               be done: it is final, other routes took over, what is in Slack is up to date
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
CALENDAR = "CALENDAR"
WAKE_INDEX = "GSI1"
OUTBOX_INDEX = "GSI2"
INDEXES = (WAKE_INDEX, OUTBOX_INDEX)
OF_INDEXES = frozenset(f"{index}{key}" for index in INDEXES for key in ("PK", "SK"))


_PERSON = "person:"  # no deal's id has a colon


def person(slack: str) -> str:
    """The holder of a person's digests, where otherwise a deal holds deliveries."""
    return f"{_PERSON}{slack}"


def of_deal(deal: str) -> str:
    """The partition of a deal, or of a person's digests."""
    if deal.startswith(_PERSON):
        return f"PERSON#{deal.removeprefix(_PERSON)}"
    return f"DEAL#{deal}"


def deal_in(partition: str) -> str:
    """The deal, or the holder of a person's digests, whose partition that is."""
    if partition.startswith("PERSON#"):
        return person(partition.removeprefix("PERSON#"))
    return partition.removeprefix("DEAL#")


def fact(fact_id: str) -> str:
    """The sort key of a fact. All facts sort before META, so one query reads both."""
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
    """The sort key of a deal whose digests a person reads."""
    return f"DEAL#{deal}"


def rendition(day: date, delivery_id: str, token: str) -> str:
    """The sort key of what one claim was about to send. Apart, so that the ledger reads little."""
    return f"RENDITION#{day.isoformat()}#{delivery_id}#{token}"


def thread(root_cause: str, channel: str) -> str:
    """The sort key of the post in whose thread the later news of a cause goes."""
    return f"THREAD#{channel}#{root_cause}"


def route(name: str) -> str:
    """The sort key of when a route of the deal is free again."""
    return f"ROUTE#{name}"


def mail(mail_id: str) -> str:
    """The partition of a mail, by the opaque id it was sent under."""
    return f"MAIL#{mail_id}"


def link(fingerprint: str) -> str:
    """The partition of a personal link, by the SHA-256 of its secret."""
    return f"LINK#{fingerprint}"


def note(note_id: str) -> str:
    """The sort key of a note. It must not sort between FACT# and META."""
    return f"NOTE#{note_id}"


def waiting(rehearsal: bool, since: datetime, delivery_id: str) -> dict[str, str]:
    """The outbox index's keys of a delivery with something left to do since then."""
    return {"GSI2PK": outbox(rehearsal), "GSI2SK": f"{instant(since)}#{delivery_id}"}


def run(as_of: date, slot: str) -> str:
    """The sort key of a run."""
    return f"RUN#{as_of.isoformat()}#{slot}"


def handled(what: str) -> str:
    """The sort key of something done with an alert. It must not sort between FACT# and META."""
    return f"ANSWER#{what}"


def approval(what: str) -> str:
    """The sort key of an approval. It must not sort between FACT# and META."""
    return f"APPROVAL#{what}"


def glass(what: str) -> str:
    """The sort key of broken glass. It must not sort between FACT# and META."""
    return f"BREAK#{what}"


def channel(channel_id: str) -> str:
    """The partition of a Slack channel."""
    return f"CHANNEL#{channel_id}"


def name(code_name: str) -> str:
    """The partition of a code name or an alias, the same however it is capitalised."""
    return f"NAME#{code_name.lower()}"


def seen(key: str) -> str:
    """The partition of a key met before."""
    return f"SEEN#{key}"


def wake(rehearsal: bool, on: date, deal: str) -> dict[str, str]:
    """The wake index's keys of a deal."""
    return {"GSI1PK": wakes(rehearsal), "GSI1SK": f"{on.isoformat()}#{deal}"}


def wakes(rehearsal: bool) -> str:
    """The wake index's partition."""
    return "WAKE#REHEARSAL" if rehearsal else "WAKE#LIVE"


def escalation(rehearsal: bool, at: datetime, deal: str) -> dict[str, str]:
    """The wake index's keys of a deal's next escalation."""
    return {"GSI1PK": escalations(rehearsal), "GSI1SK": f"{instant(at)}#{deal}"}


def escalations(rehearsal: bool) -> str:
    """The wake index's partition of what is to be escalated."""
    return "ESCALATE#REHEARSAL" if rehearsal else "ESCALATE#LIVE"


def sweeps(rehearsal: bool) -> str:
    """The partition of completed sweeps."""
    return "SWEEP#REHEARSAL" if rehearsal else "SWEEP#LIVE"


def outbox(rehearsal: bool) -> str:
    """The outbox index's partition."""
    return "OUTBOX#REHEARSAL" if rehearsal else "OUTBOX#LIVE"


def instant(moment: datetime) -> str:
    """An instant as text that sorts in time: UTC, microseconds, always the same length."""
    if moment.tzinfo is None:
        raise ValueError("give an instant with its time zone, such as datetime.now(UTC)")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
