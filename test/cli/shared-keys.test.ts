import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { sharedInProcess } from '../support/in-process.js';
import { asking, cardway, entriesOf, HAS_STACK, type Ended } from './command.js';

const HEX = '5eed'.repeat(16);

const folder = temporaryFolder();

let env: Record<string, string>;

/** Programme of a test. */
let shop: string;
let shops = 0;

const gateway = sharedInProcess({});

beforeAll(async () => {
  env = asking(gateway);
});

beforeEach(async () => {
  shops += 1;
  shop = `shop-${String(shops)}`;
  await cardway(['programmes', 'set', shop], env);
});

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const sharedKeys = (command: string, ...args: string[]): Promise<Ended> =>
  cardway(['shared-keys', command, '--programme', shop, '--json', ...args], env);

const add = (keyId: string, path: string, ...args: string[]): Promise<Ended> =>
  sharedKeys('add', '--key-id', keyId, '--from-file', path, ...args);

const states = async (): Promise<unknown> =>
  entriesOf<{ keyId: string; state: string }>((await sharedKeys('list')).out).map(({ keyId, state }) => [
    keyId,
    state,
  ]);

it('a key is added from a file of hex digits or of bytes, and never printed', async () => {
  const ended = [
    await add('001', file('hex', `${HEX.slice(0, 32)}\n${HEX.slice(32).toUpperCase()}\n`)),
    await add('001', file('raw', Buffer.from(HEX, 'hex')), '--raw'),
    await sharedKeys('list'),
    await cardway(['shared-keys', '--programme', shop], env),
  ];
  expect(ended.map(({ status, err }) => [status, err])).toEqual(ended.map(() => [0, '']));
  expect(ended.map(({ out }) => out).join('')).not.toMatch(/5eed/i);
  expect(await states()).toEqual([['001', 'active']]);
});

it('a key is rotated: added, activated, retired, ended', async () => {
  await add('001', file('one', HEX));
  await add('002', file('two', HEX.slice(2)), '--state', 'retiring');
  expect(await states()).toEqual([
    ['001', 'active'],
    ['002', 'retiring'],
  ]);
  await sharedKeys('activate', '--key-id', '002');
  await sharedKeys('retire', '--key-id', '001');
  await sharedKeys('end', '--key-id', '001');
  expect(await states()).toEqual([
    ['001', 'retired'],
    ['002', 'active'],
  ]);
  const { status, err } = await sharedKeys('activate', '--key-id', '001');
  expect([status, err]).toEqual([
    1,
    'The shared key is retired, and stays so; add a new one. (BAD_REQUEST)\n',
  ]);
});

it.each([
  ['001', 'not hex 5eed', 'must hold hex digits'],
  ['001', '5eed5eed', '16 to 64 bytes'],
  ['001', '5eed'.repeat(33), '16 to 64 bytes'],
  ['a#b', HEX, '--key-id must be'],
])('key id %s from %j is refused, and the key is not shown', async (keyId, content, sentence) => {
  const { status, out, err } = await add(keyId, file('key', content));
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain(sentence);
  expect(err).not.toMatch(/5eed/);
  expect(err).not.toMatch(HAS_STACK);
});

it('programmes are made, changed and listed', async () => {
  const set = await cardway(['programmes', 'set', shop, '--digits', '6', '--step', '30', '--json'], env);
  expect(JSON.parse(set.out)).toEqual({
    programme: {
      programme: shop,
      name: shop,
      currency: null,
      digits: 6,
      algorithm: 'sha256',
      stepSeconds: 30,
      derivation: 'hmac',
      validitySeconds: 60,
      verifier: 'gateway',
    },
  });
  const listed = await cardway(['programmes', '--text', shop, '--json'], env);
  expect(entriesOf(listed.out)).toEqual([JSON.parse(set.out).programme]);
  // A pipe gets JSON without asking for it.
  expect((await cardway(['programmes', 'list', '--text', shop], env)).out).toBe(listed.out);
  const wrong = await cardway(['programmes', 'set', shop, '--digits', '9'], env);
  expect([wrong.status, wrong.err]).toEqual([1, 'digits must be from 1 to 8. (BAD_REQUEST)\n']);
});
