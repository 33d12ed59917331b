"""What a clause says, in the terms' own words and in a line: beside a step that rests on it."""

from dealclock.agreement.terms import Terms
from dealclock.answers.clause.message import in_a_line
from dealclock.messages import words


def paraphrase(terms: Terms, clause: str) -> str:
    """What a clause says, in the terms' own words and in a line; "" for one they do not tell of."""
    told = [in_a_line(rule) for rule in terms.provisions if rule.clause == clause]
    told += [f"lapsed, it becomes: {d.title}" for d in terms.defaults() if d.clause == clause]
    told += [says for name, says in _BESIDE.items() if getattr(terms.clauses, name) == clause]
    return ". ".join(map(words.sentence, told))


_BESIDE = {
    "business_day": "which days are Business Days",
    "dates": "the dates of the agreement",
    "deemed_notice": "when a notice counts as given, by each method",
    "interest_payment_dates": "when Additional Interest is to be paid",
    "waivers": "what Holders may agree to",
}
