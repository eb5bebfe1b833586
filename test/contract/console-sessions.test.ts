import type { Store } from '../../src/store/store.js';
import { eachDatabase, type TestDatabase } from '../support/databases.js';
import { testClock, type TestClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';
import { directoryOf } from '../support/directory.js';

const START_MS = 1_000_000_000;
const MINUTE_MS = 60_000;
const IDLE_MS = 15 * MINUTE_MS;
const MAX_MS = 8 * 60 * MINUTE_MS;
const ANNA = { keyId: 'anna', key: 'cardway_anna', role: 'operator' as const, programme: null };

eachDatabase((name, create) => {
  describe(`console sessions on ${name}`, () => {
    let here: Store;
    let there: Store;
    let database: TestDatabase;
    const databaseClock: TestClock = testClock(START_MS);
    // The clocks of both processes are wrong, and one of them far ahead.
    const kept = keptFor(create, async (made) => ({
      here: await made.open({ clock: testClock(5), databaseClock }),
      there: await made.open({ clock: testClock(2 * START_MS), databaseClock }),
    }));

    beforeEach(async () => {
      databaseClock.set(START_MS);
      ({ here, there, database } = await kept());
      await directoryOf(here).putApiKey(ANNA);
    });

    const begin = (keyId = 'anna', countMax = 100): Promise<string> =>
      here.consoleSessions.begin({ keyId, address: '192.0.2.1', maxMs: MAX_MS, countMax });

    const beginOfMary = (): Promise<string> =>
      here.consoleSessions.begin({
        keyId: 'Mary <mary>',
        role: 'auditor',
        address: '192.0.2.1',
        maxMs: MAX_MS,
        countMax: 100,
      });

    const audited = async () => {
      const { rows } = await there.administration.audit.list({ filter: {}, first: 50 });
      const own = rows.filter(({ actor }) => actor !== 'test');
      return own.map(({ actor, action, subject, reason }) => [actor, action, subject, reason]);
    };

    it('are known on every node, with the key as it is now', async () => {
      const token = await begin();
      expect(await there.consoleSessions.find(token)).toEqual({
        keyId: 'anna',
        lastActiveAtMs: START_MS,
        endsAtMs: START_MS + MAX_MS,
        nowMs: START_MS,
        key: { keyId: 'anna', role: 'operator', programme: null, terminalIds: null, documents: 'any' },
        isOfPerson: false,
      });
      await database.query("update api_keys set role = 'network'");
      expect((await there.consoleSessions.find(token))?.key).toMatchObject({ role: 'network' });
      await directoryOf(here).putApiKey({ ...ANNA, isDisabled: true });
      expect((await there.consoleSessions.find(token))?.key).toMatchObject({
        unusable: 'The key was revoked.',
      });
      expect(await there.consoleSessions.find(`${token.slice(0, -1)}~`)).toBeNull();
    });

    it('are stored without their token', async () => {
      const token = await begin();
      const rows = JSON.stringify(await database.query('select * from console_sessions'));
      expect(rows).toContain('anna');
      expect(rows).not.toContain(token);
      expect(new Set([token, await begin(), await begin()]).size).toBe(3);
    });

    it('of people carry their role and name, and no key', async () => {
      const token = await beginOfMary();
      expect(await there.consoleSessions.find(token)).toMatchObject({
        keyId: 'Mary <mary>',
        key: { keyId: 'Mary <mary>', role: 'auditor', programme: null, terminalIds: null },
        isOfPerson: true,
      });
      expect(await there.consoleSessions.endOverdue({ idleMs: MAX_MS })).toBe(false);
      expect(await there.consoleSessions.find(token)).not.toBeNull();
      expect(await audited()).toEqual([['Mary <mary>', 'sign_in', 'Mary <mary>', '']]);
    });

    it('end at once on every node, once in the audit log', async () => {
      const token = await begin();
      const other = await begin();
      await Promise.all([there.consoleSessions.end(token), here.consoleSessions.end(token)]);
      await here.consoleSessions.end(token);
      expect(await here.consoleSessions.find(token)).toBeNull();
      expect(await here.consoleSessions.find(other)).not.toBeNull();
      expect(await audited()).toEqual([
        ['anna', 'sign_out', 'anna', ''],
        ['anna', 'sign_in', 'anna', ''],
        ['anna', 'sign_in', 'anna', ''],
      ]);
      const { rows } = await here.administration.audit.list({ filter: { action: 'sign_in' }, first: 1 });
      expect(JSON.parse(rows[0]!.after)).toMatchObject({ address: '192.0.2.1', endsAtMs: START_MS + MAX_MS });
    });

    it('note activity by the clock of the database, at most once in the interval', async () => {
      const token = await begin();
      const noted = async (afterMs: number): Promise<number> => {
        databaseClock.set(START_MS + afterMs);
        await there.consoleSessions.noteActivity({ token, everyMs: MINUTE_MS });
        return (await here.consoleSessions.find(token))!.lastActiveAtMs - START_MS;
      };
      expect(await noted(MINUTE_MS - 1)).toBe(0);
      expect(await noted(MINUTE_MS)).toBe(MINUTE_MS);
      expect(await noted(2 * MINUTE_MS - 1)).toBe(MINUTE_MS);
      expect(await noted(5 * MINUTE_MS)).toBe(5 * MINUTE_MS);
    });

    it('are deleted when they have ended, with the reason', async () => {
      const overdue = (): Promise<boolean> => there.consoleSessions.endOverdue({ idleMs: IDLE_MS });
      const reasons = async () =>
        (await audited()).filter(([, action]) => action === 'sign_out').map((row) => row[3]);
      const active = await begin();
      const idle = await begin();
      databaseClock.set(START_MS + IDLE_MS - 1);
      await here.consoleSessions.noteActivity({ token: active, everyMs: MINUTE_MS });
      expect([await overdue(), await reasons()]).toEqual([false, []]);
      databaseClock.set(START_MS + IDLE_MS);
      await overdue();
      expect(await reasons()).toEqual(['The session was idle for too long.']);
      expect(await here.consoleSessions.find(idle)).toBeNull();
      expect(await here.consoleSessions.find(active)).not.toBeNull();
      for (let atMs = START_MS; atMs < START_MS + MAX_MS; atMs += IDLE_MS / 2) {
        databaseClock.set(atMs);
        await here.consoleSessions.noteActivity({ token: active, everyMs: MINUTE_MS });
        await overdue();
      }
      expect(await here.consoleSessions.find(active)).not.toBeNull();
      databaseClock.set(START_MS + MAX_MS);
      await overdue();
      expect((await reasons())[0]).toBe('The session reached its longest time.');
      expect(await database.query('select * from console_sessions')).toEqual([]);
    });

    it('end when the clock of the database is set back', async () => {
      await begin();
      databaseClock.set(START_MS - IDLE_MS);
      await here.consoleSessions.endOverdue({ idleMs: IDLE_MS });
      expect(await database.query('select * from console_sessions')).toEqual([]);
    });

    it.each([
      ['is revoked', 'is_disabled = 1'],
      ['has expired', 'expires_at_ms = 5'],
      ['has another role', "role = 'network'"],
    ])('are deleted when their key %s', async (_name, change) => {
      await begin();
      await database.query(`update api_keys set ${change}`);
      await here.consoleSessions.endOverdue({ idleMs: IDLE_MS });
      expect((await audited())[0]).toEqual([
        'anna',
        'sign_out',
        'anna',
        'The key was revoked, has expired, or has another role.',
      ]);
      expect(await database.query('select * from console_sessions')).toEqual([]);
    });

    it('are deleted when the row of their key is gone, and those of people are not', async () => {
      const [token, ofMary] = [await begin(), await beginOfMary()];
      await database.query("delete from api_keys where key_id = 'anna'");
      expect((await there.consoleSessions.find(token))?.key).toMatchObject({ unusable: 'The key is gone.' });
      await here.consoleSessions.endOverdue({ idleMs: IDLE_MS });
      expect(await here.consoleSessions.find(token)).toBeNull();
      expect(await here.consoleSessions.find(ofMary)).not.toBeNull();
    });

    it('of one key are limited: the oldest gives way', async () => {
      await directoryOf(here).putApiKey({ ...ANNA, keyId: 'ben', key: 'cardway_ben' });
      const other = await begin('ben');
      const tokens: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        databaseClock.set(START_MS + count);
        tokens.push(await begin('anna', 3));
      }
      const found = await Promise.all([other, ...tokens].map((token) => there.consoleSessions.find(token)));
      expect(found.map((session) => session !== null)).toEqual([true, false, true, true, true]);
      expect((await audited())[1]).toEqual([
        'anna',
        'sign_out',
        'anna',
        'A newer session of the key took its place.',
      ]);
    });

    it('are ended by the hundred', async () => {
      for (let count = 0; count < 101; count += 1) await begin('anna', 200);
      databaseClock.set(START_MS + MAX_MS);
      expect(await here.consoleSessions.endOverdue({ idleMs: IDLE_MS })).toBe(true);
      expect(await there.consoleSessions.endOverdue({ idleMs: IDLE_MS })).toBe(false);
      expect(await database.query('select * from console_sessions')).toEqual([]);
    });
  });
});
