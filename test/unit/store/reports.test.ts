import Database from 'better-sqlite3';
import type { Store } from '../../../src/store/store.js';
import type { SettleInput } from '../../../src/use-cases/transactions/ledger-port.js';
import { answered, deduct, refused, reversal } from '../../contract/samples.js';
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
    folder.remove();
  });

  const events = (): { type: string; programme: string | null; card_id: number; data: string }[] =>
    database.prepare('select type, programme, card_id, data from events order by sequence').all() as never;

  const inDoubt = (change: Partial<SettleInput> = {}): SettleInput =>
    refused(ID, {
      state: 'in_doubt',
      errorCode: 'DOWNSTREAM_TIMEOUT',
      repliedResultCode: -7,
      terminalRepliedCode: -7,
      ...change,
    });

  it('is an event in the commit that leaves it in doubt, only for operators', async () => {
    await store.ledger.settle(inDoubt());
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
    await store.ledger.expireLeases({ owner: 'owner-9', running: () => [], limit: 10 });
    expect(events().map(({ type }) => type)).toEqual(['transaction.in_doubt']);
  });

  it('is an event when it is contradicted, after the event in doubt', async () => {
    await store.ledger.settle(inDoubt());
    await store.ledger.settle(answered(ID, { state: 'contradicted' }));
    expect(events().map(({ type }) => type)).toEqual(['transaction.in_doubt', 'transaction.contradicted']);
  });

  it('does not exist for an answer, a refusal, or a lost settlement', async () => {
    await store.ledger.settle(refused(ID));
    await store.ledger.settle(inDoubt({ attempt: 7 }));
    await store.ledger.settle(answered(ID, { fromStates: ['refused'] }));
    expect(events()).toEqual([]);
  });

  it('keeps actor and reason of a settlement, once, in its commit', async () => {
    const audit = {
      actor: 'operator-1',
      action: 'settle_transaction',
      subject: ID,
      reason: 'asked the issuer',
      before: '{"state":"pending"}',
      after: '{"state":"answered"}',
    };
    await store.ledger.settle(answered(ID, { audit }));
    expect((await store.ledger.settle(answered(ID, { audit }))).kind).toBe('lost');
    const entries = database.prepare('select * from audit_log').all();
    expect(entries).toEqual([expect.objectContaining({ ...audit, at_ms: 1_201 })]);
  });
});
