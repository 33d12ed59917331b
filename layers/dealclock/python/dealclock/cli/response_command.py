"""`dealclock ack`, `snooze`, `done` and `decline`: a person acts on an alert of a running stack."""

import argparse
from dataclasses import dataclass

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.desk.respond import Act, ResponseRequest, respond


@dataclass(frozen=True, slots=True)
class ResponseCommand:
    """One of these commands: its name, its action, its description and an example."""

    name: str
    act: Act
    description: str
    example: str
    has_day: bool = False
    hands_over: bool = False

    def add(self, subparsers: Subparsers) -> None:
        """The command and its options."""
        parser = subparsers.add_parser(
            self.name,
            help=ON_A_STACK[self.name],
            description=self.description,
            epilog=f"Example: {self.example}",
        )
        arguments.add_loaded_deal(parser)
        parser.add_argument(
            "obligation",
            metavar="OBLIGATION",
            help="an instance, such as trustee-notice/default-ii, or an id with one open instance",
        )
        arguments.add_person(parser, "id on the team of the person who responds")
        connection.add_option(parser)
        if self.has_day:
            parser.add_argument(
                "--until",
                metavar="DATE",
                type=arguments.day,
                help="day on which alerts resume (default: the next Business Day)",
            )
        if self.hands_over:
            parser.add_argument(
                "--to", metavar="PERSON", default="", help="who owns it now (default: the backup)"
            )
            parser.add_argument("--why", default="", help="the reason, shown to the team")

    def run(self, args: argparse.Namespace) -> int:
        """Record the response, and print what follows."""
        stack = connection.connect(args)
        until = args.until if self.has_day else None
        more = {"note": args.why, "to": args.to} if self.hands_over else {}
        request = ResponseRequest(args.deal, args.obligation, self.act, args.person, until, **more)
        result = respond(request, stack.services(assess=True).pinned(), stack.by)
        mark = "REHEARSAL " if result.rehearsal else ""
        for i, line in enumerate(result.follows()):
            terminal.say(f"  {line}" if i else f"{mark}{result.code_name}: {line}")
        return 0


COMMANDS = {
    command.name: command
    for command in (
        ResponseCommand(
            "ack",
            "acknowledge",
            "Acknowledge an alert for an obligation, window or default. From the owner or backup, "
            "this pauses escalation until it expires. From anyone else, it is noted as seen.",
            "dealclock ack Granite trustee-notice/default-ii --as maria",
        ),
        ResponseCommand(
            "snooze",
            "snooze",
            "Snooze an obligation, window or default until a day; alerts resume on that day if it "
            "is still open. The limit is the last Business Day on or before the due date.",
            "dealclock snooze Granite effectiveness --as maria --until 2004-10-25",
            has_day=True,
        ),
        ResponseCommand(
            "done",
            "done",
            "Mark an obligation done. It stays open until an event is recorded, which Dealclock "
            "asks for now and the next morning.",
            "dealclock done Granite trustee-notice/default-ii --as tom",
        ),
        ResponseCommand(
            "decline",
            "decline",
            "Hand an obligation, window or default that you own to the backup or another person of "
            "the team, who is notified. Alerts and escalation go to that person from now on.",
            "dealclock decline Granite effectiveness --as maria --to ruth --why 'her filing'",
            hands_over=True,
        ),
    )
}
