"""`/deal list`: the deals the asker is on."""

from dealclock.answers import status as answers
from dealclock.answers.typed_words import ignored
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.people.people import Action


def _answer(request: DeskRequest) -> Reply:
    return Reply(
        answers.render_deal_list(
            [
                (", ".join(d.names), d.rehearsal, d.closed and not request.is_outside(d))
                for d in request.visible
            ]
        )
    )


VERB = Verb(
    "list",
    "list",
    "your deals",
    Scope.NOTHING,
    ignored,
    _answer,
    action=Action.CONSULT,
    examples=("list", "LIST"),
)
