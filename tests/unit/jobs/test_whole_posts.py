"""Random histories played to the end: everything a run wants is planned and sent complete."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from bench.noise import Arrival, play, story
from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.delivery import Route, routes
from dealclock.alerts.posts import NOON, group_posts
from dealclock.channels import Post
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, UndatedDuty
from dealclock.jobs.deliver.render_delivery import view_of
from dealclock.jobs.plan import assess_deal as use_case
from dealclock.messages.headline import render_headline
from dealclock.messages.view import matter
from dealclock.messages.words import clause
from dealclock.people.team import Team
from dealclock.store import Bundle, DeliveryKey, Store
from tests.memory_table import MemoryTable
from tests.suite import seeds
from tests.unit.jobs.house import House
from tests.unit.messages.messages import texts

STARTS = (date(2004, 7, 12), date(2004, 10, 25), date(2004, 12, 6), date(2005, 1, 10))


def course(seed: int) -> tuple[Bundle, date]:
    """The story with some of its events left out, and the day on which it is taken up."""
    chance, whole = random.Random(seed), story()
    gone = {each.id for each in whole.facts[1:] if chance.random() < 0.3}
    kept = (each for each in whole.facts if not {each.id, each.about, each.corrects} & gone)
    first = STARTS[seed % len(STARTS)]
    return replace(whole, facts=tuple(kept), day=first), first


@pytest.mark.full
@pytest.mark.parametrize("seed", seeds(20))
def test_all_wanted_alerts_are_planned_and_every_sent_message_is_complete(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[tuple[Alert, frozenset[Route], datetime]] = []

    def noting(
        alerts: Iterable[Alert],
        steps: Iterable[tuple[Alert, Route]],
        assessment: Assessment,
        team: Team,
        planned: Iterable[tuple[Alert, Route]],
    ) -> Iterator[tuple[Route, str, tuple[Alert, ...]]]:
        alerts, steps, now = tuple(alerts), tuple(steps), assessment.known_at
        channel = Route("slack", team.channel.id)
        assert now is not None
        for alert, route in ((a, r) for a in alerts for r in routes(team)):
            if alert.step != NOON or route == channel:
                wanted.append((alert, frozenset({route}), now))
        wanted.extend((step, frozenset({route, channel}), now) for step, route in steps)
        return group_posts(alerts, steps, assessment, team, planned)

    monkeypatch.setattr(use_case, "group_posts", noting)
    bundle, first = course(seed)
    house = House(Store(MemoryTable()))
    noise = play(bundle, house, first, first + timedelta(days=9))
    assert wanted
    for alert, ways, known_at in wanted:
        keys = (DeliveryKey.of_alert(alert, route) for route in ways)
        there = [stored for key in keys if (stored := house.store.outbox.get(key))]
        assert len(there) == 1, f"{alert.instance} {alert.reasons}: {there}"
        assert there[0].delivery.known_at <= known_at
    assert noise.arrivals
    for each in noise.arrivals:
        if not each.is_digest:
            _shows_every_alert(each, house)


def _shows_every_alert(arrival: Arrival, house: House) -> None:
    delivery = arrival.delivery
    deal = house.store.deals.get(delivery.alert.deal)
    assert deal is not None
    view = view_of(delivery, deal, house.store)
    if isinstance(arrival.sent, Post):
        said = "\n".join(texts(arrival.sent.blocks))
    else:
        body = arrival.sent.content.get_body(("plain",))
        assert body is not None
        said = body.get_content()
    said = " ".join(said.replace("\u200b", "").split())
    for alert in arrival.stored.alerts:
        m = matter(view, alert.instance)
        names = {alert.title, render_headline(alert, m, view)} if m else {alert.title}
        if m and isinstance(m.part, Default):
            names.add(f"Registration Default, {clause(m.clause)}")
        may_wait = alert.reason in ENDINGS or (alert.due and view.business_days_to(alert.due) > 1)
        if m and isinstance(m.part, UndatedDuty):  # the team's own target, on any day but its own
            may_wait = m.part.target != alert.day
        folded = may_wait and "more: /deal status" in said
        assert folded or any(name in said for name in names), (alert.title, names, said)
