"""Who answered which request, looked up so that a thousand of them cost no more each."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence

from dealclock.agreement.rules.requests import Request
from dealclock.engine.context import Context
from dealclock.facts.log import Seen
from dealclock.records import record


@record
class Answers:
    """The requests of one rule and every Holder's answers, in order, as they count on a day.

    `to_one` is the first request made to each Holder alone, `to_all` the first made to all.
    """

    rule: Request
    by: Mapping[str, Sequence[Seen]]
    to_one: Mapping[str, Seen]
    to_all: Seen | None

    @classmethod
    def of(cls, rule: Request, context: Context) -> "Answers":
        """Those of `rule`."""
        by: dict[str, list[Seen]] = defaultdict(list)
        for answer in context.facts(rule.met_by):
            if answer.fact.holder is not None:
                by[answer.fact.holder].append(answer)
        to_one: dict[str, Seen] = {}
        requests = context.facts(rule.opened_by)
        for request in requests:
            if request.fact.holder is not None:
                to_one.setdefault(request.fact.holder, request)
        to_all = next((r for r in requests if r.fact.holder is None), None)
        return cls(rule, dict(by), to_one, to_all)

    def first_of(self, holder: str) -> Seen | None:
        """A Holder's first answer, asked for or not."""
        return next(iter(self.by.get(holder, ())), None)

    def to(self, request: Seen) -> Seen | None:
        """What answered a request made to one Holder; None for a request made to all.

        A form may be returned before it is asked for; what is asked on receipt of a request is
        answered only after it.
        """
        holder = request.fact.holder
        if holder is None:
            return None
        if self.rule.counts_from == "date":
            return self.first_of(holder)
        answers = self.by.get(holder, ())
        place = bisect_left(answers, request.on, key=lambda a: a.on)
        return answers[place] if place < len(answers) else None

    def first_to(self, request: Seen) -> Sequence[Seen]:
        """The first answer of every Holder who was first asked by this request to all."""
        if request is not self.to_all:
            return ()
        return [answers[0] for h, answers in self.by.items() if self.request_to(h) is request]

    def request_to(self, holder: str) -> Seen | None:
        """The first request made to a Holder, its own or one to all; None if there was none.

        A later request does not reopen the time that an earlier one gave.
        """
        both = [r for r in (self.to_one.get(holder), self.to_all) if r is not None]
        return min(both, key=lambda r: r.on, default=None)
