import fc from 'fast-check';
import { EVENT_TYPES } from '../../src/core/events/event.js';
import { callerResultCode } from '../../src/core/transactions/life.js';
import type { Store } from '../../src/store/store.js';
import type { NamedPageRequest, WalletFilter } from '../../src/use-cases/directory/administration-port.js';
import type { Role } from '../../src/use-cases/directory/directory-port.js';
import type {
  DeliveryFilter,
  EndpointFilter,
  EventFilter,
} from '../../src/use-cases/events/delivery-port.js';
import type { Page, PageRequest } from '../../src/use-cases/paging.js';
import type { AttemptFilter, DigitizationFilter } from '../../src/use-cases/provisioning/attempt-port.js';
import type { TransactionFilter, TransactionSummary } from '../../src/use-cases/transactions/ledger-port.js';
import { seedStatements } from '../support/attempts.js';
import { eachDatabase, type TestDatabase } from '../support/databases.js';
import { digitization, eventWriterOn } from '../support/webhooks/event-writer.js';
import { answered, deduct, doubted, refused } from './samples.js';
import { directoryOf } from '../support/directory.js';

const RUNS = { numRuns: 10 };
const PROGRAMMES = ['shop', 'club'] as const;

/** Texts that a comparison by pattern or by another collation would get wrong. */
const NAMES = ['W1', 'W10', 'W2', 'w1', 'W_1', 'W%1', 'Wé', 'W😀', "W'1", 'W\\1', '4317', '43172', 'É', 'z'];

/** Filters of lists against naive filters over all rows, however the pages are cut. */
eachDatabase((name, create) => {
  describe(`filters on ${name}`, () => {
    let database: TestDatabase;
    let whole: Store;
    /** Reads few rows at a time, and ends each page after one read. */
    let cut: Store;

    beforeAll(async () => {
      database = await create();
      whole = await database.open({ settings: { pageScanMs: 60_000 } });
      cut = await database.open({ settings: { scanRows: 7, pageScanMs: 0 } });
      for (const programme of PROGRAMMES) await directoryOf(whole).putProgramme({ programme });
      await addTransactions(whole);
      await addDirectory(whole);
      await addEvents(whole, database);
      await addAttempts(database);
    });

    afterAll(() => database.close());

    async function agrees<Filter, Row extends { readonly sequence: number }>(args: {
      readonly list: (store: Store) => (page: PageRequest<Filter>) => Promise<Page<Row>>;
      readonly filters: fc.Arbitrary<Filter>;
      readonly passes: (row: Row, filter: Filter) => boolean;
      readonly count?: (filter: Filter) => Promise<number>;
    }): Promise<void> {
      const { list, filters, passes, count } = args;
      const all = (await list(whole)({ filter: {} as Filter, first: 500 })).rows;
      expect(all.length).toBeGreaterThan(20);
      expect(all).toEqual(all.toSorted((one, other) => other.sequence - one.sequence));
      await fc.assert(
        fc.asyncProperty(filters, async (filter) => {
          const wanted = all.filter((row) => passes(row, filter)).map(({ sequence }) => sequence);
          const page = await list(whole)({ filter, first: 500 });
          expect(page.rows.map(({ sequence }) => sequence)).toEqual(wanted);
          expect(page).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
          if (count !== undefined) expect(await count(filter)).toBe(wanted.length);
          expect(await forward(list(cut), filter)).toEqual(wanted);
          expect(await backward(list(cut), filter)).toEqual(wanted);
        }),
        RUNS,
      );
    }

    it('of transactions', () =>
      agrees({
        list: (store) => store.ledger.list,
        filters: fc.record<TransactionFilter>(
          {
            programme: fc.constantFrom('shop', 'club', 'nowhere', null),
            terminalIds: fc.subarray(['0000000001', '0000000002', '0000000003']),
            customerId: fc.constantFrom(1001, 1002),
            cardId: fc.constantFrom(5001, 5002),
            terminalId: fc.constantFrom('0000000001', '0000000002'),
            reference: fc.constantFrom('R0', 'R1'),
            methodName: fc.constantFrom('Deduct', 'Balance'),
            state: fc.constantFrom('answered', 'refused', 'pending'),
            resultCode: fc.constantFrom(1, -9),
            callerResultCode: fc.constantFrom(1, -7, -9),
            narrative: fc.constantFrom('shop_1', 'HANOI', 'p_', '%'),
            errorCode: fc.constantFrom('DOWNSTREAM_REFUSED', 'INTERNAL'),
            channel: fc.constantFrom('json', 'xmlrpc', 'gateway'),
            keyId: fc.constantFrom('till', 'desk'),
            transactionId: fc.constantFrom('T-0', 'T-1', 'T-9'),
            amountFrom: fc.constantFrom(0, 300, 301, 600),
            amountTo: fc.constantFrom(299, 300, 700),
            tookAtLeastMs: fc.constantFrom(0, 1, 500, 5000),
            receivedFromMs: fc.constantFrom(0, 500_000, 1_000_000),
            receivedToMs: fc.constantFrom(500_000, 3_000_000),
          },
          { requiredKeys: [] },
        ),
        count: whole.ledger.count,
        passes: (row, filter) =>
          equals(row, filter, ['programme', 'customerId', 'cardId', 'terminalId', 'reference']) &&
          equals(row, filter, ['methodName', 'state', 'resultCode', 'errorCode', 'channel', 'keyId']) &&
          equals(row, filter, ['transactionId']) &&
          (filter.callerResultCode === undefined || callerResultCode(row) === filter.callerResultCode) &&
          (filter.narrative === undefined || contains(row.narrative, filter.narrative)) &&
          (filter.terminalIds === undefined || filter.terminalIds.includes(row.terminalId)) &&
          (filter.amountFrom === undefined || (row.requestAmount ?? -1) >= filter.amountFrom) &&
          (filter.amountTo === undefined || (row.requestAmount ?? Infinity) <= filter.amountTo) &&
          (filter.tookAtLeastMs === undefined || tookMs(row) >= filter.tookAtLeastMs) &&
          isIn(row.receivedAtMs, filter.receivedFromMs, filter.receivedToMs),
      }));

    it('of events', () =>
      agrees({
        list: (store) => store.events.list,
        filters: fc.record<EventFilter>(
          {
            programme: fc.constantFrom('shop', 'club'),
            types: fc.subarray([...EVENT_TYPES]),
            cardId: fc.constantFrom(5000, 5001, 7),
            eventSequence: fc.integer({ min: 1, max: 60 }),
            recordedFromMs: fc.constantFrom(5000, 9000),
            recordedToMs: fc.constantFrom(6000, 20_000),
          },
          { requiredKeys: [] },
        ),
        passes: (row, filter) =>
          equals(row, filter, ['programme', 'cardId']) &&
          (filter.types === undefined || filter.types.includes(row.type)) &&
          (filter.eventSequence === undefined || row.sequence === filter.eventSequence) &&
          isIn(row.recordedAtMs, filter.recordedFromMs, filter.recordedToMs),
      }));

    it('of deliveries', () =>
      agrees({
        list: (store) => store.deliveries.list,
        filters: fc.record<DeliveryFilter>(
          {
            programme: fc.constantFrom('shop', 'club'),
            endpointId: fc.constantFrom('ep_0', 'ep_1'),
            eventSequence: fc.integer({ min: 1, max: 60 }),
            eventType: fc.constantFrom('digitization.complete', 'digitization.stopped'),
            state: fc.constantFrom('pending', 'delivered', 'dead'),
            recordedFromMs: fc.constantFrom(5000, 9000),
            recordedToMs: fc.constantFrom(6000, 20_000),
          },
          { requiredKeys: [] },
        ),
        passes: (row, filter) =>
          equals(row, filter, ['programme', 'endpointId', 'eventSequence', 'eventType', 'state']) &&
          isIn(row.createdAtMs, filter.recordedFromMs, filter.recordedToMs),
      }));

    it('of endpoints', () =>
      agrees({
        list: (store) => store.endpoints.list,
        filters: fc.record<EndpointFilter>(
          {
            programme: fc.constantFrom('shop', 'club'),
            isDisabled: fc.boolean(),
            text: fc.constantFrom('', 'ep_', 'ep_1', '_1', 'HOOKS', 'hooks1.', '%', '1/a_b', '\\', 'nothing'),
          },
          { requiredKeys: [] },
        ),
        passes: (row, { programme, isDisabled, text }) =>
          (programme === undefined || row.programme === programme) &&
          (isDisabled === undefined || isDisabled === (row.disabledReason !== null)) &&
          (text === undefined || row.endpointId.startsWith(text) || row.url.includes(text.toLowerCase())),
      }));

    it('of attempts', () =>
      agrees({
        list: (store) => store.attempts.list,
        filters: fc.record<AttemptFilter>(
          {
            programme: fc.constantFrom('shop', 'club'),
            cardId: fc.constantFrom(5001, 5002),
            state: fc.constantFrom('issued', 'verified', 'declined'),
            tokenReference: fc.constantFrom('token-1', 'token-2', 'token-x'),
            issuedFromMs: fc.constantFrom(5000, 9000),
            issuedToMs: fc.constantFrom(6000, 20_000),
          },
          { requiredKeys: [] },
        ),
        passes: (row, filter) =>
          equals(row, filter, ['programme', 'cardId', 'state', 'tokenReference']) &&
          isIn(row.issuedAtMs, filter.issuedFromMs, filter.issuedToMs),
      }));

    it('of digitizations', () =>
      agrees({
        list: (store) => store.attempts.listDigitizations,
        filters: fc.record<DigitizationFilter>(
          {
            programme: fc.constantFrom('shop', 'club'),
            cardId: fc.constantFrom(5001, 5002),
            state: fc.constantFrom('active', 'stopped'),
            tokenReference: fc.constantFrom('token-1', 'token-2', 'token-x'),
            reportedFromMs: fc.constantFrom(5000, 9000),
            reportedToMs: fc.constantFrom(6000, 20_000),
          },
          { requiredKeys: [] },
        ),
        passes: (row, filter) =>
          equals(row, filter, ['programme', 'cardId', 'state', 'tokenReference']) &&
          isIn(row.reportedAtMs, filter.reportedFromMs, filter.reportedToMs),
      }));

    async function agreesByName<Filter, Row>(args: {
      readonly list: (page: NamedPageRequest<Filter>) => Promise<Page<Row>>;
      readonly nameOf: (row: Row) => string;
      readonly filters: fc.Arbitrary<Filter>;
      readonly passes: (row: Row, filter: Filter) => boolean;
    }): Promise<void> {
      const { list, nameOf } = args;
      const all = (await list({ filter: {} as Filter, first: 500 })).rows;
      expect(all.length).toBeGreaterThan(10);
      await fc.assert(
        fc.asyncProperty(args.filters, async (filter) => {
          const wanted = all.filter((row) => args.passes(row, filter)).map(nameOf);
          const names: string[] = [];
          for (let after: string | undefined, isMore = true; isMore;) {
            const page = await list({ filter, first: 3, ...(after === undefined ? {} : { after }) });
            names.push(...page.rows.map(nameOf));
            after = names.at(-1);
            isMore = page.hasNextPage;
          }
          expect(names).toEqual(wanted);
          expect((await list({ filter, last: 500 })).rows.map(nameOf)).toEqual(wanted);
        }),
        RUNS,
      );
    }

    const text = fc.oneof(
      fc.constantFrom(...NAMES),
      fc.constantFrom('', 'W', '\u{10ffff}', 'a', '0'),
      fc.constantFrom(...NAMES).map((each) => [...each].slice(0, 1).join('')),
    );

    it('of wallets', () =>
      agreesByName({
        list: whole.administration.wallets.list,
        nameOf: ({ reference }) => reference,
        filters: fc.record<WalletFilter>(
          {
            programme: fc.constantFrom('shop', 'club'),
            customerId: fc.constantFrom(1000, 1001),
            cardId: fc.constantFrom(6000, 6001, 7),
            isBlocked: fc.boolean(),
            text,
          },
          { requiredKeys: [] },
        ),
        passes: (row, filter) =>
          equals(row, filter, ['programme', 'customerId', 'isBlocked']) &&
          (filter.cardId == null || row.cards.some(({ cardId }) => cardId === filter.cardId)) &&
          row.reference.startsWith(filter.text ?? ''),
      }));

    it('of terminals', () =>
      agreesByName({
        list: whole.administration.terminals.list,
        nameOf: ({ terminalId }) => terminalId,
        filters: fc.record(
          {
            programme: fc.constantFrom('shop', 'club'),
            text: fc.constantFrom('', '0', '00000000', '0000000012', 'A', 'a_', '%'),
          },
          { requiredKeys: [] },
        ),
        passes: (row, filter) =>
          equals(row, filter, ['programme']) && row.terminalId.startsWith(filter.text ?? ''),
      }));

    it('of keys', () =>
      agreesByName({
        list: whole.administration.keys.list,
        nameOf: ({ keyId }) => keyId,
        filters: fc.record(
          {
            programme: fc.constantFrom('shop', 'club'),
            role: fc.constantFrom<Role>('client', 'operator', 'network'),
            text: fc.constantFrom('', 'k', 'key-1', 'K', 'key_'),
          },
          { requiredKeys: [] },
        ),
        passes: (row, filter) =>
          equals(row, filter, ['programme', 'role']) && row.keyId.startsWith(filter.text ?? ''),
      }));
  });
});

/** Returns true where the row has every value that the filter gives for these names. */
function equals<Name extends string>(
  row: Readonly<Record<Name, unknown>>,
  filter: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): boolean {
  return names.every((name) => filter[name] == null || filter[name] === row[name]);
}

function contains(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false;
}

function isIn(timeMs: number, fromMs = -Infinity, toMs = Infinity): boolean {
  return timeMs >= fromMs && timeMs < toMs;
}

type List<Filter> = (page: PageRequest<Filter>) => Promise<Page<{ readonly sequence: number }>>;

/** Returns the sequences of a list, page by page, newest first. */
async function forward<Filter>(list: List<Filter>, filter: Filter): Promise<number[]> {
  const found: number[] = [];
  for (let after: number | undefined, isMore = true; isMore;) {
    const page = await list({ filter, first: 3, ...(after === undefined ? {} : { after }) });
    expect(page.hasPreviousPage).toBe(after !== undefined);
    found.push(...page.rows.map(({ sequence }) => sequence));
    after = page.nextAfter ?? found.at(-1);
    isMore = page.hasNextPage;
  }
  return found;
}

/** Returns the same, read from the other end. */
async function backward<Filter>(list: List<Filter>, filter: Filter): Promise<number[]> {
  const found: number[] = [];
  for (let before: number | undefined, isMore = true; isMore;) {
    const page = await list({ filter, last: 3, ...(before === undefined ? {} : { before }) });
    found.unshift(...page.rows.map(({ sequence }) => sequence));
    before = page.previousBefore ?? found[0];
    isMore = page.hasPreviousPage;
  }
  return found;
}

async function addTransactions({ ledger }: Store): Promise<void> {
  for (let index = 0; index < 45; index += 1) {
    const requestId = `500${String(1 + (index % 3))}_20260101220405_${String(index)}`;
    const isBalance = index % 4 === 0;
    await ledger.claim(
      deduct({
        requestId,
        cardId: 5001 + (index % 3),
        customerId: index % 7 === 0 ? null : 1001 + (index % 3),
        programme: PROGRAMMES[index % 2] ?? 'shop',
        terminalId: `000000000${String(1 + (index % 3))}`,
        reference: `R${String(index % 4)}`,
        methodName: isBalance ? 'Balance' : 'Deduct',
        effect: isBalance ? 'none' : 'money',
        channel: index % 5 === 0 ? 'xmlrpc' : 'json',
        keyId: index % 3 === 0 ? null : index % 3 === 1 ? 'till' : 'desk',
        requestAmount: isBalance ? null : 100 * (index % 8),
        transactionId: index % 6 === 5 ? null : `T-${String(index % 6)}`,
        transactionDate: index % 9 === 1 ? null : `20260101T22:04:${String(10 + index)}`,
        narrative: index % 5 === 0 ? null : `Shop_${String(index % 3)} HANOI`,
        receivedAtMs: index * 100_000,
      }),
    );
    const late = { resultCode: -7, errorCode: 'DOWNSTREAM_TIMEOUT', isToTerminal: index % 3 === 0 } as const;
    if (index % 4 === 2) await ledger.apply(doubted(requestId, { reply: late }));
    if (index % 4 === 2) await ledger.apply(answered(requestId));
    if (index % 3 === 0) await ledger.apply(answered(requestId, { resultCode: index % 2 === 0 ? 1 : -9 }));
    if (index % 3 === 1) await ledger.apply(refused(requestId));
  }
}

async function addDirectory(store: Store): Promise<void> {
  const { administration } = store;
  const directoryAdmin = directoryOf(store);
  for (const [index, reference] of NAMES.entries()) {
    await directoryAdmin.putWallet({
      reference,
      programme: PROGRAMMES[index % 2] ?? 'shop',
      customerId: 1000 + (index % 3),
      isBlocked: index % 4 === 0,
      cards: [{ cardId: 6000 + index }],
    });
  }
  for (let index = 0; index < 14; index += 1) {
    const programme = PROGRAMMES[index % 2] ?? 'shop';
    const number = String(index).padStart(2, '0');
    await administration.terminals.add({
      actor: 'test',
      terminalId: `${index % 5 === 0 ? 'A' : '0'}0000000${number}`,
      programme,
      password: 'a password of a terminal',
      checksumAlgorithm: 'sha256',
      allowedAddresses: null,
    });
    const role = (['client', 'operator', 'network'] as const)[index % 3] ?? 'client';
    await administration.keys.create({
      actor: 'test',
      keyId: `key-${String(index)}`,
      role,
      programme: role === 'operator' ? null : programme,
      terminalIds: null,
      expiresAtMs: null,
      documents: 'any',
    });
  }
}

async function addEvents({ endpoints }: Store, database: TestDatabase): Promise<void> {
  for (let index = 0; index < 24; index += 1) {
    const endpointId = `ep_${String(index)}`;
    const programme = index < 2 ? (PROGRAMMES[index] ?? 'shop') : 'shop';
    const url = `https://hooks${String(index)}.example/a_b`;
    await endpoints.add({ endpointId, programme, url, choice: {}, actor: 'op' });
    if (index >= 2) await endpoints.setEnabled({ endpointId, isEnabled: index % 2 === 0, actor: 'op' });
    if (index >= 4) await endpoints.setEnabled({ endpointId, isEnabled: false, actor: 'op' });
  }
  const writer = await eventWriterOn(database.dialect());
  for (let index = 0; index < 40; index += 1) {
    const programme = index % 10 === 9 ? null : (PROGRAMMES[index % 2] ?? 'shop');
    const event = digitization(String(index), programme, index);
    const type = index % 3 === 0 ? 'digitization.stopped' : event.type;
    const cardId = index % 4 === 0 ? null : 5000 + (index % 4);
    await writer.append({ ...event, type, cardId }, index * 400);
  }
  await writer.close();
  await database.query(`update deliveries set state = 'dead' where sequence % 5 = 0`);
  await database.query(`update deliveries set state = 'delivered' where sequence % 5 in (1, 2)`);
}

async function addAttempts(database: TestDatabase): Promise<void> {
  for (let index = 0; index < 30; index += 1) {
    const state = (['issued', 'verified', 'declined'] as const)[index % 3] ?? 'issued';
    const attempt = {
      attemptId: `attempt-${String(index)}`,
      state,
      programme: PROGRAMMES[index % 2] ?? 'shop',
      cardId: 5001 + (index % 4),
      issuedAtMs: index * 500,
    };
    for (const statement of seedStatements(attempt)) await database.query(statement);
    await database.query(
      `insert into digitizations (programme, token_reference, card_id, customer_id, state, last_event,
        last_event_sequence, reported_at_ms, changed_at_ms)
      values ('${attempt.programme}', 'token-${String(index >> 1)}', ${String(attempt.cardId)}, 1001,
        '${index % 5 === 0 ? 'stopped' : 'active'}', 'digitization.complete', 1, ${String(index * 500)}, 1)`,
    );
  }
  await database.query(
    `update provisioning_attempts set token_reference = 'token-' || (sequence % 9) where state = 'verified'`,
  );
}

/** Time from the receipt to the answer, or to the end of the wait for one. */
function tookMs({
  attempt,
  receivedAtMs,
  answeredAtMs,
  sentAtMs,
  settledAtMs,
  replyReason,
}: TransactionSummary): number {
  const waitedMs = sentAtMs === null || replyReason === 'settled_by_operator' ? null : settledAtMs;
  return attempt === 1 ? (answeredAtMs ?? waitedMs ?? -Infinity) - receivedAtMs : -Infinity;
}
