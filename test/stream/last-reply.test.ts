/** Tests that a WebSocket whose gateway stops is closed only when its replies are out, to a client that reads late. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import {
  SocketConnection,
  type WebSocketRouteOptions,
} from '../../src/graphql/server/web-socket-connection.js';
import { clock } from './lone-connections.js';

it.each(['going away', 'key ended'] as const)(
  'a reply that waits goes out whole before the close: %s',
  async (reason) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sockets = new WebSocketServer({ server });
    const client = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    const opened = once(client, 'open');
    const [socket] = (await once(sockets, 'connection')) as [WebSocket];
    await opened;
    const limits = { bufferedBytesMax: Number.MAX_SAFE_INTEGER } as WebSocketRouteOptions['limits'];
    const connection = new SocketConnection({ clock, limits, onClosing: () => undefined }, socket);
    const heard: string[] = [];
    client.on('message', (data: Buffer) => heard.push(data.toString()));
    client.pause();
    const large = 'x'.repeat(1_000_000);
    let sent = 0;
    for (; socket.bufferedAmount === 0; sent += 1) {
      void connection.send(large);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const reply = connection.send('next').then(() => connection.send('complete'));
    connection.close(reason);
    await new Promise((resolve) => setImmediate(resolve));
    expect(connection.isOpen).toBe(true);
    const closed = once(client, 'close');
    client.resume();
    await reply;
    const [code] = (await closed) as [number];
    expect(heard.slice(sent)).toEqual(['next', 'complete']);
    expect(code).toBe(reason === 'going away' ? 1001 : 4403);
    sockets.close();
    server.close();
  },
);
