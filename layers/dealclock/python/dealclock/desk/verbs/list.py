"""`/deal` alone and `/deal list`: all the user's deals in one table, from stored summaries."""

from dataclasses import replace

from dealclock.answers.deals import render_deals
from dealclock.answers.typed_words import ignored
from dealclock.desk.across import dates_of_all_deals
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.messages import desk_replies
from dealclock.people.people import Action


def _answer(request: DeskRequest) -> Reply:
    """The table of the deals whose dates the user may read; the names of the others."""
    user = request.asker
    own = [d for d in request.visible if user is None or user.may(Action.READ, d)]
    if not own or request.desk.of_files:
        names = [(", ".join(d.names), d.rehearsal, False) for d in request.visible]
        return Reply(desk_replies.render_deal_list(names))
    deals, unknown = dates_of_all_deals(
        replace(request, visible=(*own,)), mine=False, computed_at_most=0
    )
    called = {d.code_name: ", ".join(d.names) for d in own}
    marked = {d.code_name: f"{called[d.code_name]}{', a rehearsal' * d.rehearsal}" for d in own}
    message = render_deals(
        deals,
        called,
        unknown=[marked[name] for name in unknown],
        closed=[f"{marked[d.code_name]}, closed" for d in own if d.closed],
        outside=[", ".join(d.names) for d in request.visible if d not in own],
    )
    return Reply(message)


VERB = Verb(
    "list",
    Scope.ALL,
    ignored,
    _answer,
    action=Action.CONSULT,
    examples=("list", "LIST"),
)
