"""The answer to `/deal why`: one date or amount, and every step to it."""

from dealclock.answers.why import list_instances
from dealclock.messages.message import Message
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.messages.asking import NEVER, STORY, asked, explained, lines


def test_an_explanation_begins_with_the_date_and_gives_each_step() -> None:
    view = asked(STORY, "2004-10-29")
    said = lines(explained(view, "trustee-notice/default-ii"))
    assert values(wording("message/explanations", said[0])) == ["2004-11-01", "3(b)"]
    assert values(
        wording("message/explanations", said[said.index("Step by step") :][:7], "second")
    ) == [
        "1",
        "2004-10-28",
        "3(a)(ii)",
        "2",
        "2004-11-01",
        "2 Business Days",
        "3(b)",
        "2004-10-29",
        "1",
        "2004-10-30",
        "2004-10-31",
        "2004-11-01",
        "2",
    ]
    assert shows(said, "2004-11-02")


def test_an_explanation_of_a_payment_gives_its_amount_first() -> None:
    view = asked(NEVER, "2005-01-10")
    assert values(
        wording("message/explanations", explained(view, "payment/2005-01-15").headline)
    ) == ["$31,666.67", "2005-01-18", "3(b)"]


def test_an_explanation_of_a_rate_gives_the_rate_first() -> None:
    view = asked(NEVER, "2005-01-10")
    assert values(wording("message/explanations", explained(view, "rate/2005-01-27").headline)) == [
        "1.00%",
        "2005-01-27",
        "3(a)",
    ]


def test_an_ended_item_asks_for_nothing_more() -> None:
    open_, met = asked(STORY, "2004-10-29"), asked(STORY, "2004-11-02")
    assert labels(explained(open_, "trustee-notice/default-ii"))["Do"].startswith("Deliver")
    assert "Do" not in labels(explained(met, "trustee-notice/default-ii"))
    assert "Do" in labels(explained(asked(STORY, "2004-12-20"), "sale-notice/F4"))
    assert "Do" not in labels(explained(asked(STORY, "2004-12-21"), "sale-notice/F4"))
    assert "Do" not in labels(explained(asked(STORY, "2004-12-07"), "default-ii"))


def test_an_explanation_names_every_fictional_event_in_full() -> None:
    result = explained(asked(STORY, "2005-01-20"), "trustee-notice/default-iii/F5")
    assert values(wording("message/explanations", result.banners[1])) == [
        "F0",
        "2004-06-30",
        "F3",
        "2004-12-06",
        "F5",
        "2005-01-10",
        "F7",
        "2005-01-20",
    ]


def test_every_item_that_can_be_explained_is_explained() -> None:
    view = asked(STORY, "2005-02-04")
    known = list_instances(view.assessment)
    assert {"shelf-filing", "suspension/F9", "default-iii/F5", "payment/2005-07-15"} <= set(known)
    assert all(explained(view, instance).sections for instance in known)


def labels(told: Message) -> dict[str, str]:
    return {row.label: row.value for section in told.sections for row in section.rows}
