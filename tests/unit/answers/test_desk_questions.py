"""`count` and `usable`, asked by `/deal` alone: what they find, and as JSON."""

from datetime import date
from typing import Any

import pytest

from dealclock.answers.count import count
from dealclock.answers.usable import usable
from dealclock.errors import RefusedError
from tests.unit.asking import query
from tests.unit.engine.deals import history, sample_terms

STORY = history("story")


def test_a_count_is_json_with_each_of_its_days_and_what_another_calendar_gives() -> None:
    """From February 11, 2004: Lincoln's Birthday, the 12th, is a Business Day of the Federal
    Reserve; it is none of New York's General Construction Law, whose first is Friday, the 13th."""
    values = {"number": 1, "business": True, "start": date(2004, 2, 11)}
    found = count.json(query(sample_terms(), STORY, "2004-11-20"), values)
    assert (found["format"], found["length"]) == ("dealclock-count/1", "1 Business Day")
    assert found["count"] == {
        "start": "2004-02-11",
        "result": "2004-02-12",
        "calendar": "federal-reserve",
        "days": [{"day": "2004-02-12", "number": 1, "closed": None}],
    }
    assert found["others"] == [{"choice": "gcl-24", "day": "2004-02-13"}]
    assert found["deemed"] is None


def test_a_count_from_a_notice_begins_when_it_is_given() -> None:
    """Mailed Saturday, November 20, 2004: given on the fifth Business Day, the 29th; none by
    email."""
    asked = query(sample_terms(), STORY, "2004-11-20")
    sent = {"number": 2, "start": date(2004, 11, 20), "business": True}
    found: Any = count.json(asked, {**sent, "method": "mail"})["count"]
    assert (found["start"], found["result"]) == ("2004-11-29", "2004-12-01")
    assert count.json(asked, {**sent, "method": "e-mail"})["count"] is None


def test_a_count_beyond_the_calendar_is_refused() -> None:
    asked = query(sample_terms(), STORY, "2004-11-20")
    with pytest.raises(RefusedError, match="Give fewer days"):
        count(asked, number=9_999_999, start=date(2004, 11, 20))


def test_the_conditions_of_a_sale_are_json_with_what_each_rests_on() -> None:
    """In the story the Prospectus is out of use from January 10, 2005, by event F5; F0 says that
    nothing else happened."""
    found = usable.json(query(sample_terms(), STORY, "2005-01-12"), {"holder": "fund-z"})
    assert found["note"] == "No Holder is named 'fund-z'; none is recorded."
    conditions = found["conditions"]
    assert isinstance(conditions, list)
    [out] = [each for each in conditions if each["name"] == "The Prospectus is usable"]
    assert (out["clause"], out["holds"], out["facts"]) == ("3(a)(iii)", False, ["F5", "F0"])
    assert out["hypothetical"] is True
    assert [each["clause"] for each in found["not_checked"]] == ["Indenture"]  # type: ignore[attr-defined]
