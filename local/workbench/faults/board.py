"""All faults together: what is on, switching one, and everything off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dealclock.errors import NotFoundError
from dealclock.people.team import Team
from local import mail
from local.running import Running
from local.workbench.faults.aws import Aws
from local.workbench.faults.calls import Calls
from local.workbench.faults.fault import Fault, Group
from local.workbench.faults.mailboxes import Mailboxes
from local.workbench.faults.workspace import Workspace, restore


@dataclass(frozen=True)
class Active:
    """A fault that is on, and how, in words."""

    fault: Fault
    how: str


class Board:
    """The faults that can be switched on for the people and the channel of a team."""

    def __init__(self, local: Running, team: Team) -> None:
        self.groups: Sequence[Group] = (
            Calls(local.slack, team),
            Workspace(local.slack, _world(local), team),
            Mailboxes(local.mails, team),
            Aws(local),
        )

    def active(self) -> Mapping[str, Active]:
        """Every fault that is on, by id, in the order of the groups."""
        found: dict[str, Active] = {}
        for group in self.groups:
            how = group.active()
            found |= {f.id: Active(f, how[f.id]) for f in group.faults if f.id in how}
        return found

    def on(self, fault: str, given: Mapping[str, str]) -> None:
        """Switch a fault on as chosen. Raises NotFoundError."""
        group, known = self._found(fault)
        chosen = {}
        for choice in known.choices:
            chosen[choice.name] = given.get(choice.name, choice.options[0][0])
            if chosen[choice.name] not in dict(choice.options):
                options = ", ".join(repr(value) for value, _ in choice.options)
                raise NotFoundError(
                    f"{known.title}: {choice.name} cannot be {chosen[choice.name]!r}; "
                    f"choose one of {options}."
                )
        group.on(fault, chosen)

    def off(self, fault: str) -> None:
        """Switch a fault off. Raises NotFoundError."""
        self._found(fault)[0].off(fault)

    def _found(self, fault: str) -> tuple[Group, Fault]:
        for group in self.groups:
            for known in group.faults:
                if known.id == fault:
                    return group, known
        raise NotFoundError(f"there is no fault {fault!r}.")


def clear(local: Running) -> None:
    """Switch every fault off, for any team."""
    local.slack.no_faults()
    restore(local.slack, _world(local))
    mail.refuse(local.mails)
    Aws(local).clear()


def _world(local: Running) -> Path:
    return local.run.part("slack").folder / "world.json"
