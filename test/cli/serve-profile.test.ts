import { rmSync } from 'node:fs';
import { startCapturedGateway } from '../life/captured-gateway.js';
import { temporaryFolder } from '../support/gateway.js';
import { deduct, freshId, JSON_PROXY, RPC2 } from '../support/doors/index.js';
import { cardway, databaseIn } from './command.js';

describe('serve --profile-stages', () => {
  it('tells at the end what processor time went to, for each reply', async () => {
    const gateway = await startCapturedGateway({ CARDWAY_LOG_LEVEL: 'warn' }, ['--profile-stages']);
    for (const door of [JSON_PROXY, RPC2, JSON_PROXY, RPC2]) {
      await Promise.all(
        Array.from({ length: 25 }, () => door.call(gateway.url, deduct({ transaction_id: freshId() }))),
      );
    }
    expect(await gateway.stop()).toBe(0);
    const written = gateway.written();
    expect(written).toMatch(/\d s, busy \d+%, \d+ replies\n/);
    // The sandbox's own wallet service answers in the same process.
    expect(Number(/(\d+) replies/.exec(written)?.[1])).toBeGreaterThanOrEqual(100);
    expect(written).toMatch(/^stage +share +us a reply$/m);
    for (const stage of ['reading', 'saving', 'commit', 'forwarding']) {
      expect(written).toMatch(new RegExp(`^${stage} +\\d+\\.\\d% +\\d+\\.\\d$`, 'm'));
    }
  });

  it('is refused with several workers', async () => {
    const folder = temporaryFolder();
    const { status, err } = await cardway(
      ['serve', '--sandbox', '--profile-stages', '--workers', '2'],
      databaseIn(folder),
    );
    expect([status, err]).toEqual([1, expect.stringContaining('--profile-stages is of one process')]);
    rmSync(folder, { recursive: true, force: true });
  });
});
