"""`dealclock proof`: the record of one obligation, as one file with hashes."""

import argparse

from dealclock.cli import file_command, terminal
from dealclock.cli.parser import Parser
from dealclock.documents.proof.pack import HOW_TO_VERIFY
from dealclock.jobs.documents.proof import give_proof


def add(parser: Parser) -> None:
    """The command and its options."""
    file_command.add(
        parser,
        "Pack one obligation, open or satisfied, as a .zip: a one-page summary (PDF), the "
        "computation in words and as JSON, the method of notice and when it was deemed given, "
        "the events with who recorded them and their evidence, each message as sent, and a hash "
        "of every file.",
        "Granite trustee-notice/default-ii --as maria --to proof.zip",
    )


def run(args: argparse.Namespace) -> int:
    """Make the pack and write it."""
    form = file_command.writer("dealclock.documents.pdf").PDF
    document = give_proof(file_command.request_of(args, "obligation"), form)
    file_command.say_written(document, file_command.write(document, args.to))
    terminal.say_wrapped(HOW_TO_VERIFY, hanging=0)
    return 0
