"""Close a deal, which stops its alerts, and reopen it.

    a lead asks, with a reason --> a second person confirms --> no alerts, read-only
             |                              |
             withdrawn                      refused if the deal changed since

Planned deliveries are withdrawn, open messages are marked as closed, and calendar dates are
canceled. Nothing is deleted, and questions are still answered.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from dealclock.answers import closing as render
from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    parted,
    shown,
)
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import Actor
from dealclock.desk.verb import view_now
from dealclock.errors import RefusedError
from dealclock.jobs.deal_day import approvals_of
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.messages import desk_replies, words
from dealclock.messages.form import Choice, Field, Values, one_of
from dealclock.people.acts import Act
from dealclock.people.people import Action, People, Person, may, who_may
from dealclock.store import Meta
from dealclock.store.closings import refuse_closed

_LONGEST_REASON = 300  # characters
_CONFIRM, _REOPEN = "confirm", "reopen"
_CAN_REOPEN = "A lead can reopen it: /deal close reopen because WHY."


def _read(typed: TypedWords) -> Mapping[str, object]:
    parts = parted(typed, "because")
    step, reason = " ".join(parts[""]).lower(), " ".join(parts.get("because", ()))
    if len(reason) > _LONGEST_REASON:
        raise UnreadableCommandError(f"Give the reason in at most {_LONGEST_REASON} characters.")
    if step in ("", _CONFIRM, _REOPEN):
        if (reason and step != _CONFIRM) or ("because" not in parts and step != _REOPEN):
            return {"step": step, "why": reason}
        raise UnreadableCommandError(
            "Give the reason: close because WHY, or close reopen because WHY."
        )
    if not typed.named and typed.deal is None:
        raise no_such_deal(parts[""][0], typed.visible)
    raise UnreadableCommandError(
        f"{shown(step)} is not an option.{hint_for(step, ('because', _CONFIRM, _REOPEN))} Type "
        "close, close because WHY, close confirm, or close reopen because WHY."
    )


def _fields(at: Actor, _: Values) -> Iterator[Field]:
    """What the person may do next: ask to close, confirm it, or end the closing."""
    closing, lead = at.deal.meta.closing, may(at.person, Action.SETTLE, at.people)
    steps = [Choice(_CONFIRM, "Confirm the closing")]
    if closing is None or closing.is_confirmed or closing.by == at.person.id:
        steps = []
    if closing and lead:
        says = "Reopen the deal" if closing.is_confirmed else "Withdraw the request to close"
        steps.append(Choice(_REOPEN, says))
    if not steps:
        at.allowed(Action.SETTLE)
    else:
        yield one_of("step", "What to do", steps, default=steps[0].value)
    if not steps or lead:
        hint = "Leave it empty to confirm." if steps else ""
        yield Field(
            "why", "Reason", "long", bool(steps), hint, most=_LONGEST_REASON, before="because"
        )


@act(
    "close [DEAL] [because WHY | confirm | reopen because WHY]",
    title="Close the deal",
    fields=_fields,
    needs=Action.APPROVE,
    read=_read,
    description="Show what is still open. A lead requests closing, with a reason; a second "
    "person confirms, and a lead may reopen it. A closed deal sends no alerts and takes no "
    "events.",
    example="Granite because the Securities were sold --as maria",
    examples=("close because the Securities were sold", "close"),
)
def close(
    at: Actor,
    step: Annotated[str, "confirm or reopen; without either, a request with its reason"],
    why: Annotated[str, "the reason"] = "",
) -> ActPlan:
    """What is still open; with a reason the request of a lead, then its confirmation by a second
    person, or its end.

    Raises RefusedError, ConflictError or OvertakenError.
    """
    deal = at.deal
    meta, deals = deal.meta, at.store.deals

    def plan_outcome(what: str, then: Sequence[str], write: Callable[[], None]) -> ActPlan:
        def write_and_reassess() -> None:
            write()
            # One more run withdraws unsent deliveries, and marks or restores open messages.
            reassess_now(meta.id, at.services)

        message = desk_replies.render_outcome(
            meta.code_name, what, then, more="/deal close", rehearsal=meta.rehearsal
        )
        return ActPlan(message, write_and_reassess)

    if step == _CONFIRM:
        closing = _confirmed(at)
        return plan_outcome(
            f"closed at the request of {closing.name}, confirmed by {closing.second_name}",
            (f"Reason: {closing.note}", *render.MEANS, _CAN_REOPEN),
            lambda: deals.close(meta, closing, at.now, at.by),
        )
    if step == _REOPEN:
        lead = at.allowed(Action.SETTLE)
        if meta.closing is None:
            raise RefusedError(f"{meta.code_name} is open, and no one has asked to close it.")
        return plan_outcome(
            "open again" if meta.closed else "stays open",
            ("It is being assessed now. Alerts resume at the next scheduled check.",),
            lambda: deals.reopen(meta, at.now, at.by, {"person": lead.id, "why": why}),
        )
    then = list(_next_steps(at))
    request = None
    if why:
        lead = at.allowed(Action.SETTLE)
        refuse_closed(meta)
        request = Act("closing", "", _deal_state(meta), lead.id, at.now, lead.name, why)
        then = [render.describe_request(request), _confirmers(lead.id, at)]

    def write() -> None:
        if request:
            deals.request_close(meta, request, at.now, at.by)

    view = view_now(deal, at.services, approvals_of(deal, at.store), compare=False)
    to_be_sent = len(at.store.outbox.unsent(meta.id))
    return ActPlan(render.render_open_items(view, to_be_sent, then), write)


def _next_steps(at: Actor) -> Iterator[str]:
    """What can be done now, by whom."""
    closing = at.deal.meta.closing
    if closing is None:
        yield "A lead requests closing: /deal close because WHY. A second person confirms."
    elif closing.is_confirmed:
        yield _CAN_REOPEN
    else:
        yield _confirmers(closing.by, at)
        yield "To withdraw the request: /deal close reopen because WHY."


def _confirmed(at: Actor) -> Act:
    """The closing that was asked for, confirmed by the second person."""
    meta, person = at.deal.meta, at.person
    refuse_closed(meta)
    requested = meta.closing
    if requested is None:
        raise RefusedError(f"No one has asked to close {meta.code_name}. A lead can.")
    if requested.by == person.id:
        names = [p.name for p in second_persons(at.people, person.id)]
        raise RefusedError(
            f"{person.name} asked for it and cannot also confirm. These people can: "
            f"{words.listed(names or ['no one at present'])}."
        )
    if requested.content != _deal_state(meta):
        raise RefusedError(
            f"{meta.code_name} has changed since {requested.name} asked to close it. Review what "
            "is open; a lead can ask again."
        )
    return replace(requested, second=person.id, second_name=person.name, second_at=at.now)


def second_persons(people: People, first: str) -> list[Person]:
    """The people who may approve today what that person did."""
    return [p for p in who_may(Action.APPROVE, people) if p.id != first]


def _confirmers(first: str, at: Actor) -> str:
    return render.list_confirmers([p.name for p in second_persons(at.people, first)])


def _deal_state(meta: Meta) -> str:
    """The deal's versions and day, to detect changes between request and confirmation."""
    return f"{meta.terms_version}.{meta.team_version}.{meta.fact_sequence}.{meta.day or ''}"
