"""Find a deal by its id, code name or alias; and the names by which deals are shown."""

from dealclock.errors import NotFoundError
from dealclock.files.source import MANY, nearest
from dealclock.store import Store, StoredDeal


def find_deal(named: str, store: Store) -> StoredDeal:
    """The deal with that id, code name or alias; raises NotFoundError with the nearest."""
    listed = store.deals.directory()
    known = ((d.id, {d.id, *(name.lower() for name in d.names)}) for d in listed)
    ids = (deal for deal, names in known if named.lower() in names)
    deal = store.deals.get(next(ids, named))
    if deal is None:
        hint = nearest(named.title(), (d.code_name for d in listed), MANY)
        raise NotFoundError(
            f"there is no deal {named!r}; give the id or code name of a loaded deal.{hint}"
        )
    return deal


def code_names(store: Store) -> dict[str, str]:
    """The code name of each deal, by its id: people are never shown an id, which may name the
    issuer.
    """
    return {deal.id: deal.code_name for deal in store.deals.directory()}
