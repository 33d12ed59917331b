"""How a loss is shared between the Company and a Holder by relative benefit."""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from dealclock.answers.ask import Answer, answer
from dealclock.answers.compose import compose, render_notes, terms_used
from dealclock.answers.encode import dollars
from dealclock.answers.heading import heading
from dealclock.engine.look import Look
from dealclock.engine.special.contribution import shared
from dealclock.errors import RefusedError
from dealclock.messages import trace, words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView
from dealclock.terms.rules.duties import Contribution


@answer(
    example="agreements/infocrossing-2004 --as-of 2004-11-20 --loss 1000000 "
    "--company-proceeds 57000000 --holder-proceeds 1000000",
)
def contribution(
    look: Look,
    loss: Annotated[Decimal, "the loss in dollars, including legal expenses"],
    company_proceeds: Annotated[Decimal, "the offering's net proceeds before expenses"],
    holder_proceeds: Annotated[Decimal, "proceeds of the Holder's sale"],
    resold_for: Annotated[Decimal | None, "the Holder's resale price, for its cap"] = None,
    damages_paid: Annotated[Decimal | None, "damages the Holder has otherwise paid"] = None,
) -> Answer:
    """Each share of the loss in proportion to proceeds, and what the Holder bears after the cap.

    The cap is None if there is none or it is not known. Raises RefusedError for terms without
    contribution or an amount below zero, and RefusedError without proceeds to share by.
    """
    rule = next(look.in_force.all_of(Contribution), None)
    if rule is None:
        raise RefusedError(
            f"the terms of {look.terms.id} have no contribution provision. Use a deal that has one."
        )
    given = {
        "loss": loss,
        "company-proceeds": company_proceeds,
        "holder-proceeds": holder_proceeds,
        "resold-for": resold_for,
        "damages-paid": damages_paid,
    }
    for name, amount in given.items():
        if amount is not None and amount < 0:
            raise RefusedError(f"{name} {amount} is not valid; give dollars, zero or more.")
    found = shared(
        rule,
        Fraction(loss),
        Fraction(company_proceeds),
        Fraction(holder_proceeds),
        None if resold_for is None else Fraction(resold_for),
        Fraction(damages_paid or 0),
    )
    body = {
        **heading(look),
        "clause": found.clause,
        "title": rule.title,
        **dollars("company", found.company),
        **dollars("holder", found.holder),
        **dollars("cap", found.cap),
        **dollars("holder_bears", found.holder_bears),
        **dollars("beyond_cap", found.beyond),
        "readings": (),
        "notes": found.notes,
        "trace": found.trace,
    }

    def say(view: DealView) -> Message:
        company, holder = words.dollars(found.company), words.dollars(found.holder)
        bears = words.dollars(found.holder_bears)
        capped = found.cap is not None
        of_share = f"{bears} of its {holder} share" if capped else bears
        above = f"{words.dollars(found.beyond)}, borne by no one" if capped else ""
        sections = (
            Section(
                title=f"{rule.title}, {words.clause(found.clause)}, by relative benefit",
                rows=rows(
                    ("The Company's share", company),
                    ("The Holder's share", holder),
                    ("The Holder's cap", "" if found.cap is None else words.dollars(found.cap)),
                    ("The Holder bears", bears if capped else ""),
                    ("Above the cap", above),
                ),
            ),
            Section(title="Step by step", lines=tuple(trace.render_lines(found.trace))),
            render_notes(found.notes),
        )
        headline = f"the Company bears {company} and the Holder {of_share}"
        return compose(view, headline, sections, (), banners=terms_used(look))

    return Answer(body, say)
