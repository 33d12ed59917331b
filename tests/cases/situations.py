"""From a worked case's inputs to terms and facts: what happened, in the words of `deals`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from dealclock.agreement.terms import Terms
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_before
from dealclock.facts.fact import Fact
from tests.unit.engine import deals

Inputs = Mapping[str, Any]
IN_TIME = (deals.filed("2004-07-13"), deals.effective("2004-10-20"))
LATER = timedelta(days=30)


@dataclass(frozen=True)
class Situation:
    """What a case asks about: the terms, what happened, the day, and the default it turns on."""

    terms: Terms
    facts: tuple[Fact, ...]
    as_of: date
    default: str


def situation(case_id: str, inputs: Inputs) -> Situation:
    """The situation of a case, by the letters its id begins with."""
    terms = deals.sample_terms()
    if "principal" in inputs:
        terms = deals.with_principal(inputs["principal"])
    return _BY_TOPIC[case_id[:2]](inputs, terms)


def _last_day(inputs: object) -> date:
    """The latest day anywhere in the inputs."""
    if isinstance(inputs, Mapping):
        inputs = list(inputs.values())
    if isinstance(inputs, list):
        return max((_last_day(each) for each in inputs), default=date.min)
    try:
        return date.fromisoformat(inputs) if isinstance(inputs, str) else date.min
    except ValueError:
        return date.min


def _as_of(inputs: Inputs) -> date:
    return date.fromisoformat(inputs["as_of"]) if "as_of" in inputs else _last_day(inputs) + LATER


def _about(inputs: Inputs, terms: Terms, default: str, *facts: Fact | None) -> Situation:
    happened = tuple(f for f in facts if f is not None)
    return Situation(terms, happened, _as_of(inputs), default)


def _deadline(inputs: Inputs, terms: Terms) -> Situation:
    """Filed or effective late, or not at all."""
    if "filed" in inputs:
        late = deals.filed(inputs["filed"])
        return _about(inputs, terms, "default-i", late, deals.effective("2004-10-20"))
    on = inputs.get("effective")
    found = deals.effective(on) if on else None
    return _about(inputs, terms, "default-ii", deals.filed("2004-07-13"), found)


def _outage(inputs: Inputs, terms: Terms) -> Situation:
    """Unusable from a day, cured on another, or suspended meanwhile."""
    started = inputs.get("ceased_usable") or inputs["unusable_from"]
    cured = inputs.get("cured") or inputs.get("terminated_and_usable")
    notice = inputs.get("suspension_notice_given_effective")
    ended = inputs.get("terminated") or inputs.get("terminated_and_usable")
    return _about(
        inputs,
        terms,
        "default-iii/OUT",
        *(IN_TIME if "effective_date" not in inputs else _effective_on(inputs)),
        deals.unusable(started, id="OUT"),
        deals.suspended(notice, id="SUS") if notice else None,
        deals.resumed(ended) if notice and ended else None,
        deals.usable(cured) if cured else None,
    )


def _effective_on(inputs: Inputs) -> tuple[Fact, ...]:
    return (deals.filed("2004-07-13"), deals.effective(inputs["effective_date"]))


def _registration_default(inputs: Inputs, terms: Terms) -> Situation:
    return (_outage if "ceased_usable" in inputs else _deadline)(inputs, terms)


def _accrual(inputs: Inputs, terms: Terms) -> Situation:
    """Defaults given by the day they occurred: each made by the facts that bring it about."""
    if "defaults" in inputs:
        spells = [(d["default"], d["cure"]) for d in inputs["defaults"]]
    elif "default_i" in inputs:
        spells = [(inputs[f"default_{n}"], inputs[f"cure_{n}"]) for n in ("i", "ii")]
    else:
        spells = [(inputs.get("default", "2004-10-28"), inputs.get("cure"))]
    found = dict(spells)
    filing = found.pop("2004-07-15", "2004-07-13")
    effectiveness = found.pop("2004-10-28", "2004-10-20")
    facts = [deals.filed(filing)]
    facts += [deals.effective(effectiveness)] if effectiveness else []
    for n, (occurred, cure) in enumerate(found.items()):
        day = date.fromisoformat(occurred)
        failed = business_days_before(day, 5, FEDERAL_RESERVE).result.isoformat()
        facts += [deals.unusable(failed, id=f"OUT{n}"), deals.usable(cure)]
    if "option_closing" in inputs:
        facts.append(deals.issued(inputs["option_closing"]))
    about = {"2004-07-15": "default-i", "2004-10-28": "default-ii"}
    return _about(inputs, terms, about.get(spells[0][0], "default-iii/OUT0"), *facts)


def _payments(inputs: Inputs, terms: Terms) -> Situation:
    if "years" in inputs:
        last = date(int(inputs["years"][-4:]), 7, 15)
        return Situation(terms, (deals.filed("2004-07-13"),), last, "default-ii")
    return _accrual(inputs, terms)


def _trustee_notice(inputs: Inputs, terms: Terms) -> Situation:
    """A default on any day: the agreement closed fifteen days before it, and nothing was filed."""
    occurred = date.fromisoformat(inputs["registration_default_date"])
    mailed = inputs.get("mailed")
    notice = deals.told(mailed, "default-i", "mail") if mailed else None
    terms = deals.closed_on(occurred - timedelta(days=15), terms)
    return _about(inputs, terms, "default-i", notice)


def _notice(inputs: Inputs, terms: Terms) -> Situation:
    """A notice to one addressee, whose first day is the day it is deemed given."""
    sent = inputs.get("deposited") or inputs.get("delivered_to_courier") or inputs["sent"]
    receipt = inputs.get("receipt_acknowledged") or inputs.get("answered_back")
    to = deals.given("holders", inputs.get("method", "telex"), sent, receipt)
    return _about(inputs, terms, "", deals.fact("suspension-notice", sent, id="SUS", given=[to]))


def _suspension(inputs: Inputs, terms: Terms) -> Situation:
    mailed, ended = inputs.get("suspension_notice_mailed"), inputs.get("use_resumed")
    sent = mailed or inputs["first_suspended_day"]
    notice = deals.suspended(sent, "mail" if mailed else "hand", id="SUS")
    return _about(inputs, terms, "", *IN_TIME, notice, deals.resumed(ended) if ended else None)


def _sale_notice(inputs: Inputs, terms: Terms) -> Situation:
    sent, method = inputs["notice_given"], "hand"
    if "mailed" in inputs:
        sent, method = inputs["mailed"], "mail"
    return _about(inputs, terms, "", *IN_TIME, deals.sale_notice(sent, method, method, id="SALE"))


def _period(inputs: Inputs, terms: Terms) -> Situation:
    if "ceased_usable" in inputs:
        return _outage(inputs, terms)
    return _about(inputs, terms, "", *_effective_on(inputs))


_BY_TOPIC: Mapping[str, Callable[[Inputs, Terms], Situation]] = {
    "SF": _deadline,
    "EF": _deadline,
    "RD": _registration_default,
    "CU": _outage,
    "AI": _accrual,
    "IP": _payments,
    "TN": _trustee_notice,
    "DN": _notice,
    "SU": _suspension,
    "SN": _sale_notice,
    "EP": _period,
}
