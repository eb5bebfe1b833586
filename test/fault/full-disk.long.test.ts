/**
 * Tests a disk that fills while the gateway runs (docs/reference/transactions.md#store-safety): nothing unsaved is sent, and the
 * gateway recovers without an operator. A limit on the running process (prlimit) makes the disk full. Without prlimit, the database is
 * locked.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway, temporaryFolder } from '../support/gateway.js';
import { approving, startWallet } from '../support/wallet/index.js';
import { deduct, freshId, JSON_PROXY, requestIdOf, type Call } from '../support/channels/index.js';
import { openLedgerFile } from '../support/channels/ledger.js';
import { until } from '../life/until.js';
import { limitGrowth } from './failing-store.js';

it('nothing that a full disk does not save is sent, and calls go on once there is room', async () => {
  const wallet = await startWallet({ behaviour: approving() });
  const folder = temporaryFolder();
  const ledger = openLedgerFile(folder);
  const env = { CARDWAY_DOWNSTREAM_URL: wallet.url, CARDWAY_LOG_LEVEL: 'silent' };
  const gateway = await startGateway({ folder, env });
  const sent = (call: Call): number =>
    wallet.calls.filter((received) => received.envelope()['request_id'] === requestIdOf(call)).length;
  try {
    const files = ['cardway.db', 'cardway.db-wal'].map((name) => statSync(join(folder, name)).size);
    const heal = await limitGrowth(gateway.pid, Math.max(...files), ledger);
    const fillers: Call[] = [];
    // The write-ahead log grows until it meets the limit. Until then it may restart from its beginning.
    await until('the disk is full', async () => {
      const filler = deduct({ transaction_id: freshId() });
      fillers.push(filler);
      return (await JSON_PROXY.call(gateway.url, filler)).status === 503;
    });
    const refused = fillers.at(-1)!;
    const wasSaved = ledger.rows().some((row) => row.request_id === requestIdOf(refused));
    expect(sent(refused)).toBe(wasSaved ? 1 : 0);
    await heal();
    const isReady = async (): Promise<boolean> => (await fetch(`${gateway.url}/health/ready`)).status === 200;
    await until('it is ready again', isReady);
    await until('the last one is answered', async () => {
      const { status, resultCode } = await JSON_PROXY.call(gateway.url, refused);
      return status === 200 && resultCode === 1;
    });
    expect(fillers.map(sent)).toEqual(fillers.map(() => 1));
    const known = new Set(ledger.rows().map(({ request_id }) => request_id));
    expect(wallet.calls.filter((call) => !known.has(String(call.envelope()['request_id'])))).toEqual([]);
  } finally {
    ledger.close();
    await gateway.kill();
    await wallet.close();
  }
});
