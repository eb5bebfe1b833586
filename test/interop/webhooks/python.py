import json, sys
sys.path.insert(0, sys.argv[1])
from verify import verify
for case in json.load(sys.stdin):
    try:
        verify(case["secret"], case["body"].encode(), case["headers"])
        print("accepted")
    except ValueError:
        print("refused")
