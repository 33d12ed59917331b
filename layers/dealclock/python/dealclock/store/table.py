"""The one place that speaks to DynamoDB."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class OnTable:
    """What reads and writes one table."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self._client = client
        self._name = table
