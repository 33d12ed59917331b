"""What was recorded, sent and done about one obligation, and what people wrote about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Protocol

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import State
from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.compose import assessed, compose, terms_used
from dealclock.answers.heading import heading
from dealclock.answers.typed_words import item_of
from dealclock.answers.why import find_instance, with_others
from dealclock.engine.look import Look
from dealclock.facts.fact import NoticeDelivery
from dealclock.facts.kinds import kinds_of, what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.messages import dates, releases, status_lines, words
from dealclock.messages.message import Cell, DataTable, Message, cut, listed
from dealclock.messages.notices import describe_cause, describe_route
from dealclock.messages.releases import RecordedRelease, list_releases
from dealclock.messages.status_words import reason_word
from dealclock.messages.tables import day_cell, in_table, instant_cell
from dealclock.messages.view import DealView, Matter, View, list_matters
from dealclock.people.acts import Act, Note

_REPLY = 600  # characters of a reply that are shown; the proof pack has it whole


class SentDelivery(Protocol):
    """A delivery, the alerts that it showed, and its outcome.

    `cause` is the code of a refusal or withdrawal.
    """

    @property
    def delivery(self) -> Delivery: ...
    @property
    def alerts(self) -> tuple[Alert, ...]: ...
    @property
    def state(self) -> State: ...
    @property
    def cause(self) -> str | None: ...


@answer(
    example="agreements/infocrossing-2004 effectiveness --facts histories/story.yaml "
    "--as-of 2005-01-20",
    keys={
        NoticeDelivery: ("to method on acknowledged",),
        RecordedRelease: (
            "fact on to=to.role holder=to.holder recorded_by",
            ("approved_by", lambda release: release.approval and release.approval.name),
            ("approved_at", lambda release: release.approval and release.approval.at),
            ("released", lambda release: release.conclusion.model_dump()),
            "withdrawn",
        ),
    },
    slash=Slash(
        "history [DEAL] OBLIGATION",
        examples=("history effectiveness", "history cure-window"),
        read=item_of,
    ),
)
def history(
    look: Look,
    instance: Annotated[str, "an instance, or an id with only one instance"],
    *,
    sent: Callable[[str], Iterable[SentDelivery]] = lambda _: (),
    replies: Callable[[str], Iterable[Note]] = lambda _: (),
    responses: Iterable[Act] = (),
) -> Answer:
    """The instance with its dates and status in words, the events that it rests on, and what is
    stored about it, as known on the day, the earliest first.

    A deal's files hold nothing of what is stored: `sent` and `replies` give the deliveries of an
    instance's alerts and what was written by email, `responses` are those to the deal's alerts.
    Raises NotFoundError for a name that no instance has, or several.
    """
    a, known_at = assessed(look, compare=False), look.instant
    meant = find_instance(instance, look.terms, a)
    approvals = look.approvals if isinstance(look, DealView) else None
    by_instance = {each.instance: each for each in list_matters(a, look.in_force)}
    m = by_instance[meant.instance]
    others = [by_instance[each] for each in meant.others]
    when, status = dates.describe_dates(m.part), status_lines.describe_status(m, a)
    events = [each for each in look.known.all if each.id in m.why.facts]
    provision = m.instance.partition("/")[0]
    satisfying = {
        getattr(rule, "met_by", None) for rule in look.in_force.provisions if rule.id == provision
    }
    done = [each for each in events if each.kind in satisfying]
    deliveries = sorted(
        (
            (alert, each)
            for each in sent(m.instance)
            for alert in each.alerts
            if alert.instance == m.instance and each.delivery.known_at <= known_at
        ),
        key=lambda pair: pair[1].delivery.known_at,
    )
    acts = [r for r in responses if r.subject == m.instance and r.at <= known_at]
    written = [*replies(m.instance)]
    released = list(list_releases(m.instance, look.log, known_at, approvals))
    body = {
        **heading(look),
        "instance": m.instance,
        "clause": m.clause,
        "title": m.title,
        "dates": when,
        "status": status,
        "why": m.why,
        "events": [
            {
                "id": each.id,
                "kind": each.kind,
                "on": each.on,
                "recorded_by": each.fact.recorded_by,
                "recorded_at": each.fact.recorded_at,
                "evidence": each.fact.evidence,
                "given": each.fact.given,
                "amount": each.fact.amount,
                "satisfies": each.kind in satisfying,
            }
            for each in events
        ],
        "sent": [
            {
                "day": alert.day,
                "slot": each.delivery.slot,
                "planned_at": each.delivery.known_at,
                "reasons": alert.reasons,
                "route": each.delivery.route,
                "state": each.state,
                "cause": each.cause,
            }
            for alert, each in deliveries
        ],
        "responses": acts,
        "releases": released,
        "replies": [
            {"at": r.at, "person": r.person, "text": r.text, "attachments": r.attachments}
            for r in written
        ],
        "others": [
            {
                "instance": each.instance,
                "title": each.title,
                "status": status_lines.describe_status(each, a),
            }
            for each in others
        ],
    }

    def say(deal: DealView) -> Message:
        view = View.with_assessment(deal, a)
        zone = view.log.zone
        entries: Mapping[str, list[_Entry]] = {
            "Recorded": [_describe_event(each, view) for each in events],
            "Sent": [_describe_delivery(*each, view) for each in deliveries],
            "Responses": [_describe_response(each, view) for each in acts],
            "Released outside the team": [
                (day_cell(each.on), _describe_release(each, zone)) for each in released
            ],
            "Written replies by email": [_describe_reply(each, view) for each in written],
        }
        sections = (
            listed("Now", [status]),
            *in_table(
                [
                    replace(listed(title, (f"{when.text}{text}" for when, text in found)), drawn=())
                    for title, found in entries.items()
                ],
                _table_of(entries),
            ),
        )
        counts = [words.number(len(deliveries), "message")] if deliveries else []
        counts += [words.number(len(acts), "response")] if acts else []
        counts += [words.number(len(written), "reply", "replies")] if written else []
        headline = (
            *_summarize(m, status, done, view),
            when,
            *([f"{words.listed(counts)} on record"] if counts else []),
        )
        composed = compose(view, headline, sections, [m.why], banners=terms_used(look))
        return with_others(composed, meant.others, view, "history")

    return Answer(body, say, about=m.instance)


def _summarize(m: Matter, status: str, done: Sequence[EffectiveFact], view: View) -> Iterator[str]:
    """What was done, how, and who recorded it, or that it was not."""
    status = status.partition(". ")[0]
    state, still_open, _ = status.partition(": not yet satisfied")
    if done:
        yield f"{m.title}: {_describe_done(done[-1], view)}"
        by = done[-1].fact.recorded_by
        yield from [f"recorded by {by}"] if by else []
        yield from ["late"] if " late " in status else []
        yield from [f"{len(done) - 1} more below"] if len(done) > 1 else []
    elif still_open:
        rule = m.instance.partition("/")[0]
        kind = next((p.type for p in view.terms.provisions if p.id == rule), "")
        late = "" if state == "Open" else f", {state.lower()}"
        yield f"{m.title}: {_NOT_DONE.get(kind, 'not satisfied')}{late}"
    else:
        yield f"{m.title}: {status[:1].lower()}{status[1:]}"


_NOT_DONE = {"notice": "not given", "payment": "not paid", "payments": "not paid"}


def _describe_done(event: EffectiveFact, view: View) -> str:
    """What was done: to whom notice was given, how and when."""
    kind, given = kinds_of(view.terms)[event.kind], event.fact.given
    what = f"{event.kind.replace('-', ' ')} {view.near(event.on)}"
    if given:
        ways = dict.fromkeys((each.method, each.on) for each in given)
        to = dict.fromkeys(_name_recipient(each.to, view) for each in given)
        how = words.listed(f"by {method} {view.near(on)}" for method, on in ways)
        what = f"given to {words.listed(to)} {how}"
        receipts = dict.fromkeys(e.acknowledged for e in given if e.acknowledged)
        if receipts:
            what += ", acknowledged"
        if receipts and set(receipts) != {on for _, on in ways}:
            what += f" {words.listed(view.near(each) for each in receipts)}"
    if event.fact.amount is not None:
        what += f", {words.dollars(Fraction(event.fact.amount))}"
    elif kind.asks:
        what += ", amount not stated"
    return what


def _name_recipient(to: str, view: View) -> str:
    return f"the {view.party(to)}" if to in view.terms.parties else to


_Entry = tuple[Cell, str]
"""When, and what follows it in a line."""


def _table_of(entries: Mapping[str, Sequence[_Entry]]) -> DataTable:
    """Everything on record, the earliest first."""
    rows = [
        (Cell(words.sentence(text.lstrip(":, "))), when, Cell(title))
        for title, found in entries.items()
        for when, text in found
    ]
    rows.sort(key=lambda row: row[1].rank or 0)
    return DataTable("On record", ("What", "When", "Kind"), tuple(rows))


def _describe_event(event: EffectiveFact, view: View) -> _Entry:
    fact, text = event.fact, what_happened(event.kind, view.terms)
    by = f", recorded by {fact.recorded_by}" if fact.recorded_by else ""
    zone = view.terms.agreement.time_zone
    recorded = f", {words.instant(fact.recorded_at, zone)}" if fact.recorded_at else ""
    evidence = f"; evidence: {fact.evidence}" if fact.evidence else ""
    return day_cell(event.on), f": {text} ({event.id}{by}{recorded}){evidence}"


def _describe_delivery(alert: Alert, each: SentDelivery, view: View) -> _Entry:
    reasons = words.listed(map(reason_word, alert.reasons))
    cause = describe_cause(each.cause)
    why = f" ({cause})" if cause else ""
    route = describe_route(each.delivery.route, view)
    slot = f"{words.day(alert.day)}, {each.delivery.slot}"
    return day_cell(alert.day, slot), f": {reasons}, to {route}: {each.state}{why}"


def _describe_response(each: Act, view: View) -> _Entry:
    until = f", until {words.day(each.until)}" if each.until else ""
    zone = view.terms.agreement.time_zone
    wrote = f": {cut(each.note, _REPLY)}" if each.note else ""
    to = f", handed to {view.name(each.to)}" if each.to else ""
    by = f"{each.action} by {view.name(each.by)}"
    return instant_cell(each.at, zone), f": {by}{to}{until}{wrote}"


def _describe_release(each: RecordedRelease, zone: str) -> str:
    return releases.describe_release(each, zone).removeprefix(words.day(each.on))


def _describe_reply(each: Note, view: View) -> _Entry:
    at = instant_cell(each.at, view.terms.agreement.time_zone)
    left = words.number(each.attachments, "attachment")
    not_kept = f" ({left} not kept)" if each.attachments else ""
    text = cut(" ".join(each.text.split()), _REPLY)
    return at, f", {view.name(each.person)}: {text}{not_kept}"
