/** Tests a text as master key: scrypt in new databases, and the migration of databases of earlier releases. */
import { usable } from '../../../src/use-cases/directory/directory-port.js';
import { scryptSync } from 'node:crypto';
import { readMasterKey } from '../../../src/store/access/master-key.js';
import {
  createStretchKey,
  newStretching,
  printStretching,
  readStretching,
  type StretchKey,
} from '../../../src/store/engine/stretching.js';
import { backUp } from '../../../src/store/maintenance/backup.js';
import { moveDatabase } from '../../../src/store/maintenance/move.js';
import { restore, type RestoreReport } from '../../../src/store/maintenance/restore.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { eachDatabase, postgresServerTests, type TestDatabase } from '../../support/databases.js';
import { temporaryFolder, testClock } from './temporary-store.js';

/** Quick derivation, for cases about which keys exist. Cases about copies and earlier releases use the full cost. */
const stretch: StretchKey = (text, { salt }) => Promise.resolve(scryptSync(text, salt, 32, { cost: 2 }));
/** Full derivation, once per key for all stores of a file. */
const fullStretch = createStretchKey();

const TEXT = 'the text of an operator';
const OTHER = 'another text of an operator';

eachDatabase((name, create) => {
  /** Runs a case only on SQLite: stretching is the same on every database. */
  const onSqlite = (title: string, run: () => Promise<void>): void => {
    if (name === 'SQLite') it(title, run);
  };

  describe(name, () => {
    let database: TestDatabase;
    let opened: Store[];

    beforeEach(async () => {
      database = await create();
      // The databases of one server are tied to their own key.
      if (name === 'PostgreSQL') await database.query('delete from store_facts');
      opened = [];
    });
    afterEach(async () => {
      for (const store of opened) await store.close();
      await database.close();
    });

    async function begin(masterKey: Buffer | string, otherMasterKey?: string): Promise<Store> {
      const store = await openStore({
        databaseUrl: database.url,
        masterKey,
        otherMasterKey,
        stretch,
        clock: testClock(),
      });
      opened.push(store);
      return store;
    }

    async function open(masterKey: Buffer | string, otherMasterKey?: string): Promise<Store> {
      const store = await begin(masterKey, otherMasterKey);
      await store.migrate();
      return store;
    }

    /** Opens a store as releases before scrypt tied and sealed it: the same 32 bytes, and no record of their derivation. */
    const openPrevious = (text = TEXT): Promise<Store> => open(readMasterKey(text));

    async function fill(store: Store, password = 'a password'): Promise<void> {
      await store.directoryAdmin.putProgramme({ programme: 'shop' });
      await store.directoryAdmin.putTerminal({ terminalId: '0068766621', programme: 'shop', password });
      await store.directoryAdmin.putApiKey({
        keyId: 'till',
        key: 'a key',
        role: 'client',
        programme: 'shop',
      });
    }

    async function expectFilled(store: Store, passwords = ['a password']): Promise<void> {
      expect(usable(await store.directory.terminal('0068766621'))?.passwords.map(String)).toEqual(passwords);
      expect(usable(await store.directory.apiKey('a key'))?.keyId).toBe('till');
    }

    const facts = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await database.query<{ name: string; value: string }>('select name, value from store_facts')).map(
          ({ name, value }) => [name, value],
        ),
      );

    it('a new database stretches it, records the parameters, and opens again', async () => {
      const store = await open(TEXT);
      await fill(store);
      expect(store.masterKey).toMatchObject({ isLegacyDerivation: false });
      expect((await facts())['master_key_stretching']).toMatch(
        /^\{"kdf":"scrypt","salt":"[0-9a-f]{32}","N":32768,"r":8,"p":3\}$/,
      );
      await expectFilled(await open(TEXT));
      await expect(open(OTHER)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(openPrevious()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });

    onSqlite('bytes are taken as they are, and nothing is said', async () => {
      const bytes = `hex:${'5e'.repeat(32)}`;
      const store = await open(bytes);
      await fill(store);
      expect(store.masterKey).toMatchObject({ isLegacyDerivation: false });
      expect(await facts()).not.toHaveProperty('master_key_stretching');
      await expectFilled(await open(Buffer.alloc(32, 0x5e)));
    });

    it('several nodes that start at once use the salt of the first', async () => {
      const stores = await Promise.all([1, 2, 3].map(() => begin(TEXT)));
      // One process migrates the schema. The later steps run in all at once.
      await stores[0]!.migrate();
      await Promise.all(stores.slice(1).map((store) => store.migrate()));
      await fill(stores[0]!);
      for (const store of stores) await expectFilled(store);
      await stores[2]!.directoryAdmin.putTerminal({
        terminalId: '0029504320',
        programme: 'shop',
        password: 'x',
      });
      expect(usable(await stores[1]!.directory.terminal('0029504320'))?.passwords.map(String)).toEqual(['x']);
    });

    it('a database of an earlier release opens, is resealed while in use, and opens again', async () => {
      const previous = await openPrevious();
      await fill(previous);
      const hash = previous.sealer.keyedHash('content', 'some content');
      await previous.close();
      opened = [];

      const running = await open(TEXT);
      expect(running.masterKey.isLegacyDerivation).toBe(true);
      await expectFilled(running);
      expect(running.sealer.masterKeyCheck()).toBe((await facts())['master_key_check']);

      const command = await begin(TEXT);
      // The password, and the key of the audit log.
      expect(await command.resealBeside()).toBe(2);
      expect(command.masterKey.isLegacyDerivation).toBe(false);
      await expectFilled(await begin(TEXT));

      // A process that has the database open continues, and its sealed values still open everywhere. It changes over with the
      // next reload.
      await running.directoryAdmin.putTerminal({
        terminalId: '0029504320',
        programme: 'shop',
        password: 'x',
      });
      const after = await open(TEXT);
      expect(usable(await after.directory.terminal('0029504320'))?.passwords.map(String)).toEqual(['x']);
      await running.useMasterKeys({ masterKey: TEXT, otherMasterKey: undefined });
      expect(running.masterKey.isLegacyDerivation).toBe(false);
      expect(await after.resealBeside()).toBe(1);
      await expectFilled(running);
      expect(after.sealer.keyedHash('content', 'some content')).toBe(hash);
      expect(after.sealer.masterKeyCheck()).toBe((await facts())['master_key_check']);
      await expect(openPrevious()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });

    onSqlite('stretches the new text when the master key changes to another text', async () => {
      const previous = await openPrevious();
      await fill(previous);
      const running = await open(TEXT);
      await running.useMasterKeys({ masterKey: OTHER, otherMasterKey: TEXT });
      await expectFilled(running);
      const command = await open(OTHER, TEXT);
      expect(await command.resealBeside()).toBe(2);
      const after = await open(OTHER);
      expect(after.masterKey.isLegacyDerivation).toBe(false);
      await expectFilled(after);
      await expect(openPrevious(OTHER)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(open(TEXT)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });

    it('a reseal that fails in the middle loses nothing, and the next one completes it', async () => {
      const previous = await openPrevious();
      await fill(previous);
      const sharedKey = { programme: 'shop', sharedKeyId: '001', key: Buffer.alloc(32, 3), actor: 'test' };
      await previous.provisioningAdmin.addSharedKey(sharedKey);
      const [row] = await database.query<{ sealed_key: Buffer }>('select sealed_key from shared_keys');
      await database.query(`update shared_keys set sealed_key = ${BROKEN[name]!}`);
      const command = await open(TEXT);
      await expect(command.resealBeside()).rejects.toMatchObject({ code: 'INTERNAL' });

      // After the failure, passwords are sealed again, the shared key is not, and the database is tied to the stretched key.
      const hex = Buffer.from(row!.sealed_key).toString('hex');
      await database.query(
        `update shared_keys set sealed_key = ${name === 'SQLite' ? `x'${hex}'` : `'\\x${hex}'`}`,
      );
      const after = await open(TEXT);
      expect(after.masterKey.isLegacyDerivation).toBe(false);
      await expectFilled(after);
      const wanted = { programme: 'shop', cardId: 1, sharedKeyId: '001' };
      const keyIn = async (store: Store): Promise<unknown> =>
        (await store.provisioning.readForVerification(wanted)).sharedKey?.key;
      expect(await keyIn(after)).toEqual(sharedKey.key);
      expect(await after.resealBeside()).toBe(2);
      expect(await after.resealBeside()).toBe(0);
      expect(await keyIn(await open(TEXT))).toEqual(sharedKey.key);
    });

    onSqlite('the command, which migrates nothing, stretches the next key too', async () => {
      const bytes = Buffer.alloc(32, 9);
      await fill(await open(bytes));
      const command = await begin(TEXT, `hex:${bytes.toString('hex')}`);
      expect(await command.resealBeside()).toBe(2);
      const after = await open(TEXT);
      expect(after.masterKey.isLegacyDerivation).toBe(false);
      await expectFilled(after);
      await expect(openPrevious()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });

    onSqlite('everything at once under a text, with all gateways stopped', async () => {
      const store = await open(Buffer.alloc(32, 9));
      await fill(store);
      await store.reseal(TEXT);
      await expectFilled(await open(TEXT));
      await expect(openPrevious()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
});

describe('copies of a database whose master key is a text', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => (folder = temporaryFolder()));
  afterEach(() => folder.remove());

  const urlOf = (name: string): string => `sqlite:${folder.file}.${name}`;
  const passwordIn = async (store: Store): Promise<unknown> =>
    usable(await store.directory.terminal('0068766621'))?.passwords.map(String);

  async function openAt(name: string, masterKey: Buffer | string = TEXT): Promise<Store> {
    const store = await openStore({
      databaseUrl: urlOf(name),
      masterKey,
      stretch: fullStretch,
      clock: testClock(),
    });
    await store.migrate();
    return store;
  }

  async function make(name: string, masterKey: Buffer | string = TEXT): Promise<void> {
    const store = await openAt(name, masterKey);
    await store.directoryAdmin.putProgramme({ programme: 'shop' });
    const terminal = { terminalId: '0068766621', programme: 'shop', password: 'a password' };
    await store.directoryAdmin.putTerminal(terminal);
    await store.close();
  }

  const move = (to: string): Promise<unknown> =>
    moveDatabase({ from: urlOf('source'), to: urlOf(to), onProgress: () => undefined });

  it('a move copies the salt, also over the salt of a target with the same text', async () => {
    await make('source');
    await (await openAt('target')).close();
    await move('target');
    const store = await openAt('target');
    expect(await passwordIn(store)).toEqual(['a password']);
    expect(store.masterKey.isLegacyDerivation).toBe(false);
    await store.close();
  });

  it('moves a database of an earlier release without a salt, and reseals the copy', async () => {
    await make('source', readMasterKey(TEXT));
    await (await openAt('target')).close();
    await move('target');
    const store = await openAt('target');
    expect(store.masterKey.isLegacyDerivation).toBe(true);
    expect(await store.resealBeside()).toBe(2);
    await store.close();
    const after = await openAt('target');
    expect(await passwordIn(after)).toEqual(['a password']);
    await after.close();
  });

  it('a backup is restored only with the text that sealed it', async () => {
    await make('source');
    const to = `${folder.file}.backup`;
    backUp({ databaseUrl: urlOf('source'), to });
    const restoreWith = (masterKey: string): Promise<RestoreReport> =>
      restore({
        from: to,
        databaseUrl: urlOf('restored'),
        masterKey,
        isForced: false,
        isTrial: false,
        nowMs: 0,
      });
    await expect(restoreWith(OTHER)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await restoreWith(TEXT);
    const restored = await openAt('restored');
    expect(await passwordIn(restored)).toEqual(['a password']);
    await restored.close();
  });
});

/** Sealed value that no key opens. */
const BROKEN: Readonly<Record<string, string>> = {
  SQLite: 'zeroblob(60)',
  PostgreSQL: "decode(repeat('00', 60), 'hex')",
};

postgresServerTests((_name, _create, server) => {
  it('two nodes that open a new database at once use one salt, and read each other’s sealed values', async () => {
    const databaseUrl = await server().createDatabase();
    const start = async (): Promise<Store> => {
      const store = await openStore({ databaseUrl, masterKey: TEXT, stretch, clock: testClock() });
      await store.migrate();
      return store;
    };
    const [one, other] = await Promise.all([start(), start()]);
    const terminal = { terminalId: '0068766621', programme: 'shop', password: 'a password' };
    await one.directoryAdmin.putProgramme({ programme: 'shop' });
    await one.directoryAdmin.putTerminal(terminal);
    await other.directoryAdmin.putApiKey({ keyId: 'till', key: 'a key', role: 'client', programme: 'shop' });
    expect(usable(await other.directory.terminal('0068766621'))?.passwords.map(String)).toEqual([
      'a password',
    ]);
    expect(usable(await one.directory.apiKey('a key'))?.keyId).toBe('till');
    expect(one.sealer.masterKeyCheck()).toBe(other.sealer.masterKeyCheck());
    expect([one, other].map(({ masterKey }) => masterKey.isLegacyDerivation)).toEqual([false, false]);
    await Promise.all([one.close(), other.close()]);
  });
});

it.each([
  '',
  '{}',
  '{"kdf":"scrypt","salt":"00112233445566778899aabbccddeeff","N":2,"r":8,"p":1}',
  '{"kdf":"scrypt","salt":"00112233445566778899aabbccddeeff","N":32769,"r":8,"p":3}',
  '{"kdf":"scrypt","salt":"00112233445566778899aabbccddeeff","N":67108864,"r":8,"p":1}',
  '{"kdf":"none","salt":"00112233445566778899aabbccddeeff","N":32768,"r":8,"p":3}',
])('parameters that this program did not write are refused, especially weaker ones: %s', (written) => {
  expect(() => readStretching(written)).toThrow(/stretch/);
});

it('parameters are read as written', () => {
  const stretching = newStretching((size) => Buffer.alloc(size, 5));
  expect(readStretching(printStretching(stretching))).toEqual(stretching);
});
