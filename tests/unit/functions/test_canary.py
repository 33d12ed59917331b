"""The canary lets a sound release pass and refuses one that is broken at any step."""

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dealclock.days import counting
from tests.contract.cloudformation import SERVING
from tests.unit.functions.conftest import CHECKOUT

FUNCTIONS = CHECKOUT / "functions"
EVENT = {"DeploymentId": "d-1", "LifecycleEventHookExecutionId": "hook-1"}


def forget() -> None:
    """Let the next import read the canary's folder again."""
    for name in [each for each in sys.modules if each.partition(".")[0] == "canary"]:
        del sys.modules[name]


@pytest.fixture
def canary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Ask the canary as Lambda would, with the functions of a release on the path; its answer."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    answers: list[dict[str, str]] = []

    def ask(functions: Path = FUNCTIONS) -> str:
        monkeypatch.syspath_prepend(str(functions))
        forget()
        app: Any = importlib.import_module("canary.app")
        app.codedeploy = SimpleNamespace(
            put_lifecycle_event_hook_execution_status=lambda **said: answers.append(said)
        )
        status: str = app.handler(EVENT, None)["status"]
        assert answers.pop() == {
            "deploymentId": "d-1",
            "lifecycleEventHookExecutionId": "hook-1",
            "status": status,
        }
        return status

    yield ask
    forget()


def test_a_sound_release_passes_and_counts_no_metric_of_the_stack(
    canary: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert canary() == "Succeeded"
    assert '"_aws"' not in capsys.readouterr().out


BREAKS = {
    "cannot be imported": "import nothing_of_that_name",
    "raises": "def handler(*_):\n    raise KeyError",
    "does nothing": "def handler(*_):\n    return {}",
}


@pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS)
@pytest.mark.parametrize("function", SERVING)
def test_a_release_with_one_broken_function_is_refused(
    canary: Callable[..., str], tmp_path: Path, function: str, broken: str
) -> None:
    functions = Path(shutil.copytree(FUNCTIONS, tmp_path / "functions"))
    with (functions / function / "app.py").open("a") as app:
        app.write(f"\n{broken}\n")
    assert canary(functions) == "Failed"


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
    canary: Callable[..., str], monkeypatch: pytest.MonkeyPatch, place: str, broken: Any
) -> None:
    monkeypatch.setattr(place, broken)
    assert canary() == "Failed"


def test_a_date_that_is_wrong_by_a_day_is_refused(
    canary: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "dealclock.engine.context.business_days_after",
        lambda start, n, calendar: counting.business_days_after(start, n + 1, calendar),
    )
    assert canary() == "Failed"


def test_a_release_that_cannot_be_imported_is_refused_at_once(
    canary: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "dealclock.jobs.deliver.deliver", None)
    assert canary() == "Failed"
