import base64, sys
sys.path.insert(0, sys.argv[1])
from verify import verify
for line in sys.stdin:
    keys, signature, body = (part for part in line.rstrip("\n").split("\t"))
    known = [base64.b64decode(key) for key in keys.split(",")]
    print("accepted" if verify(base64.b64decode(body), signature, known) else "refused")
