"""AWS emulated by moto, in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import boto3
from moto import mock_aws


@contextmanager
def imitated(service: Any) -> Iterator[Any]:
    """A client of an empty emulated service; all of AWS is emulated meanwhile."""
    with mock_aws():
        yield client_of(service)


@cache
def client_of(service: Any) -> Any:
    """A cached client for use under moto: creating one takes longer than most tests."""
    return boto3.client(
        service,
        region_name="us-east-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
    )
