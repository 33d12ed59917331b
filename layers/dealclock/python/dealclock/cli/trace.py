"""`dealclock trace`: one alert's life on a running stack."""

import argparse
import json
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.arguments import day
from dealclock.cli.parser import Parser
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.operate.trace import AlertTrace, trace
from dealclock.store import StoredDeal


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Show one alert's life: when and by what it was planned, each attempt and its outcome on "
        "each route, updates, acknowledgments and escalations, with the correlation ids of their "
        "log lines. Needs read access to the stack's table; shows the text of no message.",
        "Granite effectiveness --on 2004-10-28",
    )
    arguments.add_loaded_deal(parser)
    parser.add_argument(
        "alert",
        metavar="ALERT",
        help="the id of an alert or of a delivery, as in a log, or an item's instance or Section",
    )
    parser.add_argument("--on", metavar="DATE", type=day, help="show only alerts of this day")
    parser.add_argument("--json", action="store_true", help="print JSON")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the alerts by day, each with its steps in order."""
    stack = connection.connect(args)
    deal = find_deal(args.deal, stack.store)
    traces = trace(deal.meta.id, args.alert, args.on, stack.store)
    if args.json:
        terminal.say(json.dumps(_document(deal, traces), indent=2, ensure_ascii=False))
    else:
        terminal.say("\n".join(_lines(deal, traces)))
    return 0


def _lines(deal: StoredDeal, traces: tuple[AlertTrace, ...]) -> Iterator[str]:
    zone = ZoneInfo(deal.terms.agreement.time_zone)
    for each in traces:
        alert = each.alert
        section = f"Section {alert.clause}, " if alert.clause else ""
        due = f", due {alert.due}" if alert.due else ""
        yield f"{deal.meta.code_name}: {section}{alert.instance}, {alert.day}: {alert.reason}{due}"
        yield f"  alert {alert.id}"
        for step in each.steps:
            ids = f"  correlation {step.correlation}" if step.correlation else ""
            said = " ".join(
                filter(None, (step.what, step.where, step.detail and f"({step.detail})"))
            )
            yield f"  {_when(step.at, zone)}  {said}{ids}"
        yield ""


def _when(at: datetime, zone: ZoneInfo) -> str:
    return f"{at.astimezone(zone):%a %b %d, %Y %H:%M:%S %Z}"


def _document(deal: StoredDeal, traces: tuple[AlertTrace, ...]) -> dict[str, object]:
    return {
        "format": "dealclock-trace/1",
        "code_name": deal.meta.code_name,
        "alerts": [
            {
                "alert": each.alert.id,
                "instance": each.alert.instance,
                "clause": each.alert.clause,
                "day": each.alert.day.isoformat(),
                "due": each.alert.due.isoformat() if each.alert.due else None,
                "reasons": list(each.alert.reasons),
                "steps": [
                    {
                        "at": step.at.isoformat(),
                        "what": step.what,
                        "where": step.where,
                        "detail": step.detail or None,
                        "correlation": step.correlation or None,
                    }
                    for step in each.steps
                ],
            }
            for each in traces
        ],
    }
