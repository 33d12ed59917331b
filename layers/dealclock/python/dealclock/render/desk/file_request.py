"""That a file was asked for and comes by itself."""

from dealclock.render.message import Message, Section
from dealclock.render.view import View


def coming(view: View, what: str) -> Message:
    """Where the file will be, and that nobody else sees it."""
    return view.marked(
        Message(
            preview=view.preview(None, view.assessment.as_of),
            headline=f"{view.team.code_name}: {what} comes to your direct messages",
            sections=(
                Section(
                    lines=(
                        "It is made now and takes some seconds.",
                        "Only you get it. Whoever you pass it on to reads it too: mind the list.",
                    )
                ),
            ),
            footnotes=view.footnotes(),
        )
    )
