"""Random courses played to the end: what a run wants is planned, what is sent is read whole."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from bench.noise import Arrival, play, story
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Route, routes
from dealclock.alerts.posts import by_route
from dealclock.alerts.team import Team
from dealclock.channels import Post
from dealclock.engine.assessment import Assessment
from dealclock.render.headline import headline
from dealclock.render.view import matter
from dealclock.store import Bundle, DeliveryKey, Store
from dealclock.store.memory import MemoryTable
from dealclock.usecases import assess_deal as use_case
from dealclock.usecases.render_delivery import view_of
from tests.suite import seeds
from tests.unit.render.test_anatomy import texts
from tests.unit.usecases.house import House

STARTS = (date(2004, 7, 12), date(2004, 10, 25), date(2004, 12, 6), date(2005, 1, 10))


def course(seed: int) -> tuple[Bundle, date]:
    """The story with some of its events left out, and the day on which it is taken up."""
    chance, whole = random.Random(seed), story()
    gone = {each.id for each in whole.facts[1:] if chance.random() < 0.3}
    kept = (each for each in whole.facts if not {each.id, each.about, each.corrects} & gone)
    first = STARTS[seed % len(STARTS)]
    return replace(whole, facts=tuple(kept), day=first), first


@pytest.mark.parametrize("seed", seeds(20))
def test_what_a_run_wants_is_planned_by_it_and_what_is_sent_shows_every_alert(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[tuple[Alert, frozenset[Route], datetime]] = []

    def noting(
        alerts: Iterable[Alert],
        steps: Iterable[tuple[Alert, Route]],
        assessment: Assessment,
        team: Team,
    ) -> Mapping[Route, Sequence[Alert]]:
        alerts, steps, now = tuple(alerts), tuple(steps), assessment.known_at
        channel = Route("slack", team.channel.id)
        assert now is not None
        wanted.extend((a, frozenset({route}), now) for a in alerts for route in routes(team))
        wanted.extend((step, frozenset({route, channel}), now) for step, route in steps)
        return by_route(alerts, steps, assessment, team)

    monkeypatch.setattr(use_case, "by_route", noting)
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
        names = {alert.title, headline(alert, m, view)} if m else {alert.title}
        assert any(name in said for name in names), (alert.title, names, said)
