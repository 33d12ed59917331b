"""The seam by which special rules add to the general ones."""

from dataclasses import replace
from datetime import date

import pytest

from dealclock.engine import plugins
from dealclock.engine.plugins import ExtendedDueDay, plugin
from dealclock.engine.special import PLUGIN
from dealclock.errors import DealclockError
from tests.unit.engine.deals import filed, on


def test_the_special_rules_are_registered_once_a_pass_is_imported() -> None:
    assert plugin() is PLUGIN


def test_asking_without_any_is_an_error_and_never_a_silent_no(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plugins, "_REGISTERED", [])

    with pytest.raises(DealclockError, match=r"import dealclock\.engine\.special"):
        on("2004-08-20", filed("2004-07-20"))


def test_a_plugin_that_moves_days_moves_every_obligation_of_the_terms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = date(2005, 1, 3)
    all_later = replace(PLUGIN, extended=lambda owed, _: ExtendedDueDay(max(owed.due, later)))
    monkeypatch.setattr(plugins, "_REGISTERED", [all_later])

    found = on("2004-07-20")

    assert {o.due for o in found.obligations} == {later}
