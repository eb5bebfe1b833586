# A wallet service for Cardway. Run: python3 wallet_service.py FILE_WITH_THE_SIGNING_KEY PORT
import hmac, json, sys, wsgiref.simple_server

key = open(sys.argv[1], "rb").read().rstrip(b"\r\n")
wallet, answers = {"balance": 100_000}, {}  # answers by request_id. Keep them in your database.


def wallet_service(environ, start_response):
    length = environ.get("CONTENT_LENGTH", "")
    body = environ["wsgi.input"].read(int(length) if length.isdecimal() else 0)  # the raw bytes: parsed and written again, they differ
    right = hmac.new(key, body, "sha256").hexdigest()
    if not hmac.compare_digest(environ.get("HTTP_X_MSG_SIGNATURE", "").encode(), right.encode()):
        start_response("401 Unauthorized", [])
        return []
    call = json.loads(body)
    method, amount, request_id = call["request"]["method_name"], call["request"].get("request_amount", 0), call["request_id"]
    # A repeated request_id gets the saved answer and moves nothing. Only a balance is looked up again.
    if request_id not in answers or method == "Balance":
        # -17: too little money, -41: unknown method
        code = {"Balance": 1, "Deduct": 1 if amount <= wallet["balance"] else -17}.get(method, -41)
        wallet["balance"] -= amount if code == 1 else 0
        answers[request_id] = {"customerId": call["customer_id"], "response": {"resultCode": code, "balanceAmount": wallet["balance"]}}
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(answers[request_id]).encode()]


with wsgiref.simple_server.make_server("127.0.0.1", int(sys.argv[2]), wallet_service) as server:
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
