"""Everything true of a deal as of a day, or the part shown to someone outside its team."""

from typing import Annotated

from dealclock.answers.ask import Answer, answer
from dealclock.answers.keys import KEYS
from dealclock.answers.status import render_status
from dealclock.engine import assess as engine
from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.messages import outside as messages
from dealclock.messages.view import View
from dealclock.people.outside import Recipient, shown_outside


@answer(
    form="dealclock-assessment/2",
    example="agreements/infocrossing-2004 --as-of 2004-11-20",
    keys=KEYS,
)
def assess(
    look: Look,
    all_readings: Annotated[
        bool, "also show each figure's range over all combinations of its readings"
    ] = False,
    outside: Annotated[
        bool, "what was delivered or released to someone outside, and no more"
    ] = False,
    to: Annotated[
        str | None, "with outside, whom: trustee (default), counterparty, or holder NAME"
    ] = None,
) -> Answer:
    """The assessment, as `docs/assessment.md` describes it, and its status in words; or, with
    `outside`, what a recipient is shown from the record.

    Files and cases hold no approvals, so none is awaited. Raises RefusedError for a
    recipient without such a view, and for one without `outside`: the whole assessment is not
    for them.
    """
    if outside:
        first = "trustee" if "trustee" in look.terms.parties else "counterparty"
        return _outside(look, first if to is None else to)
    if to is not None:
        raise RefusedError(
            f"to {to!r} is for what a person outside sees; give outside too, or leave it out."
        )
    found = engine.assess(look, together=all_readings)
    return Answer(found, lambda view: render_status(View.with_assessment(view, found)))


def _outside(look: Look, whom: str) -> Answer:
    to = Recipient.parse(whom)
    if to is None:
        raise RefusedError(f"--to is {whom!r}; give trustee, counterparty, or 'holder NAME'.")
    shown = shown_outside(look.log.known(look.as_of, look.instant), to)
    body = {
        "format": "dealclock-outside/1",
        "to": to.role,
        "holder": to.holder,
        "as_of": look.as_of,
        "notices": [
            {"kind": of.kind, "hypothetical": of.hypothetical, **given.model_dump()}
            for of, given in shown.notices
        ],
        "payments": [
            {
                "kind": paid.kind,
                "hypothetical": paid.hypothetical,
                "on": paid.on,
                "amount": paid.fact.amount,
            }
            for paid in shown.payments
        ],
        "released": [
            {"released_on": of.on, "hypothetical": of.hypothetical, **released.model_dump()}
            for of, released in shown.released
        ],
    }
    return Answer(
        body,
        lambda view: messages.render_outside_view(
            view.team.code_name, shown, to, look.as_of, rehearsal=view.rehearsal
        ),
    )
