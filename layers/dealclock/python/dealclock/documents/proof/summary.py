"""The first page of a proof pack: what was due when, what was sent, done and recorded, and how to
verify the rest of the pack.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from dealclock import __version__
from dealclock.documents.drafts import formal
from dealclock.documents.drafts.formal import readings_used
from dealclock.documents.letter import Value, Values, fill, in_use
from dealclock.documents.paper import Block, Grid, Lines, Pairs, Paper
from dealclock.documents.proof.pack import CERTIFICATE, HOW_TO_VERIFY, MESSAGES, SUMS, Member, id_of
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.notices.deemed import DeemedDelivery
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.messages import words
from dealclock.messages.status_lines import describe_conclusion
from dealclock.messages.status_words import satisfied_on, status_word
from dealclock.messages.view import Matter, View

Sent = tuple[datetime, str, str, str, str]
"""A message of the pack: its time, its kind, its recipient by name, its outcome, and why it does
not verify, "" if it does."""


def summary(
    view: View,
    matter: Matter,
    annexes: Sequence[Member],
    *,
    facts: Sequence[Fact],
    notices: Sequence[tuple[EffectiveFact, DeemedDelivery]],
    sent: Sequence[Sent],
    answers: Sequence[tuple[datetime, str, str]],
) -> Paper:
    """The page; every table on it names the annex that has all of its rows.

    Each notice is with when it is deemed given, or why it is not; each of `answers` is a time,
    a person's id, and what that person did.
    """
    values = {
        **_about(view, matter),
        "outcome": tuple(_outcome(view, matter, notices)),
        "sent": _sent(view, sent),
        "answers": _answers(view, answers),
        "events": _events(view, facts),
        "readings": readings_used(matter.why.readings, view, "annex assessment.json"),
        "annexes": tuple(_annexes(annexes)),
        "pack": id_of(annexes),
        "how_to_verify": HOW_TO_VERIFY,
    }
    file = in_use("proof-summary", view.terms.letters)
    title, certainty, blocks = fill(file, values, formal.day)
    marks = (
        certainty,
        *(
            f"DOES NOT VERIFY: {kind} of {_at(at, view)}: {wrong}."
            for at, kind, _, _, wrong in sent
            if wrong
        ),
        *view.banners([matter.why]),
        *map(words.sentence, matter.notes),
    )
    foot = (
        " ".join((view.footnotes()[0], *view.assurance, f"Dealclock {__version__}.")),
        *formal.own_text(file, view),
    )
    return Paper(title, marks, blocks, foot)


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
        "as_of": f"{words.day(a.as_of)}, {words.day_covered(view.terms)}; known by {known}",
    }


def _outcome(
    view: View, matter: Matter, notices: Sequence[tuple[EffectiveFact, DeemedDelivery]]
) -> Iterator[Block]:
    yield Pairs(tuple(_dates(matter)))
    if notices:
        yield Lines(tuple(_notice(event, deemed, view) for event, deemed in notices))


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
            if not part.bears_nothing:
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


def _sent(view: View, sent: Sequence[Sent]) -> Value:
    if not sent:
        return ["Nothing was sent."]
    rows = tuple((_at(at, view), _KINDS.get(kind, kind), to, how) for at, kind, to, how, _ in sent)
    headings = (_when(view), "What", "To", "Outcome")
    return (Grid(headings, rows, annex="annex messages.json"),)


def _answers(view: View, answers: Sequence[tuple[datetime, str, str]]) -> Value:
    if not answers:
        return ["No one acknowledged or answered it."]
    rows = sorted((at, view.name(by), what) for at, by, what in answers)
    listed = tuple((_at(at, view), who, what) for at, who, what in rows)
    annex = "annex answers.json and replies.json"
    return (Grid((_when(view), "Who", "What"), listed, annex=annex),)


def _events(view: View, facts: Sequence[Fact]) -> Value:
    if not facts:
        return ["None: it is based only on dates of the Agreement."]
    rows = tuple(
        (
            fact.id,
            words.day(fact.on),
            f"{what_happened(fact.kind, view.terms)}.",
            f"{fact.recorded_by or 'the deal files'}, {_at(view.log.recorded_at(fact), view)}",
        )
        for fact in facts
    )
    headings = ("Event", "Date", "What happened", "Recorded by")
    return (Grid(headings, rows, annex="annex facts.txt"),)


def _annexes(annexes: Sequence[Member]) -> Iterator[Block]:
    """Every annex except those in folders, which are named in the list of hashes."""
    own = [member for member in annexes if "/" not in member.name]
    yield Grid(("Annex", "SHA-256"), tuple((member.name, member.sha256) for member in own))
    says = f"{CERTIFICATE}: its dates with their steps, and a checker"
    if count := sum(member.name.startswith(MESSAGES) for member in annexes):
        says = f"{MESSAGES}: {words.number(count, 'message')}, word for word; {says}"
    yield Lines((f"{says}; see {SUMS}",))


def _when(view: View) -> str:
    """The heading of a column of times: "When (New York time)"."""
    city = view.terms.agreement.time_zone.rpartition("/")[2].replace("_", " ")
    return f"When ({city} time)"


def _at(value: datetime, view: View) -> str:
    local = value.astimezone(ZoneInfo(view.terms.agreement.time_zone))
    return f"{words.day(local.date())}, {formal.hour(local.time())}"
