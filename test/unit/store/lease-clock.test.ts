import { openStore, type Store } from '../../../src/store/store.js';
import { deduct, refused, reversal } from '../../contract/samples.js';
import { temporaryFolder } from './temporary-store.js';

const HOUR_MS = 3_600_000;

describe('leases in one SQLite file', () => {
  const folder = temporaryFolder();
  const clock = {
    steppedMs: 0,
    ms: 1_000,
    nowMs: () => clock.ms + clock.steppedMs,
    monotonicMs: () => clock.ms / 3,
  };
  let store: Store;

  beforeAll(async () => {
    store = await openStore({ databaseUrl: `sqlite:${folder.file}`, clock });
    await store.migrate();
  });

  afterAll(() => store.close());

  const expire = () =>
    store.ledger.expireLeases({ owner: 'owner-9', leaseMs: 9_000, running: () => [], limit: 10 });
  const leaseQueued = () => store.ledger.leaseQueued({ owner: 'owner-2', leaseMs: 9_000, limit: 10 });
  const pass = (ms: number): void => {
    clock.ms += ms * 3;
  };

  it.each([HOUR_MS, -HOUR_MS])('end at the right time when the clock is set by %i ms', async (stepMs) => {
    const requestId = `5001_20260101220405_${String(Math.abs(stepMs) + Number(stepMs > 0))}`;
    await store.ledger.claim(deduct({ requestId }));
    clock.steppedMs += stepMs;
    expect(await expire()).toEqual([]);
    pass(9_000);
    expect(await expire()).toEqual([]);
    pass(1);
    expect(await expire()).toMatchObject([{ requestId, state: 'in_doubt' }]);
  });

  it('leave pauses unaffected: an advice is due when its pause is over', async () => {
    const { requestId } = reversal();
    await store.ledger.claim(reversal());
    await store.ledger.apply(refused(requestId, { nextAttemptInMs: 600 }));
    clock.steppedMs += HOUR_MS;
    expect(await leaseQueued()).toEqual([]);
    clock.steppedMs -= 2 * HOUR_MS;
    pass(600);
    expect(await leaseQueued()).toHaveLength(1);
  });
});
