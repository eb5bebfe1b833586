/** Tests that `verifyMessageSignature` and the samples of docs/signatures accept what the gateway signs, and nothing else. */
import { walletService } from '../../docs/signatures/express.js';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { verifyMessageSignature } from '../../src/client/index.js';
import { signBytes } from '../../src/core/wire/signature.js';
import { printSize } from '../fault/size.js';
import { JSON_PROXY, sampleCall } from '../support/channels/index.js';
import { startGateway } from '../support/gateway.js';
import { temporaryFolder } from '../support/run-folder.js';

interface Case {
  readonly keys: readonly Buffer[];
  readonly signature: string;
  readonly body: Buffer;
}

const DOCS = resolve(__dirname, '..', '..', 'docs', 'signatures');
const OURS = join(__dirname, 'signatures');
const KEY = Buffer.from('clé de signature – 署名');
const NEXT = Buffer.from('00ff10', 'hex');
const OTHER = Buffer.from('another key');

const body = Buffer.from(JSON.stringify({ request: { narrative: 'CAFÉ 東京 😀' }, customer_id: 1001 }));
const signature = signBytes(KEY, body);
const flipped = Buffer.from(body);
flipped[12] = (flipped[12] ?? 0) ^ 1;

const CASES: readonly (readonly [what: string, expected: 'accepted' | 'refused', one: Case])[] = [
  ['ours', 'accepted', { keys: [KEY], signature, body }],
  ['of the old key while there are two', 'accepted', { keys: [NEXT, KEY], signature, body }],
  [
    'of the new key while there are two',
    'accepted',
    { keys: [NEXT, KEY], signature: signBytes(NEXT, body), body },
  ],
  ['of a key that is over', 'refused', { keys: [NEXT], signature, body }],
  ['of another key', 'refused', { keys: [KEY, NEXT], signature: signBytes(OTHER, body), body }],
  ['of which one bit was changed', 'refused', { keys: [KEY], signature, body: flipped }],
  [
    'with a line end more',
    'refused',
    { keys: [KEY], signature, body: Buffer.concat([body, Buffer.from('\n')]) },
  ],
  ['without a signature', 'refused', { keys: [KEY], signature: '', body }],
  ['with half a signature', 'refused', { keys: [KEY], signature: signature.slice(0, 32), body }],
  ['with a signature and more', 'refused', { keys: [KEY], signature: `${signature}00`, body }],
  [
    'signed with SHA-1',
    'refused',
    { keys: [KEY], signature: createHmac('sha1', KEY).update(body).digest('hex'), body },
  ],
  [
    'of no bytes',
    'accepted',
    { keys: [KEY], signature: signBytes(KEY, Buffer.alloc(0)), body: Buffer.alloc(0) },
  ],
];

const folder = temporaryFolder();

describe('verifyMessageSignature', () => {
  it.each(CASES)('%s: %s', (_what, expected, one) => {
    const verdict = verifyMessageSignature(one.body, one.signature, one.keys);
    expect(verdict).toBe(expected === 'accepted');
  });

  it('reads keys in the form of the gateway’s settings', () => {
    const text = 'clé de signature – 署名';
    for (const key of [text, `hex:${KEY.toString('hex')}`, `base64:${KEY.toString('base64')}`])
      expect(verifyMessageSignature(body, signature, key)).toBe(true);
    expect(verifyMessageSignature(body.toString('utf8'), signature, ['old', text])).toBe(true);
  });

  it.each([undefined, null, [], [signature, signature]])('refuses the header %p', (header) => {
    expect(verifyMessageSignature(body, header, KEY)).toBe(false);
  });

  it.each([[], [''], ['hex:zz'], [Buffer.alloc(0)]])('throws for the key %p', (...keys) => {
    expect(() => verifyMessageSignature(body, signature, keys)).toThrow(TypeError);
  });
});

it('the Express sample answers the gateway, and refuses everybody else with 401', async () => {
  const server = walletService(['the next one', 'sandbox-signing-key']).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/transactions`;
  const gateway = await startGateway({ env: { CARDWAY_DOWNSTREAM_URL: url } });
  const heard = await JSON_PROXY.call(gateway.url, sampleCall('Balance'));
  expect(heard.fields).toMatchObject({ resultCode: 1, balanceAmount: 626900 });
  const headers = { 'Content-Type': 'application/json', X_msg_signature: '0'.repeat(64) };
  for (const request of [
    { headers, body: '{}' },
    { headers: { 'Content-Type': 'text/plain' }, body: '{}' },
    {},
  ])
    expect((await fetch(url, { method: 'POST', ...request })).status).toBe(401);
  await gateway.stop();
  server.close();
});

const asLines = (): string =>
  CASES.map(([, , { keys, signature: claimed, body: bytes }]) =>
    [keys.map((key) => key.toString('base64')).join(','), claimed, bytes.toString('base64')].join('\t'),
  ).join('\n') + '\n';

it('Python', () => {
  check('python3', ['--version'], () => run('python3', [join(OURS, 'main.py'), DOCS]));
});

it('PHP', () => {
  check('php', ['--version'], () => run('php', [join(OURS, 'main.php'), DOCS]));
});

it('Go', () => {
  check('go', ['version'], () => {
    copyFileSync(join(DOCS, 'verify.go'), join(folder, 'verify.go'));
    copyFileSync(join(OURS, 'main.go'), join(folder, 'main.go'));
    return run('go', ['run', join(folder, 'main.go'), join(folder, 'verify.go')]);
  });
});

it('Java', () => {
  check('javac', ['-version'], () => {
    run('javac', ['-d', folder, join(DOCS, 'Verify.java'), join(OURS, 'Main.java')]);
    return run('java', ['-cp', folder, 'Main']);
  });
});

/** Checks a sample. Where the language is not installed the test says so, and proves nothing. */
function check(program: string, version: readonly string[], verdicts: () => string): void {
  if (spawnSync(program, version).status !== 0) {
    printSize(`The sample for ${program} was not run: ${program} is not installed.`);
    return;
  }
  const heard = verdicts().trim().split('\n');
  const told = CASES.map(([what], index) => [what, heard[index]]);
  expect(told).toEqual(CASES.map(([what, expected]) => [what, expected]));
}

function run(program: string, args: readonly string[]): string {
  const ended = spawnSync(program, args, { input: asLines(), encoding: 'utf8', cwd: folder });
  if (ended.status !== 0) throw new Error(`${program} ended with ${String(ended.status)}: ${ended.stderr}`);
  return ended.stdout;
}
