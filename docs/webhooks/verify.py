import base64, hashlib, hmac, json, time


def verify(secret: str, body: bytes, headers: dict) -> dict:
    """The event of a request. body: its bytes as they came. headers: with lower-case names."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the timestamp is too old or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # More than one while a secret is being changed.
    if not any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" ")):
        raise ValueError("no signature matches")
    return json.loads(body)
