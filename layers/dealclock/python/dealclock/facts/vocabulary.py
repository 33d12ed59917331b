"""The kinds of event that code names, where several modules do. All kinds are in kinds.yaml."""

PAID = "additional-interest-paid"
ORDERS = ("stop-order", "blue-sky-suspension")
LIFTED = "stop-order-lifted"
MISSTATED = ("misstatement",)
CONFIRMED, DISPUTED = "default-confirmed", "default-disputed"
RELEASED = "conclusion-released"
