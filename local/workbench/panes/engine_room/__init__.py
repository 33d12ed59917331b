"""The engine room, for developers: what the system does, and faults to switch on.

queues.py  queues, dead letters and redriving them
logs.py    what the functions logged
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.alerts.slots import SCHEDULED
from dealclock.cli import clock
from dealclock.errors import RefusedError
from dealclock.jobs.operate.doctor import CheckedStack, examine
from local.workbench.actions import Form, action, one, redrawn
from local.workbench.faults import Board
from local.workbench.pages import DEVELOPER, page
from local.workbench.panes.engine_room import logs, queues
from local.workbench.workbench import Workbench

_RUNS, _OUTBOX = 6, 50  # the most that are shown


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages, and the switch on every page."""
    room = _EngineRoom(workbench)
    actions = {
        "faults/on": room.fault_on,
        "faults/off": room.fault_off,
        "redrive": room.redrive,
        "poison": room.poison,
        "watchdog": room.watch,
        "doctor": room.examine,
    }
    return [
        Route("/developer", action(switch), methods=["POST"]),
        Route("/engine-room", room.show),
        Route("/engine-room/dead-letters", room.dead_letters),
        Route("/engine-room/logs", room.logs),
        Route("/engine-room/health", room.health),
        *(
            Route(f"/engine-room/{name}", action(does), methods=["POST"])
            for name, does in actions.items()
        ),
    ]


def switch(request: Request, form: Form) -> Response:
    """Show or hide the engine room in this browser."""
    answer = redrawn(request)
    if one(form, "on") == "yes":
        answer.set_cookie(DEVELOPER, "on", httponly=True, samesite="strict")
    else:
        answer.delete_cookie(DEVELOPER, httponly=True, samesite="strict")
    return answer


class _EngineRoom:
    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._redriven: Mapping[str, object] | None = None
        self._watched: dict[str, Any] | None = None
        self._examined: dict[str, Any] | None = None

    def show(self, request: Request) -> Response:
        """Faults, queues, sweeps and the outbox."""
        now, store = self._workbench.play.now(), self._workbench.connection.store
        deal, swept = now.scenario.deal, store.runs.sweeps(True, now.day)
        earlier = store.runs.before(deal, now.day)
        unfinished = filter(None, map(store.outbox.get, store.outbox.unfinished(True, _OUTBOX)))
        return self._page(
            request,
            "room",
            groups=self._board.groups,
            depths=queues.depths(self._workbench.connection, self._sqs),
            swept={slot: swept.get(slot) for slot in SCHEDULED},
            runs=[*store.runs.of_day(deal, now.day), *islice(earlier, _RUNS)],
            outbox=sorted(unfinished, key=lambda each: each.planned_at),
        )

    def dead_letters(self, request: Request) -> Response:
        """The dead letters of every kind."""
        connection = self._workbench.connection
        return self._page(
            request,
            "dead_letters",
            found=[
                (each, queues.letters(connection, self._sqs, each.what) if each.total else ())
                for each in queues.depths(connection, self._sqs)
                if each.what
            ],
            redriven=self._redriven,
            titles=queues.DEAD,
        )

    def logs(self, request: Request) -> Response:
        """What one function logged."""
        functions = list(self._workbench.local.stack.functions)
        asked = request.query_params.get("function", "")
        chosen = asked if asked in functions else functions[0]
        return self._page(
            request,
            "logs",
            functions=sorted(functions),
            chosen=chosen,
            lines=logs.recent(self._workbench.local.stack, chosen),
        )

    def health(self, request: Request) -> Response:
        """The last results of the watchdog and the doctor."""
        return self._page(request, "health", watched=self._watched, examined=self._examined)

    def fault_on(self, _request: Request, form: Form) -> Response | None:
        """Switch a fault on, as chosen in its form."""
        chosen = {name: values[0] for name, values in form.items() if values}
        self._board.on(one(form, "fault"), chosen)
        return None

    def fault_off(self, _request: Request, form: Form) -> Response | None:
        """Switch a fault off."""
        self._board.off(one(form, "fault"))
        return None

    def redrive(self, _request: Request, form: Form) -> Response | None:
        """Redrive the dead letters of a kind."""
        what = queues.kind_of(one(form, "what"))
        self._redriven = queues.redrive_all(self._workbench.connection, what)
        return None

    def poison(self, _request: Request, _form: Form) -> Response | None:
        """Queue a message that must fail."""
        queues.poison(self._workbench.connection, self._sqs)
        return None

    def watch(self, _request: Request, form: Form) -> Response | None:
        """Run the deployed watchdog."""
        if (over := one(form, "over")) not in ("rehearsals", "everything"):
            raise RefusedError(f"the watchdog checks rehearsals or everything, not {over!r}.")
        whole = over == "everything"
        event = {} if whole else {"rehearsal": True}
        answer = self._workbench.local.stack.invoke("watchdog", event)
        self._watched = {"at": clock.now(), "whole": whole, **answer}
        return None

    def examine(self, _request: Request, _form: Form) -> Response | None:
        """Run the doctor, as `dealclock doctor` does."""
        stack, now = self._workbench.connection, clock.now()
        patient = CheckedStack(stack.store, stack.client, stack.outputs, stack.local)
        self._examined = {"at": now, "diagnosis": examine(patient, now)}
        return None

    @property
    def _sqs(self) -> Any:
        return self._workbench.local.stack.client("sqs")

    @property
    def _board(self) -> Board:
        return Board(self._workbench.local, self._workbench.play.now().scenario.bundle.team)

    def _page(self, request: Request, name: str, **shown: Any) -> Response:
        if DEVELOPER not in request.cookies:
            return page(request, self._workbench, "engine_room/closed.html")
        return page(request, self._workbench, f"engine_room/{name}.html", **shown)
