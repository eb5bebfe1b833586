import { once } from 'node:events';
import { WebSocket } from 'ws';
import { INTEGRATOR_KEY } from '../stage/credentials.js';

/** One WebSocket with one subscription, as an integrator's backend opens it. */
export interface Subscriber {
  /** Resolves with the next event. */
  next(): Promise<string>;
  end(): void;
}

const SUBSCRIPTION = 'subscription { digitizationComplete { id type cardId tokenReference } }';

export async function openSubscriber(url: string): Promise<Subscriber> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, ['graphql-transport-ws'], {
    perMessageDeflate: false,
  });
  let take: ((message: string) => void) | null = null;
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => {
    const message = data.toString('utf8');
    // Answers the gateway's own pings without counting them.
    if (message.includes('"type":"ping"')) return socket.send('{"type":"pong"}');
    if (take === null) heard.push(message);
    else take(message);
  });
  const next = (): Promise<string> =>
    new Promise((resolve) => {
      const message = heard.shift();
      if (message !== undefined) return resolve(message);
      take = (given) => {
        take = null;
        resolve(given);
      };
    });
  const say = (message: object): void => socket.send(JSON.stringify(message));
  await once(socket, 'open');
  say({ type: 'connection_init', payload: { authorization: `Bearer ${INTEGRATOR_KEY}` } });
  await next();
  say({ id: '1', type: 'subscribe', payload: { query: SUBSCRIPTION } });
  // Its reply comes after the subscription has started.
  say({ type: 'ping' });
  await next();
  return { next, end: () => socket.terminate() };
}
