"""HOTP by RFC 4226 over the derivations of docs/reference/provisioning.md#derivation, written without the program's code."""
import hashlib, hmac, json, struct, sys


def totp_key(derivation, shared, card):
    text = str(card).encode()
    if derivation == "hmac":
        return hmac.new(shared, text, hashlib.sha256).digest()
    return shared + text if derivation == "append" else shared


def code(case):
    key = totp_key(case["derivation"], bytes.fromhex(case["shared"]), case["card"])
    digest = hmac.new(key, struct.pack(">Q", case["counter"]), getattr(hashlib, case["algorithm"])).digest()
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset:offset + 4])[0] & 0x7FFFFFFF
    return str(number % 10 ** case["digits"]).zfill(case["digits"])


json.dump([code(case) for case in json.load(sys.stdin)], sys.stdout)
