"""Requests for information and the answers to them, as a reader would say them."""

from dealclock.engine.context import Context
from dealclock.engine.special.questionnaires.requests import (
    Questionnaire,
    entitling,
    questionnaire,
)
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import fact, given


def intended(on: str, target: str, **more: object) -> Fact:
    """The Company intends to be declared effective on a day."""
    return fact("effectiveness-intended", on, target=target, **more)


def mailed(on: str, delivered: str | None = None, **more: object) -> Fact:
    """The Questionnaire mailed to all Holders, and handed to the Trustee and registered holder.

    It is delivered to both the day it was mailed, or to the registered holder on another.
    """
    to = [
        given("holders", "mail", on),
        given("trustee", "hand", on),
        given("registered-holder", "hand", delivered or on),
    ]
    return fact("questionnaire-mailed", on, given=to, **more)


def returned(on: str, holder: str, amount: str = "2000000", **more: object) -> Fact:
    """A Holder returned its completed Questionnaire, for so much principal."""
    return fact("questionnaire-returned", on, holder=holder, amount=amount, **more)


def form_of(holder: str, context: Context) -> Questionnaire:
    """A Holder's Questionnaire, for Additional Interest."""
    rule = entitling(context)
    assert rule is not None
    return questionnaire(context.fresh(), rule, holder)
