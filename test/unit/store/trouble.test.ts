import Database from 'better-sqlite3';
import type { StoreSettings } from '../../../src/store/settings.js';
import type { Store } from '../../../src/store/store.js';
import { answered, deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';
import { directoryOf } from '../../support/directory.js';

const UNAVAILABLE = { code: 'UNAVAILABLE' };

describe('a failing database', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let another: Database.Database;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(async () => {
    another.close();
    await store.close();
  });

  async function open(settings: Partial<StoreSettings>): Promise<void> {
    store = await migratedStore({ file: folder.file, settings });
    another = new Database(folder.file);
  }

  const claim = (number: number, request = '{}') =>
    store.ledger.claim(deduct({ requestId: `5001_20260101220405_${number}`, request }));

  async function untilRefused(): Promise<unknown> {
    for (let number = 1; ; number += 1) {
      try {
        await claim(number, 'x'.repeat(10_000));
      } catch (error) {
        return error;
      }
    }
  }

  it('that is full answers UNAVAILABLE, keeps its rows and continues when there is room', async () => {
    await open({ fileBytesMax: 600_000 });
    expect(await untilRefused()).toMatchObject(UNAVAILABLE);
    expect(await store.ledger.find('5001_20260101220405_1')).not.toBeNull();
    another.exec('delete from transactions where sequence > 1');
    expect((await claim(900)).kind).toBe('claimed');
    expect((await store.ledger.apply(answered('5001_20260101220405_900'))).kind).toBe('moved');
  });

  it('refuses all claims of the commit, and stores none of them', async () => {
    await open({ fileBytesMax: 600_000 });
    await untilRefused();
    const rows = await store.ledger.count({});
    const claims = Array.from({ length: 5 }, (_, index) => claim(800 + index, 'x'.repeat(10_000)));
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    expect(await store.ledger.count({})).toBe(rows);
  });

  it('that is full knows a repeated call, also in one commit with claims that it cannot store', async () => {
    await open({ fileBytesMax: 600_000 });
    await claim(700);
    await untilRefused();
    const calls = [claim(801, 'x'.repeat(10_000)), claim(700), claim(802, 'x'.repeat(10_000))];
    expect(await Promise.allSettled(calls)).toMatchObject([
      { reason: UNAVAILABLE },
      { value: { kind: 'existing' } },
      { reason: UNAVAILABLE },
    ]);
  });

  it('is not ready after a failure until it is writable again', async () => {
    await open({ busyTimeoutMs: 1, busyRetryMs: 1, busyGiveUpMs: 20 });
    expect(await store.status()).toEqual({ isReady: true });
    another.exec('begin immediate');
    await expect(claim(1)).rejects.toMatchObject(UNAVAILABLE);
    expect((await store.status()).isReady).toBe(false);
    another.exec('commit');
    expect(await store.status()).toEqual({ isReady: true });
    expect((await claim(1)).kind).toBe('claimed');
  });

  it('that is locked for a while delays callers without blocking the event loop', async () => {
    await open({ busyTimeoutMs: 5, busyRetryMs: 5, busyGiveUpMs: 60_000 });
    another.exec('begin immediate');
    const claimed = claim(1);
    let turns = 0;
    let isDone = false;
    void claimed.then(() => (isDone = true));
    while (turns < 20) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns += 1;
    }
    expect(isDone).toBe(false);
    another.exec('commit');
    expect((await claimed).kind).toBe('claimed');
  });

  it('is readable while another process writes', async () => {
    await open({});
    await claim(1);
    another.exec('begin immediate');
    another.exec('delete from transactions');
    expect(await store.ledger.find('5001_20260101220405_1')).not.toBeNull();
    another.exec('rollback');
  });

  it('refuses a row that breaks a constraint without affecting its neighbours', async () => {
    await open({});
    const broken = store.ledger.claim({
      ...deduct({ requestId: '5001_20260101220405_2' }),
      reference: null as never,
    });
    const outcomes = await Promise.allSettled([claim(1), broken, claim(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.ledger.count({})).toBe(2);
  });

  it('rolls back a change of several statements when one of them fails', async () => {
    await open({});
    const directoryAdmin = directoryOf(store);
    const { directory } = store;
    await directoryAdmin.putProgramme({ programme: 'p' });
    const cards = [{ cardId: 1 }, { cardId: null as never }];
    const broken = directoryAdmin.putWallet({ reference: 'broken', programme: 'p', customerId: 1, cards });
    const whole = directoryAdmin.putWallet({ reference: 'whole', programme: 'p', customerId: 1, cards: [] });
    const outcomes = await Promise.allSettled([broken, whole]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await directory.wallet('broken')).toBeNull();
    expect(await directory.wallet('whole')).not.toBeNull();
  });

  it('accepts no more than the queue limit', async () => {
    await open({ waitingMax: 3 });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => claim(number)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
  });
});
