# Receives webhooks and prints the verified ones. Run: python3 receiver.py FILE_WITH_THE_SECRET PORT
import http.server, sys

from verify import verify

secret = open(sys.argv[1]).read().strip()
seen = set()  # Keep the ids in your database, with a unique constraint.


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = self.rfile.read(max(0, int(self.headers.get("Content-Length", ""))))
            event = verify(secret, body, {name.lower(): value for name, value in self.headers.items()})
        except ValueError as problem:
            return self.send_error(401, str(problem))
        if self.headers["webhook-id"] not in seen:  # a delivery may come again
            seen.add(self.headers["webhook-id"])
            print("verified", self.headers["webhook-id"], event["type"], flush=True)
        self.send_response(204)
        self.end_headers()


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Receiver)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
