/** Tests that `npm run check` compares the GraphQL schema with that of the last release. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';

const SCRIPT = resolve(__dirname, '..', '..', 'scripts', 'check', 'schema-changes.mjs');
const WALLET =
  'type Query { wallet: Wallet, wallets: [Wallet!]! } type Wallet { id: ID!, cards: Int, balance: Int }';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'schema'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' });
}

function write(version: string, schema: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
  writeFileSync(join(folder, 'schema', 'schema.graphql'), schema);
}

function release(version: string, schema: string): void {
  write(version, schema);
  git('add', '.');
  git('commit', '--quiet', '--message', version);
  git('tag', `v${version}`);
}

function compare() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

it('has nothing to compare with before the first release', () => {
  write('0.1.0', WALLET);
  expect(compare()).toEqual({
    status: 0,
    text: 'No release yet: there is no schema to compare with.\n',
  });
});

it('does not report compatible changes', () => {
  release('1.2.0', WALLET);
  write('1.3.0', WALLET.replace('balance: Int', 'balance: Int, blocked: Boolean'));
  expect(compare()).toEqual({ status: 0, text: '' });
});

it.each([
  ['1.2.0', '1.3.0'],
  ['0.1.0', '0.1.1'],
])('lists breaking changes for clients of %s, and fails for %s', (released, current) => {
  release(released, WALLET);
  write(current, WALLET.replace(', balance: Int', ''));
  const { status, text } = compare();
  expect(status).toBe(1);
  expect(text).toContain(`Breaks clients of v${released}:\n  Wallet.balance was removed.`);
  expect(text).toContain(`Version ${current} promises not to break clients of ${released}.`);
});

it.each([
  ['1.2.0', '2.0.0'],
  ['0.1.0', '0.2.0'],
])('lists breaking changes, and allows them from %s to %s', (released, current) => {
  release(released, WALLET);
  write(current, WALLET.replace(', balance: Int', ''));
  const { status, text } = compare();
  expect([status, text]).toEqual([0, `Breaks clients of v${released}:\n  Wallet.balance was removed.\n`]);
});

it('compares with the last release, not with an earlier one', () => {
  release('1.0.0', WALLET);
  release('2.0.0', WALLET.replace(', balance: Int', ''));
  expect(compare()).toEqual({ status: 0, text: '' });
});
