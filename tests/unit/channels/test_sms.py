"""SMS by the real client of AWS, against the stand-in on this machine: what each answer means."""

import boto3
import pytest

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels import Sms
from dealclock.channels.ses import CONFIG
from local.sms import sms_sink

NUMBER = "+12125550123"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ((200, "", ""), Sent("sms-1")),
        ((429, "ThrottlingException", ""), Later(60)),
        ((400, "ThrottlingException", ""), Later(60)),
        (
            (400, "ConflictException", "DESTINATION_PHONE_NUMBER_OPTED_OUT"),
            Refused("destination_phone_number_opted_out"),
        ),
        (
            (400, "ServiceQuotaExceededException", "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT"),
            Refused("monthly_spend_limit_reached_for_text"),
        ),
        ((400, "ValidationException", ""), Refused("ValidationException")),
        ((500, "InternalServerException", ""), Unknown("InternalServerException")),
        ((0, "", ""), Unknown("ConnectionClosedError")),
    ],
)
def test_an_answer_of_aws_is_an_outcome_and_never_tried_again_by_the_client(
    answer: tuple[int, str, str], outcome: Outcome
) -> None:
    with sms_sink() as sink:
        sink.answers.append(answer)
        client = boto3.client(
            "pinpoint-sms-voice-v2",
            endpoint_url=sink.url,
            region_name="us-east-1",
            aws_access_key_id="none",
            aws_secret_access_key="none",
            config=CONFIG,
        )
        assert Sms(client, "pool-1").send(NUMBER, "Granite: Section 3(b), Mon, Nov 1") == outcome
        assert [(s["DestinationPhoneNumber"], s["OriginationIdentity"]) for s in sink.sent] == (
            [(NUMBER, "pool-1")] * (answer[0] in (0, 200))
        )


def test_without_an_origination_no_sms_is_sent() -> None:
    assert Sms.in_aws("").send(NUMBER, "Granite") == Refused("sms_off")
