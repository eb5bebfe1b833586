"""A wallet service that trusts nothing but the raw body: HMAC-SHA256 before parsing (docs/reference/protocol.md#signature).

The signing key comes hex-encoded as first argument. Prints its port, then serves until standard input ends.
GET /report tells how many calls were verified and lists those that were not.
"""

import hashlib
import hmac
import json
import re
import sys
import threading
import xmlrpc.client
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = bytes.fromhex(sys.argv[1])
NOT_IN_XML = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")

lock = threading.Lock()
verified = 0
rejected = []


def problem_of(headers, body):
    names = [name for name in headers.keys() if name.lower() == "x_msg_signature"]
    if names != ["X_msg_signature"]:
        return f"the header X_msg_signature is there as {names}"
    if headers.get_all("Content-Type") != ["application/json"]:
        return f"Content-Type is {headers.get_all('Content-Type')}"
    claimed = headers["X_msg_signature"]
    if not re.fullmatch("[0-9a-f]{64}", claimed):
        return f"the signature is {claimed!r}"
    if not hmac.compare_digest(hmac.new(KEY, body, hashlib.sha256).hexdigest(), claimed):
        return "the signature is wrong"
    return None


def answer_to(envelope):
    """What arrived, told back: as an XML-RPC methodResponse where XML can hold it, else as an object."""
    request = envelope["request"]
    told = {"resultCode": 1, "echo": json.dumps(envelope, ensure_ascii=True)}
    text = request.get("narrative", "")
    if NOT_IN_XML.search(text) is None:
        return xmlrpc.client.dumps((told,), methodresponse=True)
    return told


class Wallet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        global verified
        body = self.rfile.read(int(self.headers["Content-Length"]))
        problem = problem_of(self.headers, body)
        with lock:
            if problem is None:
                verified += 1
            else:
                rejected.append({"problem": problem, "body": body.decode("utf-8", "backslashreplace")})
        if problem is not None:
            return self.reply(401, {"error": problem})
        envelope = json.loads(body.decode("utf-8"))
        self.reply(
            200,
            {
                "status": "success",
                "message": "",
                "customerId": envelope["customer_id"],
                "response": answer_to(envelope),
            },
        )

    def do_GET(self):
        with lock:
            self.reply(200, {"verified": verified, "rejected": rejected})

    def reply(self, status, body):
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


ThreadingHTTPServer.request_queue_size = 128
server = ThreadingHTTPServer(("127.0.0.1", 0), Wallet)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
