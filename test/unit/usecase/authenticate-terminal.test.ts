import { methodTable } from '../../../src/core/transactions/methods.js';
import type { Directory, Terminal } from '../../../src/use-cases/directory/directory-port.js';
import { authenticateTerminal } from '../../../src/use-cases/transactions/admit/authenticate-terminal.js';
import { createFailedAuthentication } from '../../../src/use-cases/access/failed-authentication.js';
import type { Caller } from '../../../src/use-cases/transactions/call/call.js';

const KNOWN: Terminal = {
  terminalId: '0068766621',
  programme: 'sandbox',
  currency: null,
  checksumAlgorithm: 'sha256',
  passwords: [Buffer.from('1234567890')],
  allowedNetworks: null,
};

/** Makes look-ups as the store does: known values come from memory, and others need a query. */
async function lookUps(
  terminalId: string,
  caller: Partial<Caller> = {},
  checksum: string | null = 'ab'.repeat(32),
): Promise<readonly string[]> {
  const asked: string[] = [];
  const directory: Directory = {
    terminal(id) {
      if (id === KNOWN.terminalId) return Promise.resolve(KNOWN);
      asked.push(id);
      return Promise.resolve(null);
    },
    wallet: () => Promise.resolve(null),
    apiKey: () => Promise.resolve(null),
  };
  const method = methodTable().find('Balance');
  if (method === undefined) throw new Error('Balance is gone.');
  const from: Caller = {
    channel: 'xmlrpc',
    key: null,
    receivedAt: { epochMs: 0, monotonicMs: 0 },
    ...caller,
  };
  const fields = { terminalId, transactionDate: '20260824T14:17:06' };
  const call = {
    methodName: 'Balance',
    fields: checksum === null ? fields : { ...fields, checksum },
    customerId: null,
    cardId: null,
    requestId: null,
    passThrough: { request: {}, envelope: {} },
  };
  const dateWindow = { maxAgeMs: null, maxAheadMs: Number.POSITIVE_INFINITY };
  const failedAuthentication = createFailedAuthentication({
    limits: { take: () => ({ kind: 'taken' }) },
    observer: { alert: () => undefined },
  });
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  await expect(
    authenticateTerminal(
      { directory, clock, dateWindow, failedAuthentication },
      { method, call, caller: from },
    ),
  ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  return asked;
}

describe('a wrong checksum', () => {
  it('costs one look-up in the store, whether the terminal exists or not', async () => {
    expect(await lookUps('0068766621')).toHaveLength(1);
    expect(await lookUps('9999999999')).toHaveLength(1);
  });
});

describe('a terminal of another programme than the key', () => {
  const key = { keyId: 'other', role: 'client', programme: 'other', terminalIds: null } as const;

  it('costs one look-up in the store, as one that does not exist', async () => {
    expect(await lookUps('0068766621', { channel: 'json', key })).toHaveLength(1);
    expect(await lookUps('9999999999', { channel: 'json', key })).toHaveLength(1);
  });

  it('is refused when the gateway would compute its checksum', async () => {
    expect(await lookUps('0068766621', { channel: 'graphql', key }, null)).toHaveLength(1);
    expect(await lookUps('9999999999', { channel: 'graphql', key }, null)).toHaveLength(1);
  });
});
