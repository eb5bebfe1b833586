import Database from 'better-sqlite3';
import type { Store } from '../../../src/store/store.js';
import {
  answered,
  decided,
  deduct,
  doubted,
  refused,
  reversal,
  told,
  toTerminal,
} from '../../contract/samples.js';
import { migratedStore, temporaryFolder, testClock } from './temporary-store.js';

const ID = deduct().requestId;

describe('an operator report of a transaction', () => {
  const folder = temporaryFolder();
  const clock = testClock();
  let store: Store;
  let database: Database.Database;

  beforeAll(async () => {
    store = await migratedStore({ file: folder.file, clock });
    database = new Database(folder.file);
  });

  beforeEach(async () => {
    clock.set(1_000);
    database.exec('delete from events; delete from audit_log; delete from transactions');
    await store.ledger.claim(deduct());
  });

  afterAll(async () => {
    database.close();
    await store.close();
  });

  const events = (): { type: string; programme: string | null; card_id: number; data: string }[] =>
    database.prepare('select type, programme, card_id, data from events order by sequence').all() as never;

  const inDoubt = doubted(ID, { reply: toTerminal(-7) });

  it('is an event in the commit that leaves it in doubt, only for operators', async () => {
    await store.ledger.apply(inDoubt);
    expect(events().map(({ type, programme, card_id }) => [type, programme, card_id])).toEqual([
      ['transaction.in_doubt', null, 5001],
    ]);
    expect(JSON.parse(events()[0]?.data ?? '')).toMatchObject({
      requestId: ID,
      methodName: 'Deduct',
      terminalId: '0068766621',
      requestAmount: 200,
      repliedResultCode: -7,
    });
  });

  it('is an event when the lease of a dead owner ends', async () => {
    await store.ledger.claim(reversal());
    clock.set(10_001);
    await store.ledger.expireLeases({ owner: 'owner-9', leaseMs: 9_000, running: () => [], limit: 10 });
    expect(events().map(({ type }) => type)).toEqual(['transaction.in_doubt']);
  });

  it('is an event when it is contradicted, after the event in doubt', async () => {
    await store.ledger.apply(inDoubt);
    await store.ledger.apply(answered(ID));
    expect(events().map(({ type }) => type)).toEqual(['transaction.in_doubt', 'transaction.contradicted']);
  });

  it('does not exist for an answer, a refusal, a reply, or a fact that changes nothing', async () => {
    await store.ledger.apply(doubted(ID, { attempt: 7 }));
    await store.ledger.apply(refused(ID));
    await store.ledger.apply(told(ID, -9));
    await store.ledger.apply(inDoubt);
    await store.ledger.claim(reversal());
    await store.ledger.apply(answered(reversal().requestId));
    expect(events()).toEqual([]);
  });

  it('keeps actor and reason of a settlement, once, in its commit', async () => {
    const audit = {
      actor: 'operator-1',
      action: 'settle_transaction',
      subject: ID,
      reason: 'asked the issuer',
    };
    const [before, after] = [
      '{"state":"in_doubt","resultCode":null}',
      '{"state":"answered","resultCode":-17}',
    ];
    await store.ledger.apply(inDoubt);
    await store.ledger.apply(decided(ID, -17, { audit }));
    expect((await store.ledger.apply(decided(ID, -17, { audit }))).kind).toBe('unmoved');
    const entries = database.prepare('select * from audit_log').all();
    expect(entries).toEqual([expect.objectContaining({ ...audit, before, after, at_ms: 1_400 })]);
  });
});
