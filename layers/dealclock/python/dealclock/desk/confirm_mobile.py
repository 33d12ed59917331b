"""Confirm a mobile number, by the code that a test sent to it by SMS."""

from datetime import timedelta
from typing import Annotated

from dealclock.alerts.delivery import Route
from dealclock.answers.typed_words import one_name
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import Actor
from dealclock.errors import RefusedError
from dealclock.messages import desk_replies
from dealclock.messages.notices import PING
from dealclock.people.links import code_of
from dealclock.people.people import Action

_VALID = timedelta(hours=1)


@act(
    "confirm-mobile [DEAL] CODE",
    needs=Action.RECEIVE,
    read=lambda typed: {"code": one_name(typed)},
    examples=("confirm-mobile 12345678",),
    description="Confirm your mobile number with the code that `dealclock ping` sent to it by SMS "
    "within the last hour. From then on the last step of an escalation also goes to it.",
    example="Granite 12345678 --as maria",
)
def confirm_mobile(
    at: Actor, code: Annotated[str | None, "the code in the SMS", "CODE"] = None
) -> ActPlan:
    """Prove the person's number; raises RefusedError for a code that no recent test sent to it."""
    person, deal = at.person, at.deal.meta
    if person.mobile is None:
        raise RefusedError(f"the team of {deal.code_name} has no mobile number of {person.name}.")
    tests = at.store.outbox.of_deal(deal.id, at.today - timedelta(days=1))
    valid = {
        code_of(each.delivery.alert.instance, person.mobile)
        for each in tests
        if each.delivery.route == Route("sms", person.id)
        and each.delivery.alert.kind == PING
        and at.now - each.planned_at <= _VALID
    }
    if code not in valid:
        raise RefusedError(
            f"{code or ''!r} is not a code sent to {person.name} within the last hour. Ask the "
            "operator for another: dealclock ping."
        )
    says = f"{person.name} gets the last step of an escalation by SMS, with code name, Section, day"
    return ActPlan(
        desk_replies.render_reply(deal.code_name, deal.rehearsal, says, ()),
        lambda: at.store.responses.prove_mobile(deal.id, person, at.by, at.now),
    )
