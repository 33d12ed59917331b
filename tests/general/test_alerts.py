"""Obligations and limits of the general form are alerted ahead of their day, on it and after it."""

from datetime import date
from types import SimpleNamespace
from typing import cast

import pytest

from dealclock.alerts.alert import AlertHistory
from dealclock.alerts.plan import plan_alerts
from dealclock.desk.respond import met_by
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.store import StoredDeal
from tests.comparer.scenes import sample_team, terms_of

# Filing: 30 days after January 14, 2026, is Friday, February 13; the drafts five Trading Days
# before, Friday, February 6. A suspension from May 4 may last through Saturday, May 23.
SUSPENDED = (
    *({"kind": "registration-statement-filed", "on": "2026-02-12"},),
    *({"kind": "registration-statement-effective", "on": "2026-03-09"},),
    {
        "kind": "suspension-notice",
        "on": "2026-05-04",
        "given": [{"to": "holders", "method": "e-mail", "on": "2026-05-04"}],
    },
)


@pytest.mark.parametrize(
    ("day", "events", "instance", "reasons"),
    [
        (date(2026, 2, 6), (), "filing", "first, reminder"),
        (date(2026, 2, 6), (), "drafts", "due today"),
        (date(2026, 2, 13), (), "filing", "due today"),
        (date(2026, 2, 17), (), "filing", "missed"),
        (date(2026, 5, 4), SUSPENDED, "suspension/E2", "opened"),
        (date(2026, 5, 22), SUSPENDED, "suspension/E2", "due today, opened"),
    ],
)
def test_the_general_form_is_alerted(
    day: date, events: tuple[dict[str, object], ...], instance: str, reasons: str
) -> None:
    terms = terms_of("model-pipe")
    facts = [Fact.model_validate({"id": f"E{n}", **each}) for n, each in enumerate(events)]
    look = Look(terms, FactLog(tuple(facts), terms.agreement.time_zone), day)
    alerts = plan_alerts(assess(look), sample_team("model-pipe").alerts, AlertHistory(()))
    found = {alert.instance: ", ".join(alert.reasons) for alert in alerts}
    assert found.get(instance) == reasons


@pytest.mark.parametrize(
    ("item", "kind"),
    [("filing", "registration-statement-filed"), ("suspension", "suspension-ended")],
)
def test_the_event_that_ends_an_item_is_asked_for(item: str, kind: str) -> None:
    deal = cast(StoredDeal, SimpleNamespace(terms=terms_of("model-pipe")))
    assert met_by(item, deal) == kind
