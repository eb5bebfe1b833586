import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { openStore } from '../../src/store/store.js';
import { answered, deduct as ledgerDeduct } from '../contract/samples.js';
import { startGateway } from '../support/gateway.js';
import { deduct, JSON_PROXY, KEYS, RPC2, type Call } from '../support/channels/index.js';
import { cardway } from '../cli/command.js';
import { machineClock } from '../support/machine-clock.js';

/** Data that a caller holds when its gateway is moved. */
export interface InHand {
  /** A Deduct that was answered, and one that nobody answered. */
  readonly paid: Call;
  readonly doubtful: Call;
  /** Id of the first of two events. */
  readonly cursor: string;
  /** Secret of a card that nobody has verified yet. */
  readonly secret: string;
  readonly cardId: number;
}

/** Uses a sandbox gateway on SQLite as people do, and stops it. */
export async function useGateway(folder: string, ledgerRows: number): Promise<InHand> {
  await fill(folder, ledgerRows);
  const gateway = await startGateway({ folder, env: { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '3000' } });
  try {
    const paid = deduct();
    await JSON_PROXY.call(gateway.url, paid);
    await RPC2.call(gateway.url, deduct());
    const doubtful = deduct({ request_amount: '952' });
    await JSON_PROXY.call(gateway.url, doubtful);
    const cursor = await digitize(gateway.url);
    await digitize(gateway.url);
    const secret = await issue(gateway.url, 5001);
    return { paid, doubtful, cursor, secret, cardId: 5001 };
  } finally {
    await gateway.stop();
  }
}

/** Adds rows, so that a copy takes a while. */
async function fill(folder: string, rows: number): Promise<void> {
  const databaseUrl = `sqlite:${join(folder, 'cardway.db')}`;
  const store = await openStore({ databaseUrl, clock: machineClock });
  await store.migrate();
  const each = Array.from({ length: rows }, (_, index) => {
    const requestId = `5001_20260101220405_${String(index)}`;
    return { requestId, transactionId: `F-${String(index)}`, receivedAtMs: 1_767_000_000_000 + index };
  });
  await Promise.all(each.map((row) => store.ledger.claim(ledgerDeduct({ ...row }))));
  await Promise.all(each.map(({ requestId }) => store.ledger.apply(answered(requestId))));
  await store.close();
}

/** Reports a digitization. Resolves with the id of the event. */
async function digitize(url: string): Promise<string> {
  const { out } = await cardway(['trigger', 'provisioning', '--card', '5002', '--url', url, '--json']);
  const id = /evt_\d{12}/.exec(out)?.[0];
  if (id === undefined) throw new Error(out);
  return id;
}

async function issue(url: string, cardId: number): Promise<string> {
  const response = await fetch(`${url}/debit/v1/digitization/generate-time-based-secret`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEYS.integrator}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ card_id: cardId }),
  });
  const { payload } = (await response.json()) as { payload: { secret: string } };
  return payload.secret;
}

export async function verify(url: string, { cardId, secret }: InHand): Promise<unknown> {
  const response = await fetch(`${url}/debit/v1/digitization/verify-time-based-secret`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEYS.network}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ card_id: cardId, secret }),
  });
  return ((await response.json()) as { payload: unknown }).payload;
}

/** Returns the master key beside the database, as a setting. */
export function masterKeyIn(folder: string): string {
  return readFileSync(join(folder, 'cardway.db.key'), 'utf8').trim();
}
