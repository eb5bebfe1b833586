"""graphql-transport-ws over the websockets package: subscribes after an event, and prints so many token references."""

import asyncio
import json
import sys
import websockets


async def follow(url, key, after, count):
    query = "subscription($after: ID) { digitizationComplete(after: $after) { tokenReference } }"
    async with websockets.connect(url, subprotocols=["graphql-transport-ws"]) as socket:
        authorization = {"authorization": "Bearer " + key}
        await socket.send(json.dumps({"type": "connection_init", "payload": authorization}))
        assert json.loads(await socket.recv()) == {"type": "connection_ack"}
        payload = {"query": query, "variables": {"after": after}}
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        for _ in range(count):
            event = json.loads(await socket.recv())
            print(event["payload"]["data"]["digitizationComplete"]["tokenReference"], flush=True)


url, key, after, count = sys.argv[1:]
asyncio.run(follow(url, key, after, int(count)))
