"""That a file was asked for and comes by itself."""

from dealclock.render.told import Section, Told
from dealclock.render.view import View


def coming(view: View, what: str) -> Told:
    """Where the file will be, and that nobody else sees it."""
    return view.marked(
        Told(
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
