"""A name that several open items answer to."""

from dealclock.answers.why import match_name
from tests.unit.engine.deals import effective, fact, filed, on


def test_with_several_open_it_lists_all_and_asks_which() -> None:
    """Two Sale Notices given on one day, one to each addressee by hand; a third long over."""
    facts = [
        fact("sale-notice", day, id=name, given=[
            {"to": to, "method": "hand", "on": day} for to in ("trustee", "company")
        ])
        for name, day in (("OLD", "2004-12-01"), ("ONE", "2005-01-18"), ("TWO", "2005-01-18"))
    ]  # fmt: skip
    before = (filed("2004-07-13"), effective("2004-10-20"))
    found = match_name("sale-notice", on("2005-01-19", *before, *facts))
    assert found.instance == ""
    assert found.open == ("sale-notice/ONE", "sale-notice/TWO")
    assert found.others == ("sale-notice/OLD", "sale-notice/ONE", "sale-notice/TWO")
