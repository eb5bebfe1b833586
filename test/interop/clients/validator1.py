"""The eight calls of validator1, by xmlrpc.client of the standard library. Prints what was answered, by method."""

import json
import sys
import xmlrpc.client

proxy = xmlrpc.client.ServerProxy(sys.argv[1]).validator1
stooges = {"moe": 3, "larry": 2, "curly": 1}
moment = xmlrpc.client.DateTime("20001231T23:59:58")
binary = xmlrpc.client.Binary(bytes(range(256)))
echoed = {"bob": 5, "nested": {"list": [1, "two", True], "text": "<&>'\""}}
many = [42, True, "Žižkov", 1.5, moment, binary]
strings = ["first "] + ["x" * 40] * 148 + ["last"]

json.dump(
    {
        "arrayOfStructsTest": proxy.arrayOfStructsTest([stooges, {**stooges, "curly": 4}]),
        "countTheEntities": proxy.countTheEntities("<<>>>&'\"\"\"\"&&&&&"),
        "easyStructTest": proxy.easyStructTest(stooges),
        "echoStructTest": proxy.echoStructTest(echoed) == echoed,
        "manyTypesTest": proxy.manyTypesTest(*many) == many,
        "moderateSizeArrayCheck": proxy.moderateSizeArrayCheck(strings),
        "nestedStructTest": proxy.nestedStructTest({"2000": {"04": {"01": stooges}, "05": {}}, "2001": {}}),
        "simpleStructReturnTest": proxy.simpleStructReturnTest(7),
    },
    sys.stdout,
)
