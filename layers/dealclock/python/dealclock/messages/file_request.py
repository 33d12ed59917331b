"""That a file was asked for and comes by itself."""

from dealclock.messages.message import Message, Section
from dealclock.messages.view import View


def coming(view: View, what: str) -> Message:
    """Where the file will be, and that nobody else sees it."""
    return view.marked(
        Message(
            preview=view.preview(None, view.assessment.as_of),
            headline=f"{view.team.code_name}: {what} will arrive in your direct messages",
            sections=(
                Section(
                    lines=(
                        "This takes a few seconds.",
                        "Sent only to you. Check the deal's access list before forwarding.",
                    )
                ),
            ),
            footnotes=view.footnotes(),
        )
    )
