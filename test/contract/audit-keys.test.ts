/** Tests the audit log after its key was changed, with entries by somebody who knows the previous key. */
import { randomBytes } from 'node:crypto';
import { chainHash, createAuditKey } from '../../src/core/access/audit-chain.js';
import { createSealer } from '../../src/core/access/seal.js';
import { auditKeyContext } from '../../src/store/access/audit-state.js';
import { openStore, type Store } from '../../src/store/store.js';
import { eachDatabase, MASTER_KEY, type TestDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';

const NEXT_MASTER_KEY = `hex:${'5e'.repeat(32)}`;

eachDatabase((name, create) => {
  describe(`the audit log on ${name}, with another master key`, () => {
    let database: TestDatabase;
    let before: Store;
    let store: Store;

    const record = (by: Store, subject: string) =>
      by.history.record({
        ...{ actor: 'cli:ada', action: 'put_wallet', subject, reason: '' },
        ...{ before: 'null', after: 'null' },
      });

    beforeEach(async () => {
      database = await create();
      before = await database.open();
      await before.migrate();
      for (const subject of ['wallet-1', 'wallet-2']) await record(before, subject);
      await before.auditChain.chain();
    });
    afterEach(async () => {
      // Other tests use the same database server.
      await store.reseal(MASTER_KEY);
      await store.close();
      await database.close();
    });

    /** Changes the master key, and with it the audit key. */
    async function reseal(): Promise<void> {
      await before.reseal(NEXT_MASTER_KEY);
      store = await openNext();
    }

    const openNext = (): Promise<Store> =>
      openStore({ databaseUrl: database.url, masterKey: NEXT_MASTER_KEY, clock: testClock() });

    /** Changes the keys, and chains another entry. */
    async function change(): Promise<void> {
      await reseal();
      await record(store, 'wallet-3');
      await store.auditChain.chain();
    }

    /** Returns the audit key that is in use, as somebody has it who read it earlier. */
    async function leakedKey(): Promise<ReturnType<typeof createAuditKey>> {
      const [row] = await database.query('select key_number, sealed_key from audit_keys');
      const { key_number: keyNumber, sealed_key: sealed } = row as { key_number: number; sealed_key: Buffer };
      const sealer = createSealer({ masterKey: MASTER_KEY, random: randomBytes });
      return createAuditKey(keyNumber, sealer.open(sealed, auditKeyContext(keyNumber)));
    }

    it('keeps its chain, under a new audit key', async () => {
      const published = await before.auditChain.head();
      await change();
      expect(await store.auditChain.verify({ after: null, heads: [published!], limit: 10 })).toMatchObject({
        checked: 4,
        broken: null,
      });
    });

    it('puts no new key behind an entry that the previous one does not prove', async () => {
      await database.query('update audit_chain set mac = hash where position = 2');
      await reseal();
      expect(await store.auditChain.head()).toBeNull();
    });

    it('takes no later entry under the previous audit key', async () => {
      const previous = await leakedKey();
      await change();
      const [row] = await database.query('select hash from audit_chain where position = 4');
      const mac = previous.macOfEntry(4, (row as { hash: string }).hash);
      await database.query(`update audit_chain set key_number = 1, mac = '${mac}' where position = 4`);
      const { broken } = await store.auditChain.verify({ after: null, heads: [], limit: 10 });
      expect(broken).toMatchObject({ kind: 'changed', position: 4 });
    });

    it('takes no end under the previous audit key in place of the new key', async () => {
      const previous = await leakedKey();
      await change();
      // Somebody with the previous key puts an entry of that key in place of the change, with a row that they like.
      const rows = await database.query('select hash, entry from audit_chain order by position');
      const [, second, , last] = rows as { hash: string; entry: string }[];
      const entry = last!.entry.replace('"position":4', '"position":3');
      const hash = chainHash(second!.hash, entry);
      const mac = previous.macOfEntry(3, hash);
      for (const statement of [
        'delete from audit_chain where position = 3',
        `update audit_chain set position = 3, entry = '${entry}', hash = '${hash}', mac = '${mac}', key_number = 1
         where position = 4`,
        'update audit_log set chain_position = 3 where chain_position = 4',
      ])
        await database.query(statement);

      expect(await store.auditChain.head()).toBeNull();
      const { broken } = await store.auditChain.verify({ after: null, heads: [], limit: 10 });
      expect(broken).toMatchObject({ kind: 'cut_off', position: 4 });

      await store.close();
      store = await openNext();
      await record(store, 'wallet-4');
      expect(await store.auditChain.chain()).toMatchObject({
        chained: 1,
        problem: expect.stringContaining('the change of the key') as string,
      });
    });
  });
});
