"""Who answered which request, looked up so that a thousand of them cost no more each."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dealclock.agreement.rules.requests import Request
from dealclock.engine.context import Context
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

NONE = Satisfaction()


@record
class Answers:
    """The requests of one rule and every Holder's answers, in order, as they count on a day.

    `to_one` is the first request made to each Holder alone, `to_all` the first made to all. `met`
    is what answers each request made to one Holder, by the request's id, and what answers the first
    request that a Holder got, by the Holder's name.
    """

    rule: Request
    by: Mapping[str, Sequence[EffectiveFact]]
    to_one: Mapping[str, EffectiveFact]
    to_all: EffectiveFact | None
    met: Mapping[str, Satisfaction]

    @classmethod
    def of(cls, rule: Request, context: Context) -> "Answers":
        """Those of `rule`."""
        by: dict[str, list[EffectiveFact]] = defaultdict(list)
        for answer in context.facts(rule.met_by):
            if answer.fact.holder is not None:
                by[answer.fact.holder].append(answer)
        requests: dict[str | None, list[EffectiveFact]] = defaultdict(list)
        for request in context.facts(rule.opened_by):
            requests[request.fact.holder].append(request)
        to_one = {holder: asked[0] for holder, asked in requests.items() if holder is not None}
        to_all = next(iter(requests[None]), None)
        bare = cls(rule, dict(by), to_one, to_all, {})
        met: dict[str, Satisfaction] = {}
        for holder, answers in by.items():
            met |= bare._met(holder, requests.get(holder, []), answers, context)
        return replace(bare, met=met)

    def _met(
        self,
        holder: str,
        requests: Sequence[EffectiveFact],
        answers: Sequence[EffectiveFact],
        context: Context,
    ) -> Mapping[str, Satisfaction]:
        """What answers each of the requests made to a Holder, and the first of all that it got.

        A form that is asked for again is not returned again: one answer answers every request for
        it. What is asked on receipt of a request is answered request by request, each by one.
        """
        kind, first = self.rule.met_by, self.request_to(holder)
        if self.rule.counts_from == "receipt":
            found = satisfied(kind, [self._waits(r) for r in requests], context, answers)
            return {r.id: found[self._instance(r)] for r in requests}
        if first is None:
            return {}
        names = tuple(map(self._instance, (first, *requests)))
        by = satisfied(kind, [self._waits(first, names)], context, answers)
        return dict.fromkeys((holder, *(r.id for r in requests)), by[self._instance(first)])

    def _instance(self, request: EffectiveFact) -> str:
        return f"{self.rule.id}/{request.id}"

    def _waits(self, request: EffectiveFact, names: tuple[str, ...] = ()) -> Waiting:
        instance = self._instance(request)
        return Waiting(instance, names or (instance,), self.rule, request.on)

    def first_of(self, holder: str) -> EffectiveFact | None:
        """A Holder's first answer that counts, asked for or not; one sent before it was asked for
        counts only where early answers do."""
        if self.request_to(holder) is None or self.rule.counts_from == "receipt":
            return next(iter(self.by.get(holder, ())), None)
        return self.met.get(holder, NONE).first

    def to(self, request: EffectiveFact) -> Satisfaction:
        """What answers a request made to one Holder; nothing for a request made to all."""
        return self.met.get(request.id, NONE) if request.fact.holder is not None else NONE

    def first_to(self, request: EffectiveFact) -> Sequence[EffectiveFact]:
        """The first answer of every Holder who was first asked by this request to all."""
        if request is not self.to_all:
            return ()
        holders = (h for h in self.by if self.request_to(h) is request)
        return [first for h in holders if (first := self.first_of(h)) is not None]

    def request_to(self, holder: str) -> EffectiveFact | None:
        """The first request made to a Holder, its own or one to all; None if there was none.

        A later request does not reopen the time that an earlier one gave.
        """
        both = [r for r in (self.to_one.get(holder), self.to_all) if r is not None]
        return min(both, key=lambda r: r.on, default=None)
