"""A client that fails at its n-th write, before or after the table has carried it out."""

from typing import TYPE_CHECKING, Any, cast

from botocore.exceptions import EndpointConnectionError, ReadTimeoutError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_WRITES = ("put_item", "update_item", "delete_item", "transact_write_items")


class _Failing:
    def __init__(self, client: Any, at: int, answer_lost: bool) -> None:
        self._client = client
        self._left = at
        self._answer_lost = answer_lost

    def __getattr__(self, name: str) -> Any:
        whole = getattr(self._client, name)
        if name not in _WRITES:
            return whole

        def write(**given: Any) -> Any:
            self._left -= 1
            if self._left > 0:
                return whole(**given)
            if self._left == 0 and self._answer_lost:
                whole(**given)
                raise ReadTimeoutError(endpoint_url="http://127.0.0.1")
            raise EndpointConnectionError(endpoint_url="http://127.0.0.1")

        return write


def failing(client: "DynamoDBClient", at: int, *, answer_lost: bool = False) -> "DynamoDBClient":
    """The client, whose writes fail from the `at`-th on.

    With `answer_lost` that one is carried out and only its answer is lost.
    """
    return cast("DynamoDBClient", _Failing(client, at, answer_lost))
