"""The canary lets a sound release pass and refuses one that is broken at any step."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from dealclock.days import counting
from tests.unit.functions.conftest import CHECKOUT

FOLDER = CHECKOUT / "functions" / "canary"
EVENT = {"DeploymentId": "d-1", "LifecycleEventHookExecutionId": "hook-1"}


@pytest.fixture
def canary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Ask the canary as Lambda would, with its folder on the path, and return its answer."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.syspath_prepend(str(FOLDER))
    answers: list[dict[str, str]] = []

    def ask() -> str:
        for name in ("rehearsal", "memory_table"):
            sys.modules.pop(name, None)
        spec = importlib.util.spec_from_file_location("canary_app", FOLDER / "app.py")
        assert spec is not None
        assert spec.loader is not None
        app: ModuleType = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(app)
        answer: dict[str, Any] = {
            "put_lifecycle_event_hook_execution_status": lambda **said: answers.append(said)
        }
        app.codedeploy = type("CodeDeploy", (), {k: staticmethod(v) for k, v in answer.items()})  # type: ignore[attr-defined]
        status: str = app.handler(EVENT, None)["status"]
        assert answers == [
            {
                "deploymentId": "d-1",
                "lifecycleEventHookExecutionId": "hook-1",
                "status": status,
            }
        ]
        return status

    yield ask
    for name in ("rehearsal", "memory_table"):
        sys.modules.pop(name, None)


def test_a_sound_release_passes(canary: Callable[[], str]) -> None:
    assert canary() == "Succeeded"


def fails(*_: object, **__: object) -> None:
    raise KeyError("broken")


BROKEN: dict[str, tuple[str, Any]] = {
    "no file is read": ("dealclock.documents.deal_files.read_deal", fails),
    "nothing is assessed": ("dealclock.jobs.plan.assess_deal.assess_as_of", fails),
    "no alert is planned": ("dealclock.jobs.plan.assess_deal.plan_alerts", lambda *_, **__: ()),
    "no row is read": ("dealclock.store.claims.read", fails),
    "nothing is rendered": ("dealclock.jobs.deliver.deliver.render_delivery", fails),
    "all is withdrawn": (
        "dealclock.jobs.deliver.deliver.withdrawal_causes",
        lambda stored, *_: {alert.id: "gone" for alert in stored.alerts},
    ),
}


@pytest.mark.parametrize(("place", "broken"), BROKEN.values(), ids=BROKEN)
def test_a_release_that_is_broken_at_any_step_is_refused(
    canary: Callable[[], str], monkeypatch: pytest.MonkeyPatch, place: str, broken: Any
) -> None:
    monkeypatch.setattr(place, broken)
    assert canary() == "Failed"


def test_a_date_that_is_wrong_by_a_day_is_refused(
    canary: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "dealclock.engine.context.business_days_after",
        lambda start, n, calendar: counting.business_days_after(start, n + 1, calendar),
    )
    assert canary() == "Failed"


def test_a_release_that_cannot_be_imported_is_refused_at_once(
    canary: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "dealclock.jobs.deliver.deliver", None)
    assert canary() == "Failed"
