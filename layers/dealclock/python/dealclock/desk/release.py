"""A lead releases a conclusion to a recipient outside the team, or withdraws a release.

A release is an event of the deal that holds the conclusion as of that time. It is critical: it is
shown outside only after a second person approves it. A withdrawal takes effect immediately.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from dealclock.answers.typed_words import TypedWords, UnreadableCommandError, name_of, parted
from dealclock.answers.why import find_instance
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import Actor
from dealclock.desk.record import known_from, preview, record_in, source_of
from dealclock.engine.assess import assess
from dealclock.errors import RefusedError
from dealclock.facts.fact import fact_id_from
from dealclock.facts.vocabulary import RELEASED
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.messages import desk_replies
from dealclock.messages.event_form import VALUE_MOST
from dealclock.messages.form import Choice, Field, Values
from dealclock.messages.releases import compute_release
from dealclock.people.outside import Recipient
from dealclock.people.people import Action

_WITHDRAW = "withdraw"


def _read(typed: TypedWords) -> Mapping[str, object]:
    withdraw = typed.words[:1] == (_WITHDRAW,)
    mark = "from" if withdraw else "to"
    parts = parted(typed, mark)
    subject = parts[""][withdraw:]
    if len(subject) != 1 or not parts.get(mark):
        raise UnreadableCommandError(
            "Say what and to whom: release default-ii to trustee, release default-ii to holder "
            "NAME, or release withdraw default-ii from trustee."
        )
    return {"instance": name_of(subject), "to": name_of(parts[mark]), _WITHDRAW: withdraw}


def _fields(at: Actor, _: Values) -> Iterator[Field]:
    """What may be released, and what was, to be withdrawn."""
    look = own_look(at.deal, at.now)
    assessment = assess(look, deal=at.deal.meta.id, compare=False)
    now = [Choice(each.instance, each.title, each.instance) for each in assessment.items]
    released = (each.fact for each in look.known.all if each.fact.kind == RELEASED)
    to = dict.fromkeys(f"{f.about} from {Recipient(f.to or '', f.holder)}" for f in released)
    before = [Choice(said, name) for name in to if len(said := f"{_WITHDRAW} {name}") <= VALUE_MOST]
    groups = [("Release", now), ("Withdraw", before)]
    yield Field("instance", "What", "one", options=[each for each in groups if each[1]])
    hint = "trustee, counterparty or holder NAME. To withdraw, leave it empty."
    yield Field("to", "To whom", optional=True, hint=hint, before="to")


@act(
    "release [DEAL] OBLIGATION to trustee | counterparty | holder NAME, or withdraw ... from ...",
    title="Release a conclusion",
    fields=_fields,
    needs=Action.CONCLUDE,
    read=_read,
    examples=("release withdraw shelf-filing from trustee", "release shelf-filing to trustee"),
    description="Release one conclusion, with its status, dates and amount as they are now, "
    "to a person outside the team. It is shown to them once a second person approves it; "
    "later changes are not. --withdraw ends the release at once.",
    example="Granite default-ii --to trustee --as maria",
)
def release(
    at: Actor,
    instance: Annotated[str, "obligation, window, default or duty", "OBLIGATION"],
    to: Annotated[str, "trustee, counterparty or 'holder NAME'", "WHOM"],
    withdraw: Annotated[bool, "withdraw the release to them"] = False,
) -> ActPlan:
    """Record the release of an instance to a recipient, as `Recipient.parse` reads it, or its
    withdrawal.

    Raises NotFoundError, ConflictError, or RefusedError, such as for an amount that is not known.
    """
    deal, look = at.deal, own_look(at.deal, at.now)
    recipient = Recipient.parse(to)
    if recipient is None:
        raise RefusedError(
            f"{to[:40]!r} is no one outside the team; give trustee, counterparty, or holder NAME."
        )
    before = assess(look, deal=deal.meta.id, compare=False)
    released = None
    if not withdraw:
        instance = find_instance(instance, deal.terms, before).instance
        released = compute_release(instance, before)
        if released is None:
            raise RefusedError(
                f"{instance!r} cannot be released; name an obligation, a window, a default or a "
                "duty."
            )
    # Those now in effect, approved or not.
    released_before = [
        each
        for each in look.known.all
        if recipient.was_released(each.fact) and each.about == instance
    ]

    def event(kind: str, source: str, **details: Any) -> Mapping[str, Any]:
        """The event; repeated on the same record, it has the same id."""
        source = f"{'withdraw' if withdraw else 'release'} {deal.meta.id} {source}"
        new_id = fact_id_from(f"{source} {len(deal.log.facts)}")
        own = {"id": new_id, "kind": kind, "on": look.as_of, "recorded_by": at.person.name}
        return known_from({**own, **details}, at)

    if released is None:
        ids: tuple[str, ...] = ()
        events = [event("retraction", each.id, corrects=each.id) for each in released_before]
        if not events:
            raise RefusedError(
                f"{instance!r} is not released to the {recipient}; nothing was withdrawn."
            )
    else:
        ids = tuple(each.id for each in released_before if each.fact.released == released)
        shown = released.model_dump(mode="json", exclude_none=True)
        who = {"to": recipient.role, "holder": recipient.holder}
        source = f"{instance} {recipient} {released.model_dump_json()}"
        events = [] if ids else [event(RELEASED, source, about=instance, released=shown, **who)]
    message = desk_replies.render_release(
        deal.meta.code_name,
        instance,
        recipient,
        (*ids, *(each["id"] for each in events)),
        released,
        already=bool(ids),
        rehearsal=deal.meta.rehearsal,
    )
    previewed = preview(source_of(*events), deal, at.services, before) if events else None

    def write() -> None:
        if previewed:
            record_in(previewed, at.services, at.by)
        else:  # the first try may have ended before it could ask for this
            reassess_now(deal.meta.id, at.services)

    return ActPlan(message, write, instance)
