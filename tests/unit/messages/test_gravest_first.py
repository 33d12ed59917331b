"""The words of posts and digests of some mornings, which begin with the gravest."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.alerts.gravity import gravity, rank
from dealclock.alerts.posts import group_alerts
from dealclock.answers.dates_summary import dates_summary
from dealclock.answers.next_dates import Ahead, dates_ahead
from dealclock.answers.status import render_status
from dealclock.facts.log import FactLog
from dealclock.messages import digest as render
from dealclock.messages import plain
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from tests.golden.wording import wording
from tests.suite import examples
from tests.unit.alerts.test_posts import of_morning
from tests.unit.engine.deals import filed, history, log
from tests.unit.messages.messages import team, view_of
from tests.unit.messages.test_digest import part

STORY = history("story")
LEFT_OUT = st.frozensets(st.sampled_from([each.id for each in STORY.facts[1:]]), max_size=6)
LATE = log(filed("2004-07-13"))  # effectiveness is due on Thu, Oct 28, and nothing comes of it


def posts(facts: FactLog, day: str) -> list[str]:
    """The posts of a morning, as text."""
    alerts, _ = of_morning(facts, date.fromisoformat(day))
    view = view_of(facts, day)
    found = group_alerts(alerts, view.assessment, team())
    return [plain.as_text(render_alert(first, view, rest)) for _, (first, *rest) in found]


@pytest.mark.parametrize(
    ("day", "header"),
    [
        ("2004-10-21", "Resale shelf effectiveness due Thu, Oct 28"),
        ("2004-10-29", "Possible Registration Default, Section 3(a)(ii)"),
        ("2004-11-01", "Resale shelf effectiveness overdue. Today: Trustee notice"),
        # Neither was recorded: two are overdue, and the default accrues.
        ("2004-11-02", "Resale shelf effectiveness overdue, was due Thu, Oct 28"),
    ],
    ids=["2004-10-21", "2004-10-29", "2004-11-01", "2004-11-02"],
)
def test_a_post_begins_with_the_gravest(day: str, header: str) -> None:
    (said,) = posts(LATE, day)
    assert wording("message/gravest", said).startswith(header)


@pytest.mark.parametrize("day", ["2004-10-21", "2004-11-02", "2005-01-14"])
def test_a_digest_begins_with_the_gravest(day: str) -> None:
    """Before the effectiveness deadline; with a default accruing; with only what is ahead."""
    one = part(day)
    said = render.compose_digest((one,), (), date.fromisoformat(day), rehearsal=False)
    wording("message/gravest", plain.as_text(said))


def test_a_post_of_a_statement_and_a_payment_begins_with_the_payment() -> None:
    headers = [said.splitlines()[0] for said in posts(history("never-effective"), "2005-01-18")]
    assert headers[0] == "Additional Interest payment due today, Tue, Jan 18"


@examples(30)
@given(LEFT_OUT, st.integers(0, 270))
def test_lists_are_in_the_order_of_gravity_for_any_history(
    left_out: frozenset[str], days: int
) -> None:
    facts = tuple(
        each for each in STORY.facts if not {each.id, each.about, each.corrects} & left_out
    )
    day = date(2004, 7, 1) + timedelta(days=days)
    view = view_of(FactLog(facts, STORY.zone), day.isoformat())
    a = view.assessment
    parts: dict[str, object] = {o.instance: o for o in a.obligations}
    parts |= {w.instance: w for w in a.windows}
    parts |= {d.instance: d for d in a.defaults}
    for instances in listed(dates_ahead([Ahead(dates_summary(view), day)], 90)):
        found = [gravity(parts[each]) for each in instances if each in parts]
        assert found == sorted(found)
    for instances in listed(render_status(view)):
        ranks = [rank(parts[each]) for each in instances if each in parts]
        assert ranks == sorted(ranks)


def listed(message: Message) -> list[list[str]]:
    """The instances that each section's lines name in brackets at their end."""
    return [
        [found[1] for line in section.lines if (found := _NAMED.search(line))]
        for section in message.sections
    ]


_NAMED = re.compile(r"\(([a-z0-9-]+(?:/\S+)?)\)(?: \(sample data\))?$")
