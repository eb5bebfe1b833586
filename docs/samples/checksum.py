# Run: CARDWAY_PASSWORD=… python3 checksum.py METHOD ARGUMENT…
import hashlib, hmac, os, sys


def checksum(method: str, args: list[str], password: str) -> str:
    """Arguments stand in the order of the method, as texts, without the checksum."""
    text = method + "".join(args)
    return hmac.new(password.encode(), text.encode(), hashlib.sha256).hexdigest().upper()


def klv_text(data: dict[str, str]) -> str:
    """Returns transaction_data as the checksum covers it. The keys of the dict are KLV keys, such as 002."""
    return "".join(f"{key}{len(data[key]):02}{data[key]}" for key in sorted(data))


if len(sys.argv) > 1:
    print(checksum(sys.argv[1], sys.argv[2:], os.environ["CARDWAY_PASSWORD"]))
