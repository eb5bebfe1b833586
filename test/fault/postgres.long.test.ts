import { openStore, type Store } from '../../src/store/store.js';
import type { Ledger, TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';
import { again, answered, deduct, refused, reversal, withheld } from '../contract/samples.js';
import { MASTER_KEY, postgresServerTests } from '../support/databases.js';
import { Client } from 'pg';
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.js';
import { machineClock } from '../support/machine-clock.js';
import { until } from '../life/until.js';
import { sizeOf } from './size.js';
import { directoryOf } from '../support/directory.js';

const ENDPOINT = 'end-1';
/** Number of kills of single connections during work. */
const KILLS = sizeOf('CARDWAY_FAULT_KILLS', 10);

type Late = readonly [
  what: string,
  prepare: (ledger: Ledger) => Promise<void>,
  work: (ledger: Ledger) => Promise<unknown>,
  ended: Partial<TransactionRow>,
];

const NOTHING = (): Promise<void> => Promise.resolve();

postgresServerTests((name, create, server) => {
  describe(`a store on ${name} whose connections break`, () => {
    let store: Store;

    async function open(url: string, preparedStatements = true, busyGiveUpMs = 10_000): Promise<Store> {
      return openStore({
        databaseUrl: url,
        masterKey: MASTER_KEY,
        clock: machineClock,
        settings: { preparedStatements, busyGiveUpMs },
      });
    }

    beforeEach(async () => {
      const database = await create();
      const direct = await database.open();
      await directoryOf(direct).putProgramme({ programme: 'sandbox' });
      await direct.endpoints.add({
        ...{ endpointId: ENDPOINT, actor: 'added' },
        ...{ programme: 'sandbox', url: 'https://end.example', choice: {} },
      });
      await database.close();
    });

    afterEach(async () => {
      await store.close();
    });

    /** Rotates the secret. Each rotation leaves one row in the audit log, so that a second one would be visible. */
    const rotate = async (actor: string): Promise<void> => {
      await store.endpoints.rotateSecret({ endpointId: ENDPOINT, actor, overlapMs: 0 });
    };

    const timesDone = async (): Promise<Map<string, number>> => {
      const rows = await asked<{ actor: string; times: number }>(
        `select actor, count(*)::int as times from audit_log where subject = '${ENDPOINT}' group by actor`,
      );
      return new Map(rows.map(({ actor, times }) => [actor, times]));
    };

    async function asked<Row>(sql: string): Promise<Row[]> {
      const client = new Client(server().url);
      await client.connect();
      const { rows } = await client.query(sql);
      await client.end();
      return rows as Row[];
    }

    describe('in the middle of a commit', () => {
      let proxy: CuttingProxy;

      beforeEach(async () => {
        proxy = await startCuttingProxy(server().url);
        // Without statement names, the proxy sees the text of each commit.
        store = await open(proxy.through(server().url), false);
      });

      afterEach(async () => {
        await proxy.close();
      });

      const LATE: readonly Late[] = [
        ['a claim', NOTHING, ({ claim }) => claim(deduct()), { state: 'refused', failure: 'not_confirmed' }],
        [
          'a claim of an advice',
          NOTHING,
          ({ claim }) => claim(reversal()),
          { state: 'queued', sentAtMs: null },
        ],
        [
          'a claim of a refused call',
          async ({ claim, apply }) => {
            await claim(deduct());
            await apply(refused(deduct().requestId));
          },
          ({ reclaim }) => reclaim(again(deduct().requestId)),
          { state: 'refused', failure: 'not_confirmed', attempt: 2 },
        ],
        [
          'a lease of an advice',
          async ({ claim, apply }) => {
            await claim(reversal());
            await apply(withheld(reversal().requestId, 'waiting'));
          },
          ({ leaseQueued }) => leaseQueued({ owner: 'b', leaseMs: 9_000, limit: 1 }),
          { state: 'queued', sentAtMs: null, attempt: 2 },
        ],
      ];

      describe.each(LATE)('%s, whose caller was refused,', (_, prepare, work, ended) => {
        it.each(['before', 'after'] as const)(
          'counts as not sent, interrupted %s the commit arrived, by a server that goes away',
          async (moment) => {
            await store.close();
            store = await open(proxy.through(server().url), false, 200);
            await prepare(store.ledger);
            const rows = async (): Promise<readonly TransactionRow[]> =>
              store.ledger.withTexts((await store.ledger.list({ filter: {} })).rows);
            const before = await rows();
            let comeBack = (): void => undefined;
            const away = new Promise<void>((resolve) => (comeBack = resolve));
            const cut = proxy.cutAtCommit(moment, away);
            await expect(work(store.ledger)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
            await cut;
            comeBack();
            if (moment === 'before') expect(await rows()).toEqual(before);
            else {
              await until('it is ended', async () => {
                const [row] = await rows();
                return row !== undefined && row.state !== 'pending';
              });
              expect(await rows()).toMatchObject([ended]);
            }
          },
        );
      });

      it.each(['before', 'after'] as const)(
        'saves each of 100 claims and settlements once, interrupted again and again %s a commit arrived',
        async (moment) => {
          const calls = Array.from({ length: 100 }, (_, index) =>
            deduct({ requestId: `5001_20260101220405_${String(index)}`, transactionId: String(index) }),
          );
          for (let from = 0; from < calls.length; from += 20) {
            const some = calls.slice(from, from + 20);
            let cut = proxy.cutAtCommit(moment);
            const claimed = await Promise.all(some.map((call) => store.ledger.claim(call)));
            expect(claimed).toEqual(some.map(() => ({ kind: 'claimed', attempt: 1 })));
            await cut;
            cut = proxy.cutAtCommit(moment);
            const applied = await Promise.all(
              some.map((call) => store.ledger.apply(answered(call.requestId, { claimed: call }))),
            );
            expect(applied).toEqual(some.map(() => ({ kind: 'moved', state: 'answered', row: null })));
            await cut;
          }
          expect(
            await asked(
              "select count(*)::int as rows from transactions where state = 'answered' and raw_answer is not null",
            ),
          ).toEqual([{ rows: 100 }]);
        },
      );

      it.each(['before', 'after'] as const)(
        'commits once, interrupted %s the commit arrived',
        async (moment) => {
          await rotate('first');
          const cut = proxy.cutAtCommit(moment);
          await rotate('second');
          await cut;
          await rotate('third');
          expect(await timesDone()).toEqual(
            new Map([
              ['added', 1],
              ['first', 1],
              ['second', 1],
              ['third', 1],
            ]),
          );
        },
      );
    });

    it.each([true, false])(
      'loses nothing that was acknowledged, and does nothing twice (statements under names: %s)',
      async (isNamed) => {
        store = await open(server().url, isNamed);
        const acknowledged = {
          claimed: new Set<string>(),
          answered: new Set<string>(),
          rotated: new Set<string>(),
        };
        const killing = killConnections(server().adminUrl);
        let number = 0;
        const work = async (): Promise<void> => {
          while (killing.count() < KILLS || acknowledged.answered.size < KILLS) {
            number += 1;
            const requestId = `5001_20260101220405_${String(number)}`;
            const actor = `actor-${String(number)}`;
            await store.ledger
              .claim(deduct({ requestId, transactionId: String(number) }))
              .then(
                ({ kind }) => kind === 'claimed' && acknowledged.claimed.add(requestId),
                ignoreUnavailable,
              );
            await store.ledger
              .apply(answered(requestId))
              .then(
                ({ kind }) => kind === 'moved' && acknowledged.answered.add(requestId),
                ignoreUnavailable,
              );
            await rotate(actor).then(() => acknowledged.rotated.add(actor), ignoreUnavailable);
          }
        };
        await Promise.all(Array.from({ length: 8 }, work));
        await killing.stop();
        const done = await timesDone();
        const rows = await asked<{ request_id: string; state: string }>(
          'select request_id, state from transactions',
        );
        const states = new Map(rows.map(({ request_id, state }) => [request_id, state]));
        expect([...acknowledged.claimed].filter((id) => !states.has(id))).toEqual([]);
        expect([...acknowledged.answered].filter((id) => states.get(id) !== 'answered')).toEqual([]);
        expect([...acknowledged.rotated].filter((actor) => done.get(actor) !== 1)).toEqual([]);
        expect([...done].filter(([, times]) => times > 1)).toEqual([]);
        expect(await store.status()).toEqual({ isReady: true });
      },
    );

    it.each(['fast', 'immediate'] as const)('continues after a %s restart of PostgreSQL', async (mode) => {
      store = await open(server().url);
      await store.ledger.claim(deduct());
      const restarted = server().restart(mode);
      const actors = Array.from({ length: 20 }, (_, index) => `during ${String(index)}`);
      await Promise.all(actors.map((actor) => rotate(actor)));
      await restarted;
      expect(await store.ledger.find(deduct().requestId)).not.toBeNull();
      const done = await timesDone();
      expect(actors.map((actor) => done.get(actor))).toEqual(actors.map(() => 1));
    });
  });
});

function ignoreUnavailable(error: unknown): void {
  if ((error as { code?: string }).code !== 'UNAVAILABLE') throw error;
}

/** Ends every connection of the store, again and again. */
function killConnections(adminUrl: string): { count(): number; stop(): Promise<void> } {
  let isStopped = false;
  let killed = 0;
  const kill = async (): Promise<void> => {
    const client = new Client(adminUrl);
    await client.connect();
    while (!isStopped) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'cardway' and random() < 0.3`,
      );
      killed += rowCount ?? 0;
      await client.query('select pg_sleep(0.03)');
    }
    await client.end();
  };
  const killing = kill();
  return {
    count: () => killed,
    stop() {
      isStopped = true;
      return killing;
    },
  };
}
