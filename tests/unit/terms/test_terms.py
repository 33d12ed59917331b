"""The terms of an agreement: the sample's values, and every kind of invalid file."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from dealclock.errors import InvalidError
from dealclock.files.source import parse
from dealclock.terms.rules.duties import Deadline, Notice, WindowRule
from dealclock.terms.rules.interest import Payment, RateSchedule
from dealclock.terms.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.terms.terms import Terms, read_terms

SAMPLE = Path(__file__).parents[3] / "agreements" / "infocrossing-2004" / "terms.yaml"
TEXT = SAMPLE.read_text(encoding="utf-8")


def _changed(old: str, new: str, text: str = TEXT) -> str:
    assert text.count(old) >= 1, f"{old!r} is not in the sample"
    return text.replace(old, new, 1)


def _line(words: str, text: str = TEXT) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if words in line)


def _problems(text: str) -> list[str]:
    with pytest.raises(InvalidError) as refused:
        read_terms(parse(text, "terms.yaml"))
    return [str(p) for p in refused.value.problems]


@pytest.fixture(scope="module")
def sample() -> Terms:
    return read_terms(parse(TEXT, "terms.yaml"))


def test_the_sample_has_the_values_of_the_agreement(sample: Terms) -> None:
    assert sample.agreement.dated == sample.dates["closing-date"] == date(2004, 6, 30)
    assert sample.coupon == Decimal("4.00")
    assert [(lot.id, lot.principal) for lot in sample.securities] == [
        ("base", Decimal(60_000_000)),
        ("option", Decimal(12_000_000)),
    ]
    days = sample.indenture_sheet.interest_payment_dates
    assert [(d.month, d.day) for d in days] == [(1, 15), (7, 15)]
    assert [(d.month, d.day) for d in sample.indenture_sheet.record_dates] == [(1, 1), (7, 1)]
    assert (sample.indenture_sheet.day_count, sample.indenture_sheet.reviewed) == ("30/360", False)
    assert len(sample.indenture_sheet.assumptions) == 4


def test_the_sample_has_provisions_of_each_type(sample: Terms) -> None:
    kinds = (
        Deadline,
        Notice,
        ProtectedPeriod,
        Outage,
        WindowRule,
        DayBudget,
        RateSchedule,
        Payment,
    )
    assert [len(list(sample.all_of(kind))) for kind in kinds] == [2, 1, 1, 1, 1, 1, 1, 1]


def test_a_period_in_words(sample: Terms) -> None:
    assert [str(d.within) for d in sample.all_of(Deadline)] == ["15 days", "120 days"]
    assert [str(n.within) for n in sample.all_of(Notice)] == ["2 Business Days"]


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        (
            "id: infocrossing-2004",
            "id: Infocrossing 2004",
            "id: Infocrossing",
            (
                "id: given 'Infocrossing 2004'; use lower-case letters, digits and hyphens, "
                "starting with a letter (here: infocrossing-2004)"
            ),
        ),
        (
            "type: deadline",
            "type: deadlin",
            "type: deadlin",
            (
                "provisions.0.type: given 'deadlin'; no such type; docs/terms.md lists all 25. "
                "Did you mean 'deadline'?"
            ),
        ),
        (
            "    type: deadline\n",
            "",
            "id: shelf-filing",
            "provisions.0: given nothing; give 'type'",
        ),
        (
            "unit: days",
            "unit: fortnights",
            "unit: fortnights",
            (
                "provisions.0.within.unit: given 'fortnights'; allowed: 'days', 'business days', "
                "'trading days', 'weeks', 'months', 'quarters', 'years' or 'hours'"
            ),
        ),
        (
            "unit: days",
            "unit: hours",
            "within: {count: 15, unit: hours",
            (
                "provisions.0.within: given {count: 15, unit: 'hours'}; give days or longer; for "
                "hours, write the provision as an obligation"
            ),
        ),
        (
            "count: 15",
            "count: 0",
            "count: 0",
            (
                "provisions.0.within.count: given 0; give 1 or more; day 1 is the next day. For "
                "something due on the day itself, list its Section under not_modelled"
            ),
        ),
        (
            "{count: 15, unit: days}",
            "30 Business Days",
            "within: 30",
            (
                "provisions.0.within: given '30 Business Days'; give {count: 30, unit: business "
                "days}"
            ),
        ),
        (
            "{count: 15, unit: days}",
            "a month",
            "within: a month",
            "provisions.0.within: given 'a month'; give keys, such as {count: 30, unit: days}",
        ),
        (
            "calendar: federal-reserve",
            "calendar: nyse",
            "calendar: nyse",
            "calendar: given 'nyse'; allowed: 'federal-reserve' or 'gcl-24'",
        ),
        (
            "day_count: 30/360",
            "day_count: Actual/364",
            "day_count",
            (
                "indenture.day_count: given 'Actual/364'; allowed: 30/360, 30/360 US, 30E/360, "
                "30/360-ELAPSED, Actual/360, Actual/365F, Actual/Actual ISDA, unset"
            ),
        ),
        (
            "America/New_York",
            "New York",
            "time_zone",
            (
                "agreement.time_zone: given 'New York'; give a time zone's IANA name, such as "
                "America/New_York"
            ),
        ),
        (
            "America/New_York",
            "../../etc/passwd",
            "time_zone",
            (
                "agreement.time_zone: given '../../etc/passwd'; give a time zone's "
                "IANA name, such as "
                "America/New_York"
            ),
        ),
        (
            "{month: 1, day: 15}",
            "{month: 2, day: 29}",
            "interest_payment_dates",
            (
                "indenture.interest_payment_dates.0: given {month: 2, day: 29}; give a month and "
                "day that exist in every year"
            ),
        ),
        (
            "{from_day: 1, rate: 0.25}",
            "{from_day: 2, rate: 0.25}",
            "by_age:",
            (
                "provisions.7.by_age: given [{from_day: 2, rate: 0.25}, {from_day: 91, rate: "
                "1.00}]; give the tiers in order, each from_day once, the first with from_day: 1"
            ),
        ),
        (
            "{anniversary: 3, rate: 5.00}",
            "{anniversary: 2, rate: 5.00}",
            "by_anniversary:",
            (
                "provisions.7.by_anniversary: given [{anniversary: 2, rate: 3.00}, {anniversary: "
                "2, rate: 5.00}]; give the anniversaries in order, each once"
            ),
        ),
        (
            "rate: 0.25",
            "rate: 101",
            "rate: 101",
            "provisions.7.by_age.0.rate: given 101; must be less than or equal to 100",
        ),
        (
            "issued: 2004-06-30",
            "issued: 2004-06-31",
            "issued: 2004-06-31",
            (
                "securities.0.issued: given '2004-06-31'; give a date that exists, such as "
                "2004-07-13, or use lower-case letters, digits and hyphens, starting with a "
                "letter"
            ),
        ),
        (
            "principal: 60000000",
            "principal: -1",
            "principal: -1",
            "securities.0.principal: given -1; must be greater than 0",
        ),
        (
            "owed_by: company",
            "owed_by: compny",
            "owed_by: compny",
            (
                "provisions.0.owed_by: given 'compny'; give a party: company, holder, holders, "
                "initial-purchaser, registered-holder, selling-holders, trustee. "
                "Did you mean 'company'?"
            ),
        ),
        (
            "to: [trustee, company]",
            "to: [trustee, issuer]",
            "to: [trustee, issuer]",
            (
                "provisions.6.to.1: given 'issuer'; give a party: company, holder, holders, "
                "initial-purchaser, registered-holder, selling-holders, trustee."
            ),
        ),
        (
            "after: closing-date",
            "after: closing",
            "after: closing",
            (
                "provisions.0.after: given 'closing'; give one of: closing-date. "
                "Did you mean 'closing-date'?"
            ),
        ),
        (
            "    after: closing-date\n    within: {count: 15, unit: days}",
            (
                "    after: closing-date\n    within: {count: 15, unit: days}\n"
                "    or_later: [{after: closing, within: {count: 5, unit: business days}}]"
            ),
            "or_later:",
            (
                "provisions.0.or_later.0.after: given 'closing'; give one of: closing-date. "
                "Did you mean 'closing-date'?"
            ),
        ),
        (
            "anniversaries_of: closing-date",
            "anniversaries_of: issue-date",
            "anniversaries_of",
            "provisions.7.anniversaries_of: given 'issue-date'; give one of: closing-date.",
        ),
        (
            "during: effectiveness-period",
            "during: shelf-filing",
            "during:",
            "provisions.3.during: given 'shelf-filing'; give one of: effectiveness-period.",
        ),
        (
            "excused_by: suspension",
            "excused_by: suspensions",
            "excused_by:",
            (
                "provisions.3.excused_by: given 'suspensions'; give one of: suspension. "
                "Did you mean 'suspension'?"
            ),
        ),
        (
            "review: amendment-review",
            "review: amendments-review",
            "review: amendments-review",
            (
                "provisions.12.review: given 'amendments-review'; give one of: "
                "amendment-review, shelf-review. Did you mean 'amendment-review'?"
            ),
        ),
        (
            "id: trustee-notice",
            "id: shelf-filing",
            "PENULTIMATE",
            "provisions.5.id: given 'shelf-filing'; give each provision its own id",
        ),
    ],
)
def test_a_problem_is_reported_with_its_line(old: str, new: str, at: str, message: str) -> None:
    text = _changed(old, new)
    line = _line("id: trustee-notice") if at == "PENULTIMATE" else _line(at, text)
    assert _problems(text) == [f"terms.yaml:{line}: {message}"]


def test_invalid_references_and_values_are_reported_together() -> None:
    text = _changed("owed_by: company", "owed_by: compny", _changed("count: 15", "count: none"))
    places = [problem.split(": given")[0] for problem in _problems(text)]
    assert places == [
        f"terms.yaml:{_line('owed_by: compny', text)}: provisions.0.owed_by",
        f"terms.yaml:{_line('count: none', text)}: provisions.0.within.count",
    ]


def test_missing_parties_are_reported_once() -> None:
    start, end = TEXT.index("parties:"), TEXT.index("# Each lot")
    assert _problems(TEXT[:start] + TEXT[end:]) == [
        "terms.yaml:1: the file: given nothing; give 'parties'"
    ]


def test_an_empty_file_is_one_problem_that_lists_every_required_key() -> None:
    (problem,) = _problems("")
    assert problem == (
        "terms.yaml:1: the file: given nothing; the file is empty; give id, agreement, parties, "
        "calendar, clauses, dates, provisions"
    )


def test_an_amount_keeps_its_cents() -> None:
    terms = read_terms(parse(_changed("principal: 60000000", "principal: 60000000.10"), "f"))
    assert terms.securities[0].principal == Decimal("60000000.10")


def test_a_title_that_looks_like_a_time_stays_text() -> None:
    terms = read_terms(parse(_changed("title: Prospectus cure period", "title: 12:30:00"), "f"))
    assert next(terms.all_of(Outage)).title == "12:30:00"


def test_a_changed_copy_does_not_reuse_cached_values() -> None:
    terms = read_terms(parse(TEXT, "f"))
    (outage,) = terms.all_of(Outage)
    assert outage.named["title"] == "Prospectus cure period"
    other = outage.model_copy(update={"title": "Another"})
    assert other.named["title"] == "Another"
    without = terms.model_copy(update={"provisions": (other,)})
    assert [rule.title for rule in without.all_of(Outage)] == ["Another"]
    assert [rule.title for rule in terms.all_of(Outage)] == ["Prospectus cure period"]


def test_a_window_written_in_the_general_form_says_which_type_to_give() -> None:
    text = _changed("type: window\n", "type: window\n    opens: closing-date\n")
    (found,) = _problems(text)
    assert found.startswith(f"terms.yaml:{_line('- id: sale-notice', text)}: provisions.")
    assert found.endswith(
        "; a window is what a notice opens; for a right to act until a day, give type: obligation "
        "with may: true and due"
    )
