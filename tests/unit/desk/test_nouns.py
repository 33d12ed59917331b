"""Nouns and questions lead to answers only, never to an act."""

from dealclock.desk import nouns
from dealclock.desk.verb import NO_DEAL
from dealclock.desk.verbs.all import VERBS
from dealclock.people.people import Action


def test_no_noun_starts_an_act() -> None:
    """Each word leads to an answer that anyone who may read the deal may have, and share."""
    read = {*nouns._ANSWERED_BY.values(), *nouns._WHOLE.values()} - {""}
    verbs = [VERBS[command.split()[0]] for command in read]
    assert {v.name for v in verbs if v.action not in (Action.READ, Action.CONSULT)} == set()
    assert {v.name for v in verbs if not v.shareable and v.scope not in NO_DEAL} == set()


def test_no_word_that_asks_is_also_a_command_or_an_answer() -> None:
    assert nouns._UNSAID.isdisjoint({*VERBS, *nouns._ANSWERED_BY})
