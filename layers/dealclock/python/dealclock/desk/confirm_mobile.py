"""Confirm a mobile number, by the code that a test sent to it by SMS."""

from typing import Annotated

from dealclock.answers.typed_words import one_name
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import Actor
from dealclock.errors import RefusedError
from dealclock.jobs.deliver.personal import CODE_LIVES, mark_of
from dealclock.messages import desk_replies
from dealclock.people.people import Action

_TRIES = 5  # in the hour for which a code is valid


@act(
    "confirm-mobile [DEAL] CODE",
    needs=Action.RECEIVE,
    read=lambda typed: {"code": one_name(typed)},
    subject=lambda at, **_: at.named,
    examples=("confirm-mobile 12345678", "confirm-mobile {deal} 12345678"),
    description="Confirm your mobile number with the code that `dealclock ping` sent to it by SMS "
    "within the last hour. From then on the last step of an escalation also goes to it.",
    example="Granite 12345678 --as maria",
)
def confirm_mobile(
    at: Actor, code: Annotated[str | None, "the code in the SMS", "CODE"] = None
) -> ActPlan:
    """Prove the person's number; raises RefusedError for a code that no recent test sent to it, and
    for every one after a few. A code is looked up by its fingerprint and compared with none.
    """
    person, deal = at.person, at.deal.meta
    if person.mobile is None:
        raise RefusedError(f"the team of {deal.code_name} has no mobile number of {person.name}.")
    tried = (f"mobile {deal.id} {person.id} {number}" for number in range(_TRIES))
    if not any(at.store.responses.put_key(each, at.now, CODE_LIVES) for each in tried):
        raise RefusedError(f"{person.name} tried {_TRIES} codes within an hour. Try again later.")
    link = at.store.links.get(mark_of(deal.id, person, code or ""))
    if link is None or link.valid_until <= at.now:
        raise RefusedError(
            f"{code or ''!r} is not a code sent to {person.name} within the last hour. Ask the "
            "operator for another: dealclock ping."
        )
    says = f"{person.name} gets the last step of an escalation by SMS, with code name, Section, day"
    return ActPlan(
        desk_replies.render_reply(deal.code_name, deal.rehearsal, says, ()),
        lambda: at.store.responses.prove_mobile(deal.id, person, at.by, at.now),
    )
