import axios from 'axios';
import type { DigitizationEvent } from '../client/index.js';
import { signWebhook } from '../client/webhook.js';
import { backoffMs } from '../core/backoff.js';
import type { Shell } from './shell.js';

const TIMEOUT_MS = 10_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

/** Posts an event until it is taken with 2xx; false when it was stopped before. */
export async function forward(
  shell: Shell,
  args: {
    readonly url: string;
    readonly secret: string;
    readonly event: DigitizationEvent;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  const { world } = shell;
  const stopped = new Promise<void>((resolve) => {
    if (args.signal.aborted) resolve();
    args.signal.addEventListener('abort', () => resolve());
  });
  for (let attempt = 1; !args.signal.aborted; attempt += 1) {
    const failure = await post(shell, args);
    if (failure === null) return true;
    shell.err(`${args.url} did not take ${args.event.id}: ${failure}. It is sent again.\n`);
    const random = world.random();
    const pause = world.timer.wait(backoffMs({ attempt, minMs: RETRY_MIN_MS, maxMs: RETRY_MAX_MS, random }));
    await Promise.race([pause.done, stopped]);
    pause.cancel();
  }
  return false;
}

/** Null when it was taken. */
async function post(
  { world }: Shell,
  { url, secret, event, signal }: Parameters<typeof forward>[1],
): Promise<string | null> {
  const { id, type, occurredAt: timestamp } = event;
  const sentAt = new Date(world.clock.nowMs());
  const { body, headers } = signWebhook({ id, type, timestamp, data: event, secret, sentAt });
  try {
    const { status } = await axios.post<ArrayBuffer>(url, body, {
      headers,
      signal,
      timeout: TIMEOUT_MS,
      maxRedirects: 0,
      maxContentLength: 65_536,
      proxy: false,
      responseType: 'arraybuffer',
      validateStatus: () => true,
    });
    return status >= 200 && status < 300 ? null : `HTTP ${String(status)}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'unreachable';
  }
}
