"""`dealclock ping`: test every route of a deal with a message."""

import argparse
import time

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import State
from dealclock.cli import arguments, clock, connection, terminal
from dealclock.cli.parser import Parser
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.operate.doctor import CheckedStack, examine_slack
from dealclock.jobs.operate.ping import outcomes, ping
from dealclock.messages.words import number
from dealclock.people.team import Team
from dealclock.store import StoredDelivery

_FAILED = 1


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Send a test message by every route of a deal, with only its code name, and "
        "show each outcome. The audience is checked as for any alert. An email counts as arrived "
        "when the recipient's server accepts it. Names each kind of screen whose sample the "
        "workspace refuses. Exits with 1 if any message was not accepted.",
        "Granite",
    )
    arguments.add_loaded_deal(parser)
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Send the tests, and print each outcome as it arrives."""
    stack = connection.connect(args)
    deal = find_deal(args.deal, stack.store)
    tests = ping(deal, stack.services(deliveries=True).pinned(), stack.by)
    terminal.say(f"{deal.meta.code_name}: {number(len(tests), 'test')} on the way.")
    failed = 0
    for route, stored in outcomes(tests, stack.services(deliveries=True), time.sleep):
        terminal.say(f"  {_describe_route(route, deal.team)}: {outcome(stored)}")
        failed += stored is None or stored.state is not State.SENT
    checked = examine_slack(
        CheckedStack(stack.store, stack.client, stack.outputs, stack.local), clock.now()
    )
    for finding in checked.findings:
        terminal.say(f"  {finding.text} {finding.do}")
    for left_out in checked.unchecked:
        terminal.say(f"  not checked: {left_out}")
    return _FAILED if failed else 0


def _describe_route(route: Route, team: Team) -> str:
    person = team.access.person(route.to)
    name = person.name if person else route.to
    match route.kind:
        case "slack":
            return f"#{team.channel.name} in Slack"
        case "dm":
            return f"direct message to {name}"
        case "sms":
            return f"SMS to {name}"
        case _:
            return f"email to {name}"


def outcome(stored: StoredDelivery | None) -> str:
    """The outcome of a test, in words."""
    if stored is None:
        return "removed before sending"
    cause = f" ({stored.cause})" if stored.cause else ""
    if stored.arrived:
        return "arrived"
    if stored.state is State.SENT and stored.delivery.route.kind == "sms":
        return "accepted by AWS; the person confirms the code with /deal confirm-mobile CODE"
    if stored.state is State.SENT:
        return "accepted by the email system; a bounce would appear in dealclock archive"
    if stored.is_final:
        return f"{stored.state}{cause}"
    wait = f", waiting until {stored.not_before:%H:%M:%S %Z}" if stored.not_before else ""
    return (
        f"still {stored.state}{cause}{wait}; check again with dealclock archive or dealclock doctor"
    )
