import { methodTable } from '../../../src/core/transactions/methods.js';
import { formatWireDate } from '../../../src/core/wire/wire-date.js';
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

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 7, 24, 14, 17, 6);
const WINDOW = { maxAgeMs: 30 * DAY_MS, maxAheadMs: 2 * DAY_MS };

interface Asking {
  readonly terminalId?: string;
  readonly dateMs?: number;
  readonly caller?: Partial<Caller>;
  /** Null: the gateway computes it. */
  readonly checksum?: string | null;
}

/** Authenticates a Balance. Look-ups are as the store makes them: known values come from memory, and `asked` gets the others. */
function authenticate(
  { terminalId = KNOWN.terminalId, dateMs = NOW_MS, caller, checksum = 'ab'.repeat(32) }: Asking,
  asked: string[] = [],
): ReturnType<typeof authenticateTerminal> {
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
  const fields = { terminalId, transactionDate: formatWireDate(dateMs) };
  const call = {
    methodName: 'Balance',
    fields: checksum === null ? fields : { ...fields, checksum },
    customerId: null,
    cardId: null,
    requestId: null,
    passThrough: { request: {}, envelope: {} },
  };
  const failedAuthentication = createFailedAuthentication({
    limits: { take: () => ({ kind: 'taken' }) },
    observer: { alert: () => undefined },
  });
  const clock = { nowMs: () => NOW_MS, monotonicMs: () => 0 };
  return authenticateTerminal(
    { directory, clock, dateWindow: WINDOW, failedAuthentication },
    { method, call, caller: from },
  );
}

/** Returns the terminals that a refused call looked up in the store. */
async function lookUps(
  terminalId: string,
  caller: Partial<Caller> = {},
  checksum: string | null = 'ab'.repeat(32),
): Promise<readonly string[]> {
  const asked: string[] = [];
  const refused = authenticate({ terminalId, caller, checksum }, asked);
  await expect(refused).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  return asked;
}

describe('the window of dates', () => {
  const key = { keyId: 'till', role: 'client', programme: 'sandbox', terminalIds: null } as const;
  const dated = (aheadMs: number) =>
    authenticate({ dateMs: NOW_MS + aheadMs, caller: { channel: 'graphql', key }, checksum: null });

  it.each([
    ['the oldest date', -WINDOW.maxAgeMs, -1000],
    ['the latest date', WINDOW.maxAheadMs, 1000],
  ])('takes %s, and refuses one that is a second further', async (_, boundMs, furtherMs) => {
    await expect(dated(boundMs)).resolves.toMatchObject({ proof: { terminal: KNOWN } });
    await expect(dated(boundMs + furtherMs)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

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
