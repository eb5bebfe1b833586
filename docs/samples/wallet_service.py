# A wallet service for Cardway. Run: python3 wallet_service.py FILE_WITH_THE_SIGNING_KEY [PORT]
import hashlib, hmac, http.server, json, sys, threading

key = open(sys.argv[1], "rb").read().rstrip(b"\r\n")
balance, answers, lock = 100_000, {}, threading.Lock()  # answers: request_id → answer. Keep them in your database.


class WalletService(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))  # the raw bytes: parsed and written again, they differ
        right = hmac.new(key, body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(self.headers.get("X_msg_signature", "").encode(), right.encode()):
            return self.reply(401, {})
        call = json.loads(body)
        with lock:
            answer = answers.get(call["request_id"]) or answer_to(call["request"], call["customer_id"])
            if call["request"]["method_name"] != "Balance":
                answers[call["request_id"]] = answer  # a repeated request moves nothing
        self.reply(200, answer)

    def reply(self, status, answer):
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def answer_to(request, customer_id):
    global balance
    amount = request.get("request_amount", 0)
    codes = {"Balance": 1, "Deduct": 1 if amount <= balance else -17}  # -17: too little money, -41: unknown method
    result_code = codes.get(request["method_name"], -41)
    if request["method_name"] == "Deduct" and result_code == 1:
        balance -= amount
    return {"customerId": customer_id, "response": {"resultCode": result_code, "balanceAmount": balance}}


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 5000), WalletService)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
