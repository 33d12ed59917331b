"""Named Days: what they name exists, no circle, none that never comes; kept and amended."""

import time
from datetime import date
from typing import Any

import pytest

from dealclock.engine.checked_files import check_terms
from dealclock.errors import InvalidError
from dealclock.files.source import parse
from dealclock.store.content import content
from dealclock.terms.terms import Terms, read_terms
from dealclock.terms.versions import versions
from tests.unit.engine.deals import SAMPLE, sample_terms

TEXT = (SAMPLE / "terms.yaml").read_text(encoding="utf-8")
LINES = TEXT.count("\n")
DAYS = """
days:
  first-date: 30 days after closing-date
  second-date: {latest of: [first-date, 5 business days after first suspension-notice]}
  third-date: {earliest of: [due of effectiveness, second-date], by: 17:00 New York}
"""


def with_days(text: str) -> Terms:
    return read_terms(parse(TEXT + text, "terms.yaml"))


def refused(text: str) -> list[str]:
    """The problems, each with its line below the sample's own."""
    _, problems = check_terms(parse(TEXT + text, "terms.yaml"))
    return [f"{p.line - LINES}: {p.given}: {p.allowed}" for p in problems]


def test_named_days_load_and_are_kept() -> None:
    terms = with_days(DAYS)
    assert list(terms.days) == ["first-date", "second-date", "third-date"]
    stored = content(terms)
    assert stored.needs == 3
    assert Terms.model_validate_json(stored.text) == terms
    assert "days" not in sample_terms().model_dump()


@pytest.mark.parametrize(
    "day",
    [
        "{earliest of: [closing-date, never]}",
        "{if: stop-order, then: never, else: closing-date}",
        "{reading: default-occurs, LAPSE: closing-date, NEXT-DAY: never}",
        "start of effectiveness-period",
        "first stop-order from closing-date",
    ],
)
def test_a_day_that_may_be_known_is_accepted(day: str) -> None:
    assert refused(f"days:\n  a: {day}\n") == []


def test_a_circle_of_days_is_shown_whole_at_its_first_line() -> None:
    text = "days:\n  a: 1 day after c\n  b: 1 days after a\n  c: {latest of: [closing-date, b]}\n"
    text = text.replace("1 day after", "1 days after")
    (problem,) = [p for p in refused(text) if "circle" in p]
    assert problem == "2: 'a': they go in a circle: a -> c -> b -> a; no Day may depend on itself"


@pytest.mark.full
def test_a_thousand_days_are_checked_in_linear_time() -> None:
    def taken(n: int) -> float:
        rows = "".join(
            f"  day-{k}: 1 days after day-{k - 1 if k % 40 else 0}\n" for k in range(1, n)
        )
        source = parse(f"{TEXT}\ndays:\n  day-0: closing-date\n{rows}", "terms.yaml")
        start = time.process_time()
        read_terms(source)
        return time.process_time() - start

    few, many = min(taken(250) for _ in range(3)), min(taken(1000) for _ in range(3))
    assert many < 8 * few  # four times the Days; sixteen times the time if it were quadratic


def test_too_many_days_counted_one_from_the_other_are_refused() -> None:
    rows = "".join(f"  day-{k}: 1 days after day-{k - 1}\n" for k in range(1, 60))
    (problem,) = refused(f"days:\n  day-0: closing-date\n{rows}")
    assert problem.startswith("52: 'day-50': it depends on more than 50 Days")


AMENDED = """
amendments:
  - id: first
    title: First Amendment
    effective: 2004-12-01
    known: 2004-12-01
    changes: {days: DAYS}
"""


def amended(days: Any) -> str:
    return DAYS + AMENDED.replace("DAYS", days)


def test_an_amendment_changes_a_named_day() -> None:
    terms = with_days(amended("{first-date: 60 days after closing-date}"))
    before, after = versions(terms, date(2005, 1, 1), date(2005, 1, 1))
    assert before.terms.model_dump()["days"]["first-date"] == "30 days after closing-date"
    assert after.terms.model_dump()["days"]["first-date"] == "60 days after closing-date"
    assert Terms.model_validate_json(content(terms).text) == terms


def test_a_mistake_that_an_amendment_makes_is_refused_at_its_line() -> None:
    with pytest.raises(InvalidError, match=r"as amended, days\.first-date: give a date, a Day"):
        with_days(amended("{first-date: 60 days after closing-dat}"))


def test_days_that_cannot_be_are_shown_along_with_a_provision_that_is_refused() -> None:
    text = TEXT.replace("met_by: registration-statement-filed", "met_bye: nothing", 1)
    days = "days:\n  a: 1 days after b\n  b: 1 days after a\n  closing-date: 2004-07-01\n"
    days += "  c: due of shelf-filing\n  d: 3 dayz after c\n"
    _, found = check_terms(parse(f"{text}{days}", "terms.yaml"))
    said = "\n".join(map(str, found))
    assert "they go in a circle: a -> b -> a" in said
    assert "it is a date already" in said
    assert "met_bye" in said
    assert "shelf-filing': give" not in said, "its own problem is listed, not what follows from it"
    # The key, the missing key, the circle, the name, and the unit; nothing that only follows.
    assert len(found) == 5, said
