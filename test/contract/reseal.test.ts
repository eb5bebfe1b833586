import { openStore, type Store } from '../../src/store/store.js';
import { usable } from '../../src/use-cases/directory/directory-port.js';
import { eachDatabase, MASTER_KEY } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { adjustment } from './samples.js';
import { directoryOf } from '../support/directory.js';

const PRESENT = `hex:${MASTER_KEY.toString('hex')}`;
const NEXT = `hex:${'5e'.repeat(32)}`;

eachDatabase((name, create) => {
  it(`reseal on ${name} seals every value with the other key, and back`, async () => {
    const database = await create();
    const open = (masterKey: string, otherMasterKey: string): Promise<Store> =>
      openStore({ databaseUrl: database.url, masterKey, otherMasterKey, clock: testClock() });
    const store = await database.open();
    await store.migrate();
    const body = store.sealer.seal(Buffer.from('{}'), `transaction:${adjustment().requestId}`);
    await store.ledger.claim(adjustment({ sealedBody: body }));
    await directoryOf(store).putProgramme({ programme: 'sandbox' });
    for (let number = 0; number < 60; number += 1)
      await directoryOf(store).putTerminal({
        ...{ terminalId: `T${String(number)}`, programme: 'sandbox', password: 'a password' },
      });
    const entry = { actor: 'ada', action: 'test', subject: '', reason: '', before: 'null', after: 'null' };
    await store.history.record(entry);
    const hash = store.sealer.keyedHash('content', 'text');
    for (const keys of [[NEXT, PRESENT] as const, [PRESENT, NEXT] as const]) {
      const other = await open(...keys);
      // The passwords, the body and the hash key.
      expect(await other.reseal()).toBe(62);
      expect(await other.reseal()).toBe(0);
      expect(usable(await other.directory.terminal('T59'))?.passwords.map(String)).toEqual(['a password']);
      expect(other.sealer.keyedHash('content', 'text')).toBe(hash);
      await other.history.record(entry);
      const { broken } = await other.auditChain.verify({ after: null, heads: [], limit: 100 });
      expect(broken).toBeNull();
      await other.close();
    }
    await database.close();
  });
});
