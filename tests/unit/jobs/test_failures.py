"""An error can be logged safely, because it no longer says what it failed on."""

import traceback

import pytest
from botocore.exceptions import ClientError

from dealclock.errors import DealclockError, NotFoundError
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.queues import Deliver
from tests.golden.wording import wording


def failing(body: str) -> Exception:
    try:
        Deliver.model_validate_json(body)
    except ValueError as error:
        return error
    raise AssertionError("a wrong message was taken")


def test_an_error_that_quotes_its_input_is_logged_by_type_and_place_only() -> None:
    failed = without_data(failing('{"deal": "Infocrossing owes $8,750.00"}'))
    assert str(failed).startswith("ValidationError (main.py:")
    assert "Infocrossing" not in str(failed)
    assert "8,750" not in str(failed)


def test_an_error_of_our_own_keeps_its_text() -> None:
    wording("refusal/failures", str(without_data(NotFoundError("there is no deal 'x'"))))


def test_a_refusal_of_aws_is_logged_by_its_code() -> None:
    denied = ClientError({"Error": {"Code": "AccessDenied", "Message": "$8,750"}}, "SendMessage")
    wording("refusal/failures", str(without_data(denied)))


def test_the_traceback_does_not_lead_back_to_the_text() -> None:
    error = failing('{"deal": "Infocrossing"}')

    def work() -> None:
        try:
            raise error
        except ValueError as caught:
            raise without_data(caught) from None

    with pytest.raises(DealclockError) as raised:
        work()
    assert "Infocrossing" not in "".join(traceback.format_exception(raised.value))
