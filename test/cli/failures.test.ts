/** Failures as a sentence on standard error and a status (docs/commands.md). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { asking, cardway, databaseIn, HAS_STACK } from './command.js';

const folder = temporaryFolder();

/** Database settings by their fault. */
let databases: Readonly<Record<'right' | 'empty' | 'broken' | 'nowhere', Record<string, string>>>;

const gateway = sharedGateway();

beforeAll(async () => {
  const broken = join(folder, 'broken.db');
  writeFileSync(broken, 'this is no database, '.repeat(500));
  databases = {
    right: { ...databaseIn(folder), ...asking(gateway) },
    empty: { CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'empty.db')}` },
    broken: { CARDWAY_DATABASE_URL: `sqlite:${broken}` },
    nowhere: {
      CARDWAY_DATABASE_URL: 'postgres://ada:canary@127.0.0.1:1/cardway',
      CARDWAY_MASTER_KEY: `hex:${'ca'.repeat(32)}`,
    },
  };
  await cardway(['migrate'], databases.right);
});

async function fails(
  line: string,
  expected: { readonly status: number; readonly said: string },
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const args = line.replaceAll('GATEWAY', gateway.url).replaceAll('FOLDER', folder).split(' ');
  const { status, out, err } = await cardway(args, env);
  expect([status, out]).toEqual([expected.status, '']);
  expect(err).toContain(expected.said);
  expect(err).toMatch(/\n$/);
  expect(err).not.toMatch(HAS_STACK);
  expect(err).not.toContain('canary');
}

describe('status 2, wrong usage:', () => {
  it.each([
    ['terminals list --nonsense', "unknown option '--nonsense'"],
    ['nonsense', "unknown command 'nonsense'"],
    ['terminals show', "missing required argument 'terminal'"],
    ['wallets block', "missing required argument 'reference'"],
    ['keys create till', "required option '--role <role>' not specified"],
    [
      'keys create till --role clown',
      'Allowed choices are auditor, client, custodian, integrator, network, operator, settler',
    ],
    ['terminals rotate 0068766621 --overlap soon', 'for example 24h'],
    ['audit list --limit 0', '--limit must be a whole number above 0'],
    ['transactions purge', "required option '--before <time>' not specified"],
    [
      'transactions purge --before 2026-02-31 --reason x',
      '--before must be an ISO 8601 time of the calendar',
    ],
    ['keys expire till --at 2027-02-31', '--at must be a time (ISO 8601)'],
    ['move --from sqlite:a.db', "required option '--to <url>' not specified"],
    ['move --from a.db --to postgres://u@h/d', '--from must be sqlite:PATH.'],
    ['move --from sqlite:a.db --to mysql://canary@host', '--to must be postgres://'],
    ['endpoints list --url nonsense', 'It must be an http or https URL'],
  ])('%s', (line, said) => fails(line, { status: 2, said }, databases.right));
});

describe('status 1, an unknown name:', () => {
  it.each([
    ['terminals show 0000000000', 'No terminal has this id. (NOT_FOUND)'],
    ['terminals disable 0000000000', 'Terminal 0000000000 is not known; known: 0029504320, 0068766621.'],
    ['wallets get 999', 'No wallet has this reference. (NOT_FOUND)'],
    ['wallets block 999', 'Wallet 999 is not known; known: 43172792905, 556789731480.'],
    ['keys show nobody', 'No key has this id. (NOT_FOUND)'],
    ['keys revoke nobody', 'Key nobody is not known; known: sandbox-client, '],
    ['programmes show nothing', 'No programme has this name. (NOT_FOUND)'],
    ['terminals set 0068766621 --programme nothing', 'Programme nothing is not known; known: sandbox.'],
  ])('%s', (line, said) => fails(line, { status: 1, said }, databases.right));
});

describe('status 1, a refused value, by the name that the user typed:', () => {
  it.each([
    ['terminals add 123 --programme sandbox', '<terminal> must have 10 characters.', 'long enough'],
    ['terminals set 0068766621 --allow 1.2.3', '--allow must be addresses or networks'],
    ['wallets set 43172792905 --customer -1', '--customer must be an integer from 0'],
    ['wallets set 43172792905 --card -1', '--card must be an integer from 0'],
    [
      'keys create sandbox-client --role client --programme sandbox',
      '<key> names a key that is there already.',
    ],
    ['keys create k --role client --programme sandbox --terminal 12', '--terminal: the programme has no'],
    [
      'keys create k --role client --programme sandbox --expires 2020-01-01',
      '--expires must be in the future.',
    ],
    ['programmes set sandbox --step 0', '--step must be a whole number from 1 to 3600.'],
    ['deliveries list --event x', '--event must be the id of an event.'],
  ])('%s', async (line, said, input = '') => {
    const { status, err } = await cardway(line.split(' '), databases.right, input);
    expect([status, err]).toEqual([1, expect.stringContaining(said)]);
  });
});

describe('status 1, a file that cannot be used:', () => {
  it.each([
    ['wallets import FOLDER/none.csv --programme shop', 'none.csv cannot be read.'],
    ['terminals rotate 0068766621 --password-file FOLDER/none', 'none cannot be read.'],
    ['keys bootstrap ops --config FOLDER/none.yaml', 'CARDWAY_CONFIG'],
    ['listen --state FOLDER', '--state: '],
    ['backup FOLDER/none/copy.db', 'copy.db cannot be made.'],
    ['restore FOLDER/none', 'There is no backup at'],
    ['move --from sqlite:FOLDER --to postgres://u@127.0.0.1:1/d', 'cannot be opened.'],
  ])('%s', (line, said) => fails(line, { status: 1, said }, databases.right));
});

describe.each([
  ['a database that is none', 'broken', 'broken.db cannot be opened.'],
  ['a database without a schema', 'empty', 'Run cardway migrate.'],
] as const)('status 1, %s:', (_what, database, said) => {
  it.each(['keys bootstrap ops', 'audit verify'])('%s', (line) =>
    fails(line, { status: 1, said }, databases[database]),
  );
});

// Each command opens its database once, and waits two seconds for a server that may be starting.
it('status 1, an unreachable database server', () =>
  fails('audit verify', { status: 1, said: 'nobody listens there' }, databases.nowhere));

describe('status 1, the gateway:', () => {
  it.each([
    ['transactions --url http://127.0.0.1:1', 'or name another with --url.'],
    ['endpoints list --url http://127.0.0.1:1', 'or name another with --url.'],
    ['deliveries list --url http://127.0.0.1:1', 'or name another with --url.'],
    ['send Balance --url http://127.0.0.1:1', 'or name another with --url.'],
    ['transactions show 5001_20260101220405_1 --url GATEWAY', '(NOT_FOUND)'],
    ['transactions --url GATEWAY', '(UNAUTHENTICATED)', 'canary'],
    [
      'transactions settle 5001_20260101220405_1 --result-code -17 --reason x --url GATEWAY',
      '(FORBIDDEN)',
      'cardway_sandbox_client',
    ],
    ['endpoints list --url GATEWAY', '(FORBIDDEN)', 'cardway_sandbox_client'],
  ])('%s', (line, said, key = '') => fails(line, { status: 1, said }, { CARDWAY_KEY: key }));
});

it('a change says that another process has locked the database', async () => {
  const other = new Database(databases.right['CARDWAY_DATABASE_URL']!.replace('sqlite:', ''));
  other.exec('begin immediate');
  try {
    await fails('keys bootstrap ops', { status: 1, said: '(database is locked)' }, databases.right);
  } finally {
    other.close();
  }
});

it('a gateway without the keys of the sandbox: the command says that it tried with one, and how to give another', async () => {
  const over = ['--url', gateway.url];
  expect((await cardway(['keys', 'revoke', 'sandbox-operator', ...over])).status).toBe(0);
  const said = 'the key of the sandbox, which is the default on this machine. Give --key-file FILE';
  await fails('transactions --url GATEWAY', { status: 1, said }, {});
});
