# Pays over the JSON interface, with a checksum of its own. Run: python3 json_call.py URL AMOUNT
import hashlib, hmac, json, sys, time, urllib.request

URL, AMOUNT = sys.argv[1], int(sys.argv[2])
KEY, PASSWORD = "cardway_sandbox_client", "1234567890"  # public values of the sandbox
KLV_KEYS = {"tracking_number": "002", "network": "251"}  # all names: docs/checksums.md#klv

# The arguments of Deduct, in the order of docs/checksums.md#arguments-of-each-method.
request = {
    "terminal_id": "0068766621",
    "reference": "43172792905",
    "request_amount": AMOUNT,
    "narrative": "SHOP",
    "transaction_type": "00",
    "transaction_data": {"network": "VISA", "tracking_number": "12345"},
    "transaction_id": "77",
    "transaction_date": time.strftime("%Y%m%dT%H:%M:%S", time.gmtime()),
}


def text_of(value):
    if not isinstance(value, dict):
        return str(value)
    entries = sorted((KLV_KEYS[name], text) for name, text in value.items())  # ascending keys
    return "".join(f"{key}{len(text):02}{text}" for key, text in entries)


text = "Deduct" + "".join(text_of(value) for value in request.values())
checksum = hmac.new(PASSWORD.encode(), text.encode(), hashlib.sha256).hexdigest()
digits = request["transaction_date"].replace("T", "").replace(":", "")
call = {
    "request": {"method_name": "Deduct", **request, "checksum": checksum},
    "customer_id": 1001,
    "card_id": 5001,
    "request_id": f"5001_{digits}_1",  # the idempotency key: card, digits of the time, a number of your own
}
headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
with urllib.request.urlopen(urllib.request.Request(f"{URL}/v1/proxy", json.dumps(call).encode(), headers)) as reply:
    print(reply.read().decode())
