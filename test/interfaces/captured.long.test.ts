/**
 * Tests that a captured call, without the terminal's password, moves nothing a second time, in any rewritten form
 * (docs/reference/protocol.md#checksum, docs/reference/transactions.md#calls-without-a-key).
 */
import { bytesOf, mutations, written, type Written } from '../support/channels/captured.js';
import {
  deduct,
  klvText,
  loadAuth,
  requestIdOf,
  reversalOf,
  sharedBench,
  withFields,
  XML_CHANNELS,
  type Bench,
  type Call,
} from '../support/channels/index.js';
import { sizeOf } from '../fault/size.js';
import { eachDatabase, type TestDatabase } from '../support/databases.js';
import { constants } from '../support/constants.js';

const DATE = '20260817T17:58:57';
/** Mutations of each call. Every case has its own seed, so that together they try many. */
const MUTATIONS = sizeOf('CARDWAY_TEST_MUTATIONS', 5);
const TEXTS = { narrative: 'CAFÉ\nSÃO PAULO          BRA' };

/** Forms of a date as a terminal writes it, and as it signs it. */
const STYLES = [
  { name: 'without zone', sent: DATE, signed: DATE, used: DATE },
  { name: 'as sent', sent: `${DATE}+02:00`, signed: `${DATE}+02:00`, used: '20260817T15:58:57' },
  {
    name: 'converted to UTC',
    sent: `${DATE}+02:00`,
    signed: '20260817T15:58:57',
    used: '20260817T15:58:57',
  },
  { name: 'with its own digits only', sent: `${DATE}+02:00`, signed: DATE, used: DATE },
  {
    name: 'with fraction and hyphens',
    sent: '2026-08-17T17:58:57.25Z',
    signed: '2026-08-17T17:58:57.25Z',
    used: DATE,
  },
] as const;

const dated = (call: Call, date: string): Call => withFields(call, { transaction_date: date });

const originalSeen = (bench: Bench, call: Call) =>
  bench.wallet.calls.filter(
    (received) =>
      (received.envelope()['request'] as Record<string, unknown>)['transaction_id'] ===
      call.fields['transaction_id'],
  );

let seed = 0;
const someMutations = (seen: Written): readonly Written[] => mutations(seen, MUTATIONS, (seed += 1));

eachDatabase((name, create) => {
  describe(`on ${name}`, () => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await create();
    });

    const bench = sharedBench(() => ({
      env: {
        CARDWAY_DATABASE_URL: database.url,
        CARDWAY_MASTER_KEY: `hex:${'07'.repeat(32)}`,
        // Thousands of wrong checksums must not count as a flood here.
        CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000',
        ...constants({ WRONG_CHECKSUMS_PER_HOUR: 1_000_000 }),
      },
    }));

    afterAll(async () => {
      await database.close();
    });

    describe.each(XML_CHANNELS)('through $name', (channel) => {
      describe.each(STYLES)('a date signed $name', ({ sent, signed, used }) => {
        it.each([
          ['Deduct', () => deduct(TEXTS)],
          ['LoadAuth without KLV', () => loadAuth({ ...TEXTS, transaction_data: '' })],
        ] as const)('a %s is sent once, with the date that the checksum proves', async (_, make) => {
          const call = make();
          const seen = written(dated(call, sent), dated(call, signed));
          expect(await channel.post(bench.url, bytesOf(seen))).toMatchObject({
            resultCode: 1,
            replayed: false,
          });
          const before = bench.wallet.calls.length;
          for (const mutated of someMutations(seen)) {
            const heard = await channel.post(bench.url, bytesOf(mutated));
            // The sender gets the saved answer or a refusal. The test knows nothing else.
            if (heard.resultCode === 1) expect(heard.replayed).toBe(true);
          }
          expect(bench.wallet.calls.length).toBe(before);
          const [received] = originalSeen(bench, call);
          expect(received!.envelope()['request']).toMatchObject({ transaction_date: used });
          expect(received!.envelope()['request_id']).toBe(
            requestIdOf({ ...dated(call, used), checksum: seen.params.at(-1)!.text }),
          );
        });
      });

      it.each([...['+00:01', '-23:59', 'Z', '+0000', '+05:30']])(
        'a Deduct with %s after its date gets the saved answer',
        async (zone) => {
          const call = deduct();
          await channel.call(bench.url, call);
          const moved = written(dated(call, DATE + zone), call);
          expect(await channel.post(bench.url, bytesOf(moved))).toMatchObject({
            resultCode: 1,
            replayed: true,
          });
          expect(originalSeen(bench, call)).toHaveLength(1);
        },
      );

      it('a reversal is sent once, whatever follows its two dates', async () => {
        const original = deduct();
        await channel.call(bench.url, original);
        const reversal = reversalOf(original, TEXTS);
        const seen = written(reversal);
        expect(await channel.post(bench.url, bytesOf(seen))).toMatchObject({ resultCode: 1 });
        for (const mutated of someMutations(seen)) await channel.post(bench.url, bytesOf(mutated));
        expect(originalSeen(bench, reversal)).toHaveLength(1);
      });

      it('simultaneous forms of one call are one transaction', async () => {
        const call = deduct({ transaction_data: klvText([['251', 'Visa']]) });
        const seen = written(call);
        await Promise.all(
          [seen, ...someMutations(seen), seen].map((each) => channel.post(bench.url, bytesOf(each))),
        );
        expect(originalSeen(bench, call)).toHaveLength(1);
      });
    });
  });
});
