/**
 * Makes the fixture of this version. Run it in the project's folder, after a build:
 *
 *   node bench/run.cjs test/databases/make.ts
 *
 * PostgreSQL and its pg_dump must be installed on the machine.
 */
import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { MOVED_TABLES } from '../../src/store/maintenance/rows.js';
import { runCli, temporaryFolder } from '../support/gateway.js';
import { installationWithDump } from '../support/postgres-dump.js';
import { startPostgres } from '../support/postgres.js';
import type { InHand } from './in-hand.js';
import { useEverything } from './use-everything.js';

/** Master keys that protect nothing: a text, which is stretched, and the bytes of a key. */
const MASTER_KEYS = {
  sqlite: 'master key of a fixture, which protects nothing',
  postgres: `hex:${'7e'.repeat(32)}`,
} as const;

/** Values that each must occur in the ledger, the attempts and the deliveries. */
const KINDS: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  [
    'transactions',
    'state',
    ['answered', 'contradicted', 'failed', 'in_doubt', 'pending', 'queued', 'refused', 'unmatched'],
  ],
  ['transactions', 'door', ['graphql', 'json', 'xmlrpc', 'gateway']],
  [
    'transactions',
    'default_reason',
    [
      'advice_accepted',
      'invalid_answer',
      'original_not_processed',
      'refused',
      'settled_by_operator',
      'timeout',
    ],
  ],
  [
    'provisioning_attempts',
    'state',
    ['authorized', 'declined', 'digitized', 'expired', 'issued', 'superseded', 'verified'],
  ],
  ['activation_codes', 'state', ['checked', 'issued', 'superseded']],
  ['digitizations', 'state', ['active', 'deleted', 'exception', 'stopped']],
  ['deliveries', 'state', ['dead', 'delivered', 'pending']],
  ['endpoints', 'disabled_reason', ['gone', 'operator']],
  ['shared_keys', 'state', ['active', 'retired', 'retiring']],
];

type Ask = (sql: string) => Promise<readonly Record<string, unknown>[]>;

async function requireEachKind(ask: Ask): Promise<void> {
  for (const { name } of MOVED_TABLES)
    if ((await ask(`select 1 from ${name} limit 1`)).length === 0) throw new Error(`${name} is empty.`);
  for (const [table, column, values] of KINDS) {
    const rows = await ask(`select distinct ${column} as kind from ${table}`);
    const found = rows.map(({ kind }) => kind);
    const missing = values.filter((value) => !found.includes(value));
    if (missing.length > 0)
      throw new Error(`${table} has no ${column} ${missing.join(', ')}, only ${found.join(', ')}.`);
  }
}

async function makeSqlite(target: string): Promise<InHand> {
  const folder = temporaryFolder();
  const file = join(folder, 'cardway.db');
  const env = { CARDWAY_DATABASE_URL: `sqlite:${file}`, CARDWAY_MASTER_KEY: MASTER_KEYS.sqlite };
  const inHand = await useEverything(MASTER_KEYS.sqlite, { env, folder });
  const copy = join(folder, 'copy.db');
  const { status, err } = await runCli(['backup', copy], env);
  if (status !== 0) throw new Error(err);
  const database = new Database(copy, { readonly: true });
  await requireEachKind((sql) => Promise.resolve(database.prepare(sql).all() as Record<string, unknown>[]));
  database.close();
  writeFileSync(target, gzipSync(readFileSync(copy), { level: 9 }));
  rmSync(folder, { recursive: true, force: true });
  return inHand;
}

async function makePostgres(target: string): Promise<InHand> {
  const binaries = installationWithDump();
  if (binaries === null) throw new Error('There is no PostgreSQL with pg_dump in /usr/lib/postgresql.');
  const server = await startPostgres({ binaries });
  const folder = temporaryFolder();
  try {
    const env = { CARDWAY_DATABASE_URL: server.url };
    const inHand = await useEverything(MASTER_KEYS.postgres, { env, folder });
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await requireEachKind(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
    await client.end();
    // Text, so that tests need no pg_restore.
    const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100'];
    const dump = spawnSync(join(binaries, 'pg_dump'), [...options, server.url], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (dump.status !== 0) throw new Error(dump.stderr);
    // Commands of psql are not SQL.
    writeFileSync(target, gzipSync(dump.stdout.replace(/^\\.*$/gm, ''), { level: 9 }));
    return inHand;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const root = process.cwd();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const folder = resolve('test/databases', version);
  mkdirSync(folder, { recursive: true });
  const sqlite = await makeSqlite(join(folder, 'sqlite.db.gz'));
  process.chdir(root);
  const postgres = await makePostgres(join(folder, 'postgres.sql.gz'));
  const about = { version, sqlite, postgres };
  writeFileSync(join(folder, 'in-hand.json'), `${JSON.stringify(about, null, 2)}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
