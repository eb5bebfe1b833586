import base64, hashlib, hmac, json, time


def verify(secret: str, body: bytes, headers: dict) -> dict:
    """The event of a request. body: its bytes as they came. headers: with lower-case names. Raises ValueError for any other request."""
    message_id, timestamp, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not timestamp.isascii() or abs(time.time() - int(timestamp)) > 300:  # int() raises ValueError for what is no number
        raise ValueError("the timestamp is too old or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # More than one while a secret is being changed.
    if not any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures.split(" ")):
        raise ValueError("no signature matches")
    return json.loads(body)
