"""`/deal approve`: the second pair of eyes for terms, a chosen reading, a critical fact."""

from dealclock.access.people import Action
from dealclock.messages import desk_replies
from dealclock.usecases.approvals import known_at_own_day, waiting
from dealclock.usecases.desk.approve import ToApprove, approve
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb
from dealclock.usecases.desk.words import one_name
from dealclock.usecases.plan.reassess_now import reassess_now


def _answer(ask: DeskRequest) -> Reply:
    person = ask.deal.team.access.of_slack(ask.user)
    if person is None:
        raise UnreadableCommandError("Only people on the deal's own list can approve.")
    if ask.given is None:
        left = waiting(ask.deal, ask.services.store, known_at_own_day(ask.deal, ask.now))
        names = ", ".join(str(each.subject) for each in left)
        raise UnreadableCommandError(
            f"Name what you approve: {names}." if names else "Nothing awaits second approval."
        )
    wanted = ToApprove(ask.deal.meta.id, ask.given, person.id)
    done = approve(wanted, ask.services, ask.user)
    # Messages in Slack still say that it awaits approval: update them.
    reassess_now(ask.deal.meta.id, ask.services)
    return Reply(
        desk_replies.render_approval(done.code_name, done.approval, done.waiting, done.rehearsal)
    )


VERB = Verb(
    "approve",
    "approve [DEAL] WHAT",
    "give second approval of terms, a reading or a critical event: approve reading:day-count",
    Of.DEAL,
    one_name,
    _answer,
    action=Action.APPROVE,
    examples=("approve terms:1", "approve {deal} reading:default-occurs"),
)
