"""Read terms and facts with every check that a deal's files must pass. All commands read files
through here, so that none accepts what another refuses.
"""

from collections.abc import Sequence

from dealclock.engine.contradictions import contradicting_facts
from dealclock.errors import InvalidError, Problem
from dealclock.facts.cross_checks import list_fact_problems
from dealclock.facts.fact import Fact, FactsFile, read_facts
from dealclock.facts.names_in_terms import Outline
from dealclock.facts.terms_checks import list_terms_problems
from dealclock.files.source import Source
from dealclock.terms.key_names import read_keys
from dealclock.terms.source_text import lift_sources
from dealclock.terms.terms import Terms, read_terms


def check_terms(source: Source) -> tuple[Terms | None, list[Problem]]:
    """The terms in a file, None if they are malformed, and every problem with them. Terms with
    problems are returned too, so that facts can be checked against them; they must not be assessed.
    """
    source, problems = read_keys(source, Terms)
    source = lift_sources(source)
    terms = None
    try:
        terms = read_terms(source)
    except InvalidError as invalid:
        problems += invalid.problems
    problems += [p for p in list_terms_problems(source) if p not in problems]
    return terms, problems


def check_facts(
    source: Source, known: Outline, terms: Terms | None = None, before: Sequence[Fact] = ()
) -> tuple[FactsFile | None, list[Problem]]:
    """The facts in a file, None if they are malformed, and every problem with them.

    Its facts are held against the outline of the terms, the facts recorded `before` them and, where
    the terms themselves are given, against each other. A value that is wrong by itself is not also
    reported as a contradiction.
    """
    problems: list[Problem] = []
    facts = None
    try:
        facts = read_facts(source, before, known.kinds)
    except InvalidError as invalid:
        problems += invalid.problems
    wrong = list(list_fact_problems(source, known, before))
    problems += [p for p in wrong if p not in problems]
    if facts and terms:
        places = {each.where for each in wrong}
        against = contradicting_facts(source, terms, facts.facts)
        problems += [p for p in against if p.where not in places]
    return facts, sorted(problems)
