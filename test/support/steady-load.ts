import { Agent, request } from 'node:http';
import { deduct, JSON_PROXY, KEYS } from './channels/index.js';

/** Callers that pay again and again over persistent connections, as terminals' backends do. */
export interface SteadyLoad {
  readonly answered: number;
  /** Descriptions of calls without an approval. */
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
      // One call is always under way. More would only take time from the subject of the test.
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

/**
 * Makes one payment. Returns null for an approval. `send` is that of node:https, with its own agent, where the gateway uses TLS.
 */
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
