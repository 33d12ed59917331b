"""The answer to `/deal explain`: one date or amount, and every step to it."""

from dealclock.render import answers
from dealclock.render.told import Told
from tests.unit.render.asking import NEVER, STORY, asked, explained, lines


def test_an_explanation_begins_with_the_date_and_gives_each_step() -> None:
    view = asked(STORY, "2004-10-29")
    said = lines(explained(view, "trustee-notice/default-ii"))
    assert said[0] == (
        "REHEARSAL: Granite: Notice to the Trustee, due Mon Nov 1, 2004, clause 3(b)"
    )
    assert said[said.index("Step by step") :][:7] == [
        "Step by step",
        (
            "1. Thu Oct 28, 2004: Shelf Registration Statement not effective in time, itself not "
            "counted (clause 3(a)(ii))"
        ),
        "2. Mon Nov 1, 2004: 2 Business Days after it: the last day (clause 3(b))",
        "   Fri Oct 29, 2004: Business Day 1",
        "   Sat Oct 30, 2004: skipped, Saturday",
        "   Sun Oct 31, 2004: skipped, Sunday",
        "   Mon Nov 1, 2004: Business Day 2",
    ]
    assert (
        "Reading: default-occurs read as LAPSE (on the last day, as it ends), unverified; "
        "under NEXT-DAY (the day after): due Tue Nov 2, 2004"
    ) in said


def test_an_explanation_of_a_payment_gives_its_amount_first() -> None:
    view = asked(NEVER, "2005-01-10")
    assert explained(view, "payment/2005-01-15").headline == (
        "REHEARSAL: Granite: Payment of Additional Interest, $31,666.67, due Tue Jan 18, 2005, "
        "clause 3(b)"
    )


def test_an_explanation_of_a_rate_gives_the_rate_first() -> None:
    view = asked(NEVER, "2005-01-10")
    assert explained(view, "rate/2005-01-27").headline == (
        "REHEARSAL: Granite: Rate of Additional Interest, 1.00% a year from Thu Jan 27, 2005, "
        "clause 3(a)"
    )


def test_what_is_over_asks_for_nothing_more() -> None:
    open_, met = asked(STORY, "2004-10-29"), asked(STORY, "2004-11-02")
    assert labels(explained(open_, "trustee-notice/default-ii"))["Do"].startswith("Notify")
    assert "Do" not in labels(explained(met, "trustee-notice/default-ii"))
    assert "Do" in labels(explained(asked(STORY, "2004-12-20"), "sale-notice/F4"))
    assert "Do" not in labels(explained(asked(STORY, "2004-12-21"), "sale-notice/F4"))
    assert "Do" not in labels(explained(asked(STORY, "2004-12-07"), "default-ii"))


def test_an_explanation_names_every_invented_fact_in_full() -> None:
    told = explained(asked(STORY, "2005-01-20"), "trustee-notice/default-iii/F5")
    assert told.banners[1] == (
        "HYPOTHETICAL: rests on invented facts: "
        "F0 (What this history does not record did not happen, Wed Jun 30, 2004), "
        "F3 (The Shelf Registration Statement was declared effective, Mon Dec 6, 2004), "
        "F5 (The Prospectus stopped being usable for resales, Mon Jan 10, 2005) and "
        "F7 (The Trustee was notified, Thu Jan 20, 2005)."
    )


def test_everything_that_can_be_explained_can() -> None:
    view = asked(STORY, "2005-02-04")
    known = answers.instances(view)
    assert {"shelf-filing", "suspension/F9", "default-iii/F5", "payment/2005-07-15"} <= set(known)
    assert all(explained(view, instance).sections for instance in known)


def labels(told: Told) -> dict[str, str]:
    return {row.label: row.value for section in told.sections for row in section.rows}
