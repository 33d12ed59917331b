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
