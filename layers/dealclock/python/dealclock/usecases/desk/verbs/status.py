"""`/deal status`: where a deal stands."""

from dealclock.access.people import Action
from dealclock.render import answers, outside
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb
from dealclock.usecases.desk.words import nothing


def _answer(ask: DeskRequest) -> Reply:
    view = ask.view()
    if not view.outside:
        return Reply(answers.status(view))
    holder = ask.holder(ask.deal)
    own = ask.holder_view(holder) if holder else None
    return Reply(outside.status(view, own, of_holder=holder is not None))


VERB = Verb(
    "status",
    "status [DEAL]",
    "a deal's status: overdue items, dates ahead, accruals",
    Of.DEAL,
    nothing,
    _answer,
    daily=True,
    action=Action.CONSULT,
    shareable=True,
    examples=("status", "status {deal}"),
)
