"""Deals for tests: the sample's terms, and facts named as a reader would say them."""

import copy
from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact, read_facts
from dealclock.facts.log import FactLog
from dealclock.files.source import Source, parse_file
from dealclock.terms.terms import Terms, read_terms

SAMPLE = Path(__file__).parents[3] / "agreements" / "infocrossing-2004"
LETTER = SAMPLE.parent / "camden-letter-2002"
ZONE = "America/New_York"


@cache
def _sample_source() -> Source:
    return parse_file(SAMPLE / "terms.yaml")


@cache
def sample_terms() -> Terms:
    """The sample agreement of the repository."""
    return read_terms(_sample_source())


@cache
def letter_terms() -> Terms:
    """The sample letter agreement, which has no Notes."""
    return read_terms(parse_file(LETTER / "terms.yaml"))


def by_day_count(name: str, terms: Terms | None = None) -> Terms:
    """The terms with another day count in the Indenture."""
    terms = terms or sample_terms()
    indenture = terms.indenture_sheet.model_copy(update={"day_count": name})
    return terms.model_copy(update={"indenture": indenture})


def closed_on(day: date, terms: Terms | None = None) -> Terms:
    """The terms as if the agreement had closed on another day."""
    terms = terms or sample_terms()
    base = terms.securities[0].model_copy(update={"issued": day})
    return terms.model_copy(
        update={"dates": {"closing-date": day}, "securities": (base, *terms.securities[1:])}
    )


def fact(kind: str, on: str, **details: Any) -> Fact:
    """A fact of a kind on a day; `log` gives it its id unless `id` is said."""
    return Fact.model_validate({"id": "NEW", "kind": kind, "on": on, **details})


def filed(on: str, **more: Any) -> Fact:
    """The Shelf Registration Statement was filed."""
    return fact("registration-statement-filed", on, **more)


def effective(on: str, **more: Any) -> Fact:
    """It was declared effective."""
    return fact("registration-statement-effective", on, **more)


def unusable(on: str, **more: Any) -> Fact:
    """The Prospectus stopped being usable."""
    return fact("prospectus-unusable", on, **more)


def usable(on: str, **more: Any) -> Fact:
    """The Prospectus is usable again."""
    return fact("prospectus-usable", on, **more)


def given(to: str, method: str, on: str, acknowledged: str | None = None) -> Mapping[str, Any]:
    """One delivery of a notice."""
    return {"to": to, "method": method, "on": on, "acknowledged": acknowledged}


def trustee_notified(on: str, about: str, method: str = "hand", **more: Any) -> Fact:
    """The Trustee was notified of a default."""
    deliveries = [given("trustee", method, on, more.pop("acknowledged", None))]
    return fact("trustee-notified", on, about=about, given=deliveries, **more)


def suspended(on: str, method: str = "hand", **more: Any) -> Fact:
    """A Suspension Notice was sent to the Holders."""
    return fact("suspension-notice", on, given=[given("holders", method, on)], **more)


def resumed(on: str, **more: Any) -> Fact:
    """Use of the Prospectus resumed after a suspension."""
    return fact("suspension-ended", on, **more)


def sale_notice(on: str, trustee: str = "hand", company: str = "hand", **more: Any) -> Fact:
    """A Holder sent a Sale Notice to both addressees."""
    deliveries = [given("trustee", trustee, on), given("company", company, on)]
    return fact("sale-notice", on, given=deliveries, **more)


def issued(on: str, **more: Any) -> Fact:
    """The option Notes were issued."""
    return fact("notes-issued", on, **more)


def paid(on: str, payment: str, amount: str | None = None) -> Fact:
    """Additional Interest of an Interest Payment Date was paid; how much, where it is stated."""
    return fact("additional-interest-paid", on, about=f"payment/{payment}", amount=amount)


def converted(on: str, amount: str, **more: Any) -> Fact:
    """Notes were converted."""
    return fact("notes-converted", on, amount=amount, lot=more.pop("lot", "base"), **more)


def sold(on: str, amount: str, **more: Any) -> Fact:
    """Notes were sold under the shelf."""
    return fact("notes-sold-under-shelf", on, amount=amount, lot=more.pop("lot", "base"), **more)


def retired(on: str, amount: str, **more: Any) -> Fact:
    """Notes were retired."""
    return fact("notes-retired", on, amount=amount, lot=more.pop("lot", "base"), **more)


def acquired(on: str, holder: str, amount: str, **more: Any) -> Fact:
    """A Holder has Notes."""
    lot = more.pop("lot", "base")
    return fact("notes-acquired", on, holder=holder, amount=amount, lot=lot, **more)


def transferred(on: str, holder: str, to: str, amount: str, **more: Any) -> Fact:
    """Notes passed from one Holder to another."""
    lot = more.pop("lot", "base")
    return fact("notes-transferred", on, holder=holder, to=to, amount=amount, lot=lot, **more)


def log(*facts: Fact) -> FactLog:
    """The facts in the order recorded, with ids F1, F2 and so on where they have none."""
    named = [
        f.model_copy(update={"id": f"F{n}"}) if f.id == "NEW" else f for n, f in enumerate(facts, 1)
    ]
    return FactLog(tuple(named), ZONE)


@cache
def history(name: str) -> FactLog:
    """One of the sample's histories."""
    return FactLog(read_facts(parse_file(SAMPLE / "histories" / f"{name}.yaml")).facts, ZONE)


def on(
    as_of: str,
    *facts: Fact,
    terms: Terms | None = None,
    known_at: datetime | None = None,
    readings: Mapping[str, str] | None = None,
) -> Assessment:
    """The assessment of these facts as of a day; a reading may be named with underscores."""
    chosen = {question.replace("_", "-"): choice for question, choice in (readings or {}).items()}
    day = date.fromisoformat(as_of)
    return assess(Look(terms or sample_terms(), log(*facts), day, known_at, chosen))


def amended(*amendments: dict[str, Any]) -> Terms:
    """The sample's terms with amendments, each known when in force, named a, b and so on."""
    source = copy.deepcopy(_sample_source())
    source.data["amendments"] = [
        {
            "id": "abc"[n],
            "title": "An Amendment",
            "effective": each["on"],
            "known": each["on"],
            "changes": {"provisions": each["to"]},
        }
        for n, each in enumerate(amendments)
    ]
    return read_terms(source)


def cents(exact: Fraction) -> str:
    """Dollars rounded once, half up, to the cent."""
    whole = (exact * 100 + Fraction(1, 2)).__floor__()
    return f"{whole // 100}.{whole % 100:02d}"


def percent(rate: Fraction) -> str:
    """A rate with two decimals."""
    return f"{float(rate):.2f}"
