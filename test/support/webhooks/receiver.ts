import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { shared } from '../shared.js';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly atMs: number;
}

export type Answer = (request: ReceivedWebhook, response: ServerResponse) => void;

/** An integrator's receiver: keeps every webhook, and answers as set. */
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Answer from now on. Default: 204. */
  answer: Answer;
  close(): Promise<void>;
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { url = '', headers } = request;
      const webhook = { path: url, headers, body, atMs: Date.now() };
      receiver.received.push(webhook);
      receiver.answer(webhook, response);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received: [],
    answer: answerWith(204),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

export const sharedReceiver = (): Receiver => shared(startReceiver, (receiver) => receiver.close());

export function answerWith(status: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
