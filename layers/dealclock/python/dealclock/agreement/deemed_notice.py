"""When a notice sent by a method counts as given."""

from typing import Annotated

from pydantic import Field

from dealclock.files.source import Model


class DeemedNotice(Model):
    """When a notice sent by one method counts as given.

    `business_days` after it was handed over (0: the same day); `needs_acknowledgement`: only once
    receipt is acknowledged; `valid: false`: never, the method is not one the agreement lists.
    """

    business_days: Annotated[int, Field(ge=0, le=60)] = 0
    needs_acknowledgement: bool = False
    valid: bool = True
