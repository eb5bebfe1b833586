/** Tests a database of every version on SQLite. On PostgreSQL: test/databases/databases.long. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { fileOf, inHandOf, usedAgain, VERSIONS } from './used-again.js';

it('this version has a database', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(VERSIONS).toContain(version);
});

describe.each(VERSIONS)('of %s', (version) => {
  describe('on SQLite', () => {
    usedAgain({
      inHand: inHandOf(version).sqlite,
      unpack: (folder) => {
        const path = join(folder, 'cardway.db');
        writeFileSync(path, gunzipSync(fileOf(version, 'sqlite.db.gz')));
        return Promise.resolve(`sqlite:${path}`);
      },
      ask: (url, sql) => {
        const database = new Database(url.replace('sqlite:', ''));
        const statement = database.prepare(sql);
        const rows = statement.reader ? statement.all() : (statement.run(), []);
        database.close();
        return Promise.resolve(rows as Record<string, unknown>[]);
      },
    });
  });
});
