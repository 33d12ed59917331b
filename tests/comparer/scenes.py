"""The fixed histories whose outputs are compared, each with its terms, team and days."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from dealclock.engine.look import Look
from dealclock.facts.fact import Fact, read_facts
from dealclock.facts.log import FactLog
from dealclock.files.patch import merge
from dealclock.files.source import Source, parse_file
from dealclock.people.team import Team, read_team
from dealclock.terms.terms import Terms, read_terms

AGREEMENTS = Path(__file__).parents[2] / "agreements"
NOTES, LETTER = "infocrossing-2004", "camden-letter-2002"


@dataclass(frozen=True, slots=True)
class Scene:
    """A history under its terms, and the days as of which it is rendered.

    Left out, `known_at` is the end of each day. On the days of `whole_on` every output is rendered,
    on the others a part of them, by a fixed rotation.
    """

    name: str
    terms: Terms
    team: Team
    facts: tuple[Fact, ...]
    days: tuple[date, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    known_at: datetime | None = None
    whole_on: tuple[date, ...] = ()

    def query(self, day: date) -> Look:
        """The query as of the start of a day."""
        log = FactLog(self.facts, self.terms.agreement.time_zone)
        return Look(self.terms, log, day, self.known_at, self.readings, self.team.targets)


@cache
def source(agreement: str) -> Source:
    """The parsed terms of a sample."""
    return parse_file(AGREEMENTS / agreement / "terms.yaml")


@cache
def sample_team(agreement: str) -> Team:
    """The team of a sample, without rehearsals."""
    team = read_team(parse_file(AGREEMENTS / agreement / "team.yaml"))
    return team.model_copy(update={"rehearsals": ()})


def terms_of(agreement: str, *changes: Mapping[str, Any]) -> Terms:
    """The terms of a sample with changes merged in order, as in a worked case.

    Raises InvalidError or ConflictError for terms that cannot be read.
    """
    base = source(agreement)
    if not changes:
        return _unchanged(agreement)
    data = base.data
    for change in changes:
        data = merge(data, change)
    return read_terms(Source(base.file, data, {}))


@cache
def _unchanged(agreement: str) -> Terms:
    return read_terms(source(agreement))


def recorded(agreement: str, name: str) -> tuple[Fact, ...]:
    """The facts in a file of a sample, such as `histories/story`."""
    return read_facts(parse_file(AGREEMENTS / agreement / f"{name}.yaml")).facts


def fact(name: str, kind: str, on: str, **more: object) -> Fact:
    """One event."""
    return Fact.model_validate({"id": name, "kind": kind, "on": on, **more})


def to(on: str, *parties: str, method: str = "hand") -> list[dict[str, str]]:
    """A notice to parties, given on a day by one method."""
    return [{"to": party, "method": method, "on": on} for party in parties]


def _days(*days: str) -> tuple[date, ...]:
    return tuple(map(date.fromisoformat, days))


HOLDERS = (
    fact("HAS-A", "notes-acquired", "2004-07-01", holder="fund-a", lot="base", amount=20000000),
    fact("HAS-B", "notes-acquired", "2004-07-01", holder="fund-b", lot="base", amount=9000000),
    fact("FILED", "registration-statement-filed", "2004-07-19"),
    fact("OPTION", "notes-issued", "2004-07-26", lot="option", amount=12000000),
    fact("AIM", "effectiveness-intended", "2004-08-16", target="2004-10-28"),
    fact("ASK", "questionnaire-mailed", "2004-09-01", given=to("2004-09-01", "holders", "trustee")),
    fact("BACK-A", "questionnaire-returned", "2004-09-20", holder="fund-a", amount=20000000),
    fact("MORE", "information-requested", "2004-09-22", holder="fund-a"),
    fact("GAVE", "information-provided", "2004-10-04", holder="fund-a"),
    fact("NAMED", "holders-named-pre-effective", "2004-10-06", holder="fund-a"),
    fact("EFF", "registration-statement-effective", "2004-11-08"),
    fact("BACK-B", "questionnaire-returned", "2004-11-12", holder="fund-b", amount=9000000),
    fact("CHANGED", "information-changed", "2004-11-15", holder="fund-a"),
    fact("LATE", "holders-named-by-supplement", "2004-11-24", holder="fund-b"),
    fact("PASS", "notes-transferred", "2004-12-10", holder="fund-b", to="fund-c", lot="base",
         amount=1500000),
    fact("CONV", "notes-converted", "2004-12-13", lot="base", amount=3000000, holder="fund-a",
         shares=195312),
    fact("RETIRE", "notes-retired", "2004-12-14", lot="option", amount=500000),
    fact("SOLD", "notes-sold-under-shelf", "2004-12-07", holder="fund-a", lot="base",
         amount=2000000),
    fact("FORM", "transfer-notice", "2004-12-08", about="SOLD", holder="fund-a",
         given=to("2004-12-08", "trustee", "company")),
    fact("SHARES", "shares-sold-under-shelf", "2004-12-15", shares=1000, holder="fund-a"),
    fact("NAMED-3", "holders-named-by-amendment", "2005-02-24", holder="fund-c"),
    fact("ALL-SOLD", "registered-securities-sold-out", "2006-02-01"),
    fact("CEASED", "securities-ceased-outstanding", "2006-03-01"),
)  # fmt: skip
"""Holders, Questionnaires and what becomes of their Notes."""

CONSENTS = (
    fact("HAS-A", "notes-acquired", "2004-07-01", holder="fund-a", lot="base", amount=20000000),
    fact("HAS-B", "notes-acquired", "2004-07-01", holder="fund-b", lot="base", amount=9000000),
    fact("OWN", "affiliate-holdings", "2004-07-01", holder="insider", amount=1000000),
    fact("FILED", "registration-statement-filed", "2004-07-19"),
    fact("EXTEND", "extension", "2004-10-20", about="effectiveness", target="2004-11-04"),
    fact("YES-A", "consent-given", "2004-10-20", about="EXTEND", holder="fund-a", amount=20000000),
    fact("YES-B", "consent-given", "2004-10-20", about="EXTEND", holder="fund-b", amount=9000000),
    fact("EFF", "registration-statement-effective", "2004-11-08"),
    fact("TOLD-2", "trustee-notified", "2004-11-09", about="default-ii",
         given=to("2004-11-09", "trustee")),
    fact("SURE", "default-confirmed", "2004-11-09", about="default-ii"),
    fact("NOT-SURE", "default-disputed", "2005-03-15", about="default-i"),
    fact("WAIVE", "waiver", "2005-03-16", about="default-i", amount=40000000),
    fact("RECORD", "record-date-set", "2005-03-16", about="WAIVE", target="2005-03-10"),
    fact("YES-W", "consent-given", "2005-03-16", about="WAIVE", holder="fund-a", amount=15000000),
    fact("NO-W", "consent-withdrawn", "2005-03-17", about="YES-W"),
    fact("ELSE", "nothing-else-happened", "2006-03-02"),
)  # fmt: skip
"""Extensions, waivers, consents and what leads say of defaults."""

SALES = (
    fact("FILED", "registration-statement-filed", "2004-07-19"),
    fact("EFF", "registration-statement-effective", "2004-11-08"),
    fact("CUSIP", "cusip-numbers-provided", "2004-10-08"),
    fact("TIA", "indenture-qualified", "2004-10-12"),
    fact("SALE", "sale-notice", "2004-11-29", holder="fund-a",
         given=to("2004-11-29", "trustee", "company", method="courier")),
    fact("PLAN", "sale-planned", "2004-11-30", target="2004-12-07", holder="fund-a", lot="base",
         amount=2000000),
    fact("DENOM", "denominations-requested", "2004-12-01", about="PLAN", holder="fund-a"),
    fact("SOLD", "notes-sold-under-shelf", "2004-12-07", holder="fund-a", lot="base",
         amount=2000000),
    fact("FORM", "transfer-notice", "2004-12-08", about="SOLD", holder="fund-a",
         given=to("2004-12-08", "trustee", "company")),
    fact("ORDER", "stop-order", "2004-12-16"),
    fact("SKY", "blue-sky-suspension", "2004-12-17"),
    fact("ADVISED", "holders-advised", "2004-12-20", about="ORDER",
         given=to("2004-12-20", "selling-holders")),
    fact("CONFIRM", "written-confirmation-requested", "2004-12-20", about="ORDER",
         holder="fund-a"),
    fact("LIFTED", "stop-order-lifted", "2004-12-21", about="ORDER"),
    fact("WRONG", "misstatement", "2004-12-22"),
    fact("KNOWN", "misstatement-known", "2004-12-23", about="WRONG"),
    fact("SUPP", "supplement-filed", "2005-01-12", about="WRONG"),
    fact("AMEND", "amendment-filed", "2005-02-23"),
    fact("AMEND-EFF", "amendment-effective", "2005-02-24"),
)  # fmt: skip
"""Sale Notices, planned sales, orders, misstatements and advice."""

USE = (
    fact("FILED", "registration-statement-filed", "2004-07-19"),
    fact("EFF", "registration-statement-effective", "2004-11-08"),
    fact("OUT", "prospectus-unusable", "2004-12-23"),
    fact("SUS", "suspension-notice", "2004-12-28",
         given=to("2004-12-28", "holders", method="mail")),
    fact("RETURN", "copies-return-directed", "2004-12-28"),
    fact("LONGER", "suspension-extended", "2005-01-10", about="SUS",
         given=to("2005-01-10", "holders")),
    fact("PAID-1", "additional-interest-paid", "2005-01-18", about="payment/2005-01-15",
         amount="4000.00"),
    fact("CERT", "officers-certificate-delivered", "2005-01-13", about="payment/2005-01-15"),
    fact("FUND", "payment-funded", "2005-01-14", about="payment/2005-01-15", amount="4000.00"),
    fact("SEEN", "payment-confirmed", "2005-01-19", about="payment/2005-01-15"),
    fact("END", "suspension-ended", "2005-02-18"),
    fact("CLEAR", "sales-cleared", "2005-02-18"),
    fact("NEW", "new-prospectus-received", "2005-02-18", holder="fund-a"),
    fact("USE", "prospectus-usable", "2005-02-22"),
    fact("DOWN", "downtime-began", "2005-03-07"),
    fact("UP", "downtime-ended", "2005-03-09"),
    fact("SUS-2", "suspension-notice", "2005-04-04", given=to("2005-04-04", "holders")),
    fact("BAD", "suspension-improper", "2005-04-06", about="SUS-2"),
    fact("END-2", "suspension-ended", "2005-04-20"),
    fact("OUT-2", "prospectus-unusable", "2005-05-09"),
    fact("OUT-2B", "prospectus-unusable", "2005-05-10", corrects="OUT-2"),
)  # fmt: skip
"""Outages, suspensions, down-time and payments."""

DUTIES = (
    fact("DRAFT", "shelf-drafts-furnished", "2004-07-01"),
    fact("FILED", "registration-statement-filed", "2004-07-19"),
    fact("EFF", "registration-statement-effective", "2004-11-08"),
    fact("DRAFTS-2", "amendment-drafts-furnished", "2004-12-27"),
    fact("OBJECT", "filing-objected", "2004-12-28", about="DRAFTS-2", holder="fund-a"),
    fact("SETTLE", "objection-settled", "2004-12-29", about="OBJECT"),
    fact("SUPP", "supplement-filed", "2005-01-12"),
    fact("REPORT", "report-filed", "2005-03-01"),
    fact("PROSPECTUS", "prospectus-filed", "2005-03-02"),
    fact("SEC", "commission-request", "2005-03-03"),
    fact("COPIES", "copies-requested", "2005-03-10", holder="fund-a"),
    fact("LOOK", "inspection-requested", "2005-03-10"),
    fact("PUT-IN", "inclusion-requested", "2005-03-11", holder="fund-c"),
    fact("DID", "duty-done", "2005-03-14", about="copies/COPIES"),
    fact("FILED-2", "registration-statement-filed", "2005-05-02"),
    fact("GONE", "retraction", "2005-05-03", corrects="FILED-2"),
)  # fmt: skip
"""Reviews with objections, requests, duties, and an event taken back."""

AMENDED: Mapping[str, Any] = {
    "amendments": [
        {
            "id": "first",
            "title": "First Amendment",
            "effective": "2004-12-01",
            "known": "2004-11-24",
            "changes": {
                "provisions": {
                    "effectiveness": {"within": {"count": 180, "unit": "days"}},
                    "cure-window": {"within": {"count": 10, "unit": "business days"}},
                }
            },
        },
        {
            "id": "second",
            "title": "Second Amendment",
            "effective": "2005-03-15",
            "known": "2005-03-15",
            "changes": {
                "provisions": {
                    "suspension": {"limit_days": 30, "extended_days": 40},
                    "additional-interest": {"by_age": [{"from_day": 1, "rate": "0.50"}]},
                }
            },
        },
    ]
}
OTHER_READINGS = {
    "default-occurs": "NEXT-DAY",
    "business-day": "gcl-24",
    "suspension-in-cure-window": "NO-TOLL",
    "suspension-start": "RECEIPT",
    "first-day-of-default": "DEFAULT-DAY",
    "rate-ladder": "ADDITIVE",
    "concurrent-defaults": "STACKED",
}


@cache
def scenes() -> tuple[Scene, ...]:
    """Every fixed scene, in order."""
    return tuple(_scenes())


def _scenes() -> Iterator[Scene]:
    notes, team = terms_of(NOTES), sample_team(NOTES)
    story = recorded(NOTES, "histories/story")
    never = recorded(NOTES, "histories/never-effective")
    public = recorded(NOTES, "facts")
    days = _days
    yield Scene("public", notes, team, public, days("2004-07-13", "2004-10-28", "2005-02-01"))
    yield Scene(
        "story", notes, team, story,
        days("2004-10-29", "2004-12-14", "2005-01-20", "2005-02-07", "2005-04-08", "2006-12-07"),
        whole_on=days("2005-01-20", "2005-04-08"),
    )  # fmt: skip
    yield Scene(
        "never", notes, team, never, days("2004-11-02", "2005-01-19", "2005-07-15", "2007-08-01")
    )
    for name, facts, asked_on in (
        ("holders", HOLDERS, days("2004-10-05", "2004-11-17", "2004-12-15", "2006-03-02")),
        ("consents", CONSENTS, days("2004-10-21", "2004-11-10", "2005-03-16", "2005-03-18")),
        ("sales", SALES, days("2004-12-01", "2004-12-08", "2004-12-27", "2005-03-01")),
        ("use", USE, days("2004-12-30", "2005-01-19", "2005-03-08", "2005-06-01")),
        ("duties", DUTIES, days("2004-07-08", "2004-12-30", "2005-03-15", "2005-05-04")),
    ):
        yield Scene(name, notes, team, facts, asked_on, whole_on=asked_on[1:2])
    amended = terms_of(NOTES, AMENDED)
    yield Scene(
        "story-amended", amended, team, story,
        days("2004-11-25", "2005-01-06", "2005-04-05", "2005-07-18"), whole_on=days("2005-04-05"),
    )  # fmt: skip
    yield Scene(
        "use-read-otherwise", notes, team, USE,
        days("2004-11-10", "2005-01-20", "2005-04-21"), OTHER_READINGS,
    )  # fmt: skip
    yield Scene(
        "story-no-day-count", terms_of(NOTES, {"indenture": {"day_count": "unset"}}), team, story,
        days("2004-12-01", "2005-01-25", "2005-07-20"),
    )  # fmt: skip
    letter, cedar = terms_of(LETTER), sample_team(LETTER)
    vesting = recorded(LETTER, "histories/vesting")
    yield Scene("letter", letter, cedar, recorded(LETTER, "facts"), days("2003-01-02"))
    yield Scene(
        "vesting", letter, cedar, vesting, days("2003-10-02", "2004-02-03", "2004-07-01"),
        whole_on=days("2004-02-03"),
    )  # fmt: skip
