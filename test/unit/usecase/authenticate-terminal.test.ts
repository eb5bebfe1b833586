import { methodTable } from '../../../src/core/methods.js';
import { authenticateTerminal } from '../../../src/usecase/transactions/authenticate-terminal.js';
import type { Caller } from '../../../src/usecase/transactions/call.js';
import type { Directory, Terminal } from '../../../src/usecase/ports.js';

const KNOWN: Terminal = {
  terminalId: '0068766621',
  programme: 'sandbox',
  checksumAlgorithm: 'sha256',
  passwords: [Buffer.from('1234567890')],
  allowedNetworks: null,
};

/** Look-ups as the store does them: what is known comes from memory, what is not has to be asked for. */
async function lookUps(terminalId: string): Promise<readonly string[]> {
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
  const caller: Caller = { door: 'xmlrpc', key: null, receivedAt: { epochMs: 0, monotonicMs: 0 } };
  const call = {
    methodName: 'Balance',
    fields: { terminal_id: terminalId, checksum: 'ab'.repeat(32), transaction_date: '20260824T14:17:06' },
    customerId: null,
    cardId: null,
    requestId: null,
    passThrough: { request: {}, envelope: {} },
  };
  const window = { maxAgeMs: null, maxAheadMs: Number.POSITIVE_INFINITY };
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  await expect(
    authenticateTerminal({ method, call, caller, directory, clock, window }),
  ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  return asked;
}

describe('a wrong checksum', () => {
  it('costs one look-up in the store, whether the terminal exists or not', async () => {
    expect(await lookUps('0068766621')).toHaveLength(1);
    expect(await lookUps('9999999999')).toHaveLength(1);
  });
});
