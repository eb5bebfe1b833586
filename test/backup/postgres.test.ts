import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runCli, temporaryFolder } from '../support/gateway.js';

const MASTER_KEY = { CARDWAY_MASTER_KEY: `hex:${'7e'.repeat(32)}` };
const folder = temporaryFolder();

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('without pg_dump the error says what to do and does not show the password', async () => {
  const { status, out, err } = await runCli(['backup', join(folder, 'none')], {
    ...MASTER_KEY,
    CARDWAY_DATABASE_URL: 'postgres://cardway:canary@127.0.0.1:1/none',
    PATH: '/nowhere',
  });
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('pg_dump cannot be run here');
  expect(err).toContain('pgBackRest');
  expect(err).not.toContain('canary');
  expect(readdirSync(folder)).toEqual([]);
});

describe('with a pg_dump that tells its environment', () => {
  /** Runs a backup with a program that writes its environment as the dump. Resolves with the variables of PostgreSQL. */
  async function backUp(name: string, url: string, status = 0) {
    const bin = join(folder, `bin-${name}`);
    mkdirSync(bin);
    const script = `#!/bin/sh\nfor last; do :; done\n/usr/bin/env > "\${last#--file=}"\nexit ${String(status)}\n`;
    writeFileSync(join(bin, 'pg_dump'), script);
    chmodSync(join(bin, 'pg_dump'), 0o755);
    const file = join(folder, name);
    const ended = await runCli(['backup', file], { ...MASTER_KEY, CARDWAY_DATABASE_URL: url, PATH: bin });
    return { ...ended, file };
  }

  const variablesIn = (file: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('PG'))
        .map((line) => line.split('=', 2) as [string, string]),
    );

  it.each<[string, string, Record<string, string>]>([
    [
      'plain',
      'postgres://ada:p%40ss@db.internal:6543/cardway',
      {
        PGHOST: 'db.internal',
        PGPORT: '6543',
        PGUSER: 'ada',
        PGPASSWORD: 'p@ss',
        PGDATABASE: 'cardway',
        PGSSLMODE: 'disable',
      },
    ],
    ['ipv6', 'postgres://ada@[::1]/cardway', { PGHOST: '::1', PGPORT: '5432' }],
    ['socket', 'postgres://ada@unused/cardway?host=/run/postgresql', { PGHOST: '/run/postgresql' }],
    [
      'authorities',
      'postgres://ada@db.internal/cardway?sslmode=verify-full',
      { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' },
    ],
  ])('it reaches the server that serve reaches: %s', async (name, url, expected) => {
    const { status, err, file } = await backUp(name, url);
    expect([status, err]).toEqual([0, '']);
    expect(variablesIn(file)).toMatchObject(expected);
  });

  it('it gets the files of TLS', async () => {
    const files = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => {
      const path = join(folder, `${name}.pem`);
      writeFileSync(path, '');
      return `${name}=${path}`;
    });
    const url = `postgres://ada@db.internal/cardway?sslmode=verify-full&${files.join('&')}`;
    const { status, err, file } = await backUp('tls', url);
    expect([status, err]).toEqual([0, '']);
    expect(variablesIn(file)).toMatchObject({
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: join(folder, 'sslrootcert.pem'),
      PGSSLCERT: join(folder, 'sslcert.pem'),
      PGSSLKEY: join(folder, 'sslkey.pem'),
    });
  });

  it('only the owner may read the dump', async () => {
    const { file } = await backUp('private', 'postgres://ada@db.internal/cardway');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('nothing stays of a dump that fails', async () => {
    const { status, err, file } = await backUp('failed', 'postgres://ada@db.internal/cardway', 1);
    expect([status, err]).toEqual([1, expect.stringContaining('pg_dump ended with status 1')]);
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });
});
