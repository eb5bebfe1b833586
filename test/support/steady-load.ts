import { Agent, request } from 'node:http';
import { deduct, JSON_PROXY, KEYS } from './channels/index.js';

/** Callers that pay again and again over connections that they keep, as terminals' backends do. */
export interface SteadyLoad {
  readonly answered: number;
  /** What was not answered with an approval, in words. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

const PAUSE_MS = 10;

export function startSteadyLoad(url: () => string, callers: number): SteadyLoad {
  const failures: string[] = [];
  let answered = 0;
  let isStopped = false;
  const caller = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isStopped) {
      const outcome = await pay(url(), agent).catch((error: unknown) => String(error));
      if (outcome === null) answered += 1;
      else failures.push(outcome);
      // There is always a call under way somewhere; more of them would only take time from what is watched.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    agent.destroy();
  };
  const calling = Array.from({ length: callers }, caller);
  return {
    get answered() {
      return answered;
    },
    failures,
    async stop() {
      isStopped = true;
      await Promise.all(calling);
    },
  };
}

/** Null for an approval. `send`: that of node:https with an agent of its own, where the gateway speaks TLS. */
export function pay(url: string, agent: Agent, send = request): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.client}` };
  return new Promise((resolve, reject) => {
    const sending = send(`${url}/v1/proxy`, { method: 'POST', headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('error', reject);
      response.once('end', () => {
        const isApproved = response.statusCode === 200 && text.includes('"resultCode":1');
        resolve(isApproved ? null : `${String(response.statusCode)} ${text}`);
      });
    });
    sending.once('error', reject);
    sending.end(JSON_PROXY.body(deduct({ request_amount: '1' })));
  });
}
