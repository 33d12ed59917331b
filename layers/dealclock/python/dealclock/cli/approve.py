"""`dealclock approve`: give second approval of something on a deal in a running stack."""

import argparse

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.desk.approve import ApprovalRequest, approve
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.messages import words


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "approve",
        help=ON_A_STACK["approve"],
        description="Approve a version of the terms, a chosen reading or a critical event. Each "
        "is shown as unverified until a second person approves it, who cannot be the person who "
        "loaded, chose or recorded it. An approval cannot be withdrawn. Correct the mistake "
        "instead; the correction needs its own approval.",
        epilog="Example: dealclock approve Granite terms:3 --as james",
    )
    arguments.add_loaded_deal(parser)
    parser.add_argument(
        "subject",
        metavar="WHAT",
        help="what to approve, such as terms:3, reading:day-count or fact:F12",
    )
    arguments.add_person(parser, "id of the approver on the team")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Approve, and print what still awaits approval."""
    stack = connection.connect(args)
    request = ApprovalRequest(args.deal, args.subject, args.person)
    done = approve(request, stack.services(assess=True).pinned(), stack.by)
    reassess_now(
        find_deal(args.deal, stack.store).meta.id,
        stack.services(assess=True).pinned(),
    )
    mark = "REHEARSAL " if done.rehearsal else ""
    approval = done.approval
    terminal.say(
        f"{mark}{done.code_name}: {approval.of.subject.spoken} approved by {approval.name}."
    )
    waiting = words.listed([str(item.subject) for item in done.waiting] or ["nothing"])
    terminal.say(f"  Awaiting second approval: {waiting}.")
    return 0
