"""xmlrpc.client of the standard library. Every other call is sent compressed, as its own transport does it when asked to."""

import json
import sys
import xmlrpc.client


def argument(param):
    if param["type"] == "int":
        return int(param["text"])
    return xmlrpc.client.DateTime(param["text"]) if param["type"] == "date" else param["text"]


def transport(is_compressed):
    chosen = xmlrpc.client.Transport()
    chosen.encode_threshold = 0 if is_compressed else None
    return chosen


order = json.load(sys.stdin)
results = []
for index, call in enumerate(order["calls"]):
    with xmlrpc.client.ServerProxy(order["url"], transport=transport(index % 2 == 1)) as proxy:
        try:
            results.append({"value": getattr(proxy, call["method"])(*map(argument, call["params"]))})
        except xmlrpc.client.Fault as fault:
            results.append({"fault": {"code": fault.faultCode, "text": fault.faultString}})
json.dump(results, sys.stdout)
