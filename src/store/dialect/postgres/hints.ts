import { Client, type ClientConfig } from 'pg';
import type { StoreSettings } from '../../settings.js';
import type { Sessions } from './sessions.js';
import { readPostgresUrl } from './url.js';

/**
 * Wakes the other processes up after a commit that they may wait for (NOTIFY), and hears them. Only a hint: whoever waits also
 * looks by itself, so that a lost one costs nothing but time. It is sent after the commit and not in it, because PostgreSQL lets
 * commits that notify pass only one after another; and no more often than the pause allows.
 */
export interface Hints {
  send(): void;
  listen(listener: () => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'cardway';

/** Between two hints. */
const PAUSE_MS = 10;

export function openHints(args: {
  readonly config: ClientConfig;
  readonly settings: Pick<StoreSettings, 'listenUrl' | 'listenRetryMs'>;
  readonly readers: Sessions;
}): Hints {
  const { settings, readers } = args;
  const listeners: (() => void)[] = [];
  let sending: 'no' | 'yes' | 'again' = 'no';
  let listener: { close(): Promise<void> } | null = null;

  async function send(): Promise<void> {
    if (sending !== 'no') {
      sending = 'again';
      return;
    }
    sending = 'yes';
    await readers.run([{ sql: `select pg_notify('${CHANNEL}', '')`, values: [] }]).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const isAgain = (sending as string) === 'again';
    sending = 'no';
    if (isAgain) await send();
  }

  return {
    send: () => void send(),
    listen(heard) {
      listeners.push(heard);
      if (settings.listenUrl === 'off') return;
      const config = settings.listenUrl === null ? args.config : readPostgresUrl(settings.listenUrl).config;
      listener ??= keepListening(config, settings.listenRetryMs, () => {
        for (const each of listeners) each();
      });
    },
    close: async () => listener?.close(),
  };
}

/** One connection that listens, made again whenever it breaks; what was missed meanwhile may be there, so that counts as a hint. */
function keepListening(config: ClientConfig, retryMs: number, heard: () => void): { close(): Promise<void> } {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function again(): void {
    client = null;
    if (isClosed) return;
    timer = setTimeout(() => void connect(), retryMs);
    timer.unref();
  }

  async function connect(): Promise<void> {
    const next = new Client({ ...config, keepAlive: true, connectionTimeoutMillis: retryMs });
    client = next;
    next.on('error', () => undefined);
    next.on('notification', heard);
    try {
      await next.connect();
      next.on('end', again);
      await next.query(`listen ${CHANNEL}`);
      heard();
    } catch {
      next.off('end', again);
      await next.end().catch(() => undefined);
      again();
    }
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
