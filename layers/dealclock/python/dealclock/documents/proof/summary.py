"""The first page of a proof pack: what was due when, what was sent, done and recorded, and how to
verify the rest of the pack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from dealclock import __version__
from dealclock.alerts.responses import AlertResponse
from dealclock.documents.drafts import formal
from dealclock.documents.drafts.formal import readings_used
from dealclock.documents.letter import Value, Values, fill, in_use
from dealclock.documents.paper import Block, Grid, Lines, Pairs, Paper
from dealclock.documents.proof.pack import HOW_TO_VERIFY, MESSAGES, SUMS, Member
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.notices.deemed import DeemedDelivery
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.messages import words
from dealclock.messages.status_lines import describe_conclusion
from dealclock.messages.status_words import satisfied_on, status_word
from dealclock.messages.view import Matter, View


@dataclass(frozen=True, slots=True)
class SentMessage:
    """One message of the pack: its time, its kind, its recipient by name, and its outcome.

    `wrong` is why it does not verify, "" if it does.
    """

    at: datetime
    kind: str
    to: str
    outcome: str
    wrong: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The contents of a pack besides the computation, in the order of the pack; each notice with
    when it is deemed given, or why it is not.
    """

    facts: Sequence[Fact]
    notices: Sequence[tuple[EffectiveFact, DeemedDelivery]]
    sent: Sequence[SentMessage]
    responses: Sequence[AlertResponse]
    replies: Sequence[tuple[datetime, str]]


def summary(
    view: View, matter: Matter, evidence: Evidence, annexes: Sequence[Member], pack_id: str
) -> Paper:
    """The page; every table on it names the annex that has all of its rows."""
    values = {
        **_about(view, matter),
        "outcome": tuple(_outcome(view, matter, evidence)),
        "sent": _sent(view, evidence),
        "answers": _list_responses(view, evidence),
        "events": _events(view, evidence),
        "readings": readings_used(matter.why.readings, view, "annex assessment.json"),
        "annexes": tuple(_annexes(annexes)),
        "pack": pack_id,
        "how_to_verify": HOW_TO_VERIFY,
    }
    file = in_use("proof-summary", view.terms.letters)
    title, certainty, blocks = fill(file, values, formal.day)
    marks = tuple(_marks(view, matter, evidence, certainty))
    foot = (f"{view.footnotes()[0]} Dealclock {__version__}.", *formal.own_text(file, view))
    return Paper(title, marks, blocks, foot)


def _marks(view: View, matter: Matter, evidence: Evidence, certainty: str) -> Iterator[str]:
    yield certainty
    for sent in evidence.sent:
        if sent.wrong:
            yield f"DOES NOT VERIFY: {sent.kind} of {_at(sent.at, view)}: {sent.wrong}."
    yield from view.banners([matter.why])
    yield from map(words.sentence, matter.notes)


def _about(view: View, matter: Matter) -> Values:
    terms, a = view.terms, view.assessment
    owner = view.owner(matter.owed_by, matter.instance)
    known = words.instant(a.known_at, terms.agreement.time_zone)
    return {
        "title": matter.title,
        "deal": f"{view.team.code_name}: {terms.agreement.title}",
        "dated": terms.agreement.dated,
        "section": f"{words.clause(matter.clause)} ({matter.instance})",
        "owed_by": f"{terms.parties[matter.owed_by].name}; owner {owner}",
        "as_of": f"{words.day(a.as_of)}, {words.DAY_COVERED}; known by {known}",
    }


def _outcome(view: View, matter: Matter, evidence: Evidence) -> Iterator[Block]:
    yield Pairs(tuple(_dates(matter)))
    if evidence.notices:
        yield Lines(tuple(_notice(event, deemed, view) for event, deemed in evidence.notices))


def _dates(matter: Matter) -> Iterator[tuple[str, str]]:
    part = matter.part
    match part:
        case Obligation():
            yield "Status", satisfied_on(part) or status_word(part)
            yield "Due", words.due(part)
            yield "Arose", words.day(part.opens)
            if part.money is not None:
                yield "Amount", words.amount(part.money)
            if part.settlement and part.settlement.note:
                yield "Paid", part.settlement.note
        case Window():
            yield "Status", satisfied_on(part) or status_word(part)
            yield "First day", words.day(part.opens)
            yield "Last day", words.day(part.last_day) if part.last_day else "not known"
        case Default():
            yield "Status", satisfied_on(part) or "open"
            yield "Conclusion", describe_conclusion(part)
            yield "Occurred", words.day(part.occurred_on)
            yield "Accrues from", f"{words.day(part.accrues_from)}, included"
            if part.accrues_to:
                yield "Accrues to", f"{words.day(part.accrues_to)}, not included"
        case UndatedDuty():
            yield "Status", satisfied_on(part) or "open"
            yield "Due", f"no date: {part.standard}"
        case _:
            yield "Status", "see computation.txt"


def _notice(event: EffectiveFact, deemed: DeemedDelivery, view: View) -> str:
    sent = words.listed(
        f"to the {view.party(d.to)} by {formal.delivery(d.method)} on {words.day(d.on)}"
        for d in event.fact.given
    )
    if deemed.on is None:
        return f"Notice {event.id}, {sent}: {'; '.join(deemed.notes) or 'not given'}"
    return f"Notice {event.id}, {sent}: deemed given {words.day(deemed.on)}"


_KINDS = {"mail": "email", "message": "Slack message"}


def _sent(view: View, evidence: Evidence) -> Value:
    rows = tuple(
        (_at(sent.at, view), _KINDS.get(sent.kind, sent.kind), sent.to, sent.outcome)
        for sent in evidence.sent
    )
    headings = (_when(view), "What", "To", "Outcome")
    if not rows:
        return ["Nothing was sent."]
    return (Grid(headings, rows, annex="annex messages.json"),)


def _list_responses(view: View, evidence: Evidence) -> Value:
    rows = [(each.at, view.name(each.by), str(each.action)) for each in evidence.responses]
    rows += [(at, view.name(by), "replied by email") for at, by in evidence.replies]
    if not rows:
        return ["No one acknowledged or answered it."]
    listed = tuple((_at(at, view), who, what) for at, who, what in sorted(rows))
    annex = "annex answers.json and replies.json"
    return (Grid((_when(view), "Who", "What"), listed, annex=annex),)


def _events(view: View, evidence: Evidence) -> Value:
    if not evidence.facts:
        return ["None: it is based only on dates of the Agreement."]
    rows = tuple(
        (
            fact.id,
            words.day(fact.on),
            f"{what_happened(fact.kind, view.terms)}.",
            f"{fact.recorded_by or 'the deal files'}, {_at(view.log.recorded_at(fact), view)}",
        )
        for fact in evidence.facts
    )
    headings = ("Event", "Date", "What happened", "Recorded by")
    return (Grid(headings, rows, annex="annex facts.txt"),)


def _annexes(annexes: Sequence[Member]) -> Iterator[Block]:
    """Every annex except the messages, which are many and named in the list of hashes."""
    own = [member for member in annexes if not member.name.startswith(MESSAGES)]
    yield Grid(("Annex", "SHA-256"), tuple((member.name, member.sha256) for member in own))
    if count := len(annexes) - len(own):
        yield Lines((f"{MESSAGES}: {words.number(count, 'message')}, word for word; see {SUMS}",))


def _when(view: View) -> str:
    """The heading of a column of times: "When (New York time)"."""
    city = view.terms.agreement.time_zone.rpartition("/")[2].replace("_", " ")
    return f"When ({city} time)"


def _at(value: datetime, view: View) -> str:
    local = value.astimezone(ZoneInfo(view.terms.agreement.time_zone))
    return f"{words.day(local.date())}, {formal.hour(local.time())}"
