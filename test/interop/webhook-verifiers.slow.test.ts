/** Tests that the verification samples of docs/webhooks accept our webhooks, and nothing that was changed. */
import { verify } from '../../docs/webhooks/verify.js';
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { webhookBody } from '../../src/core/events/event.js';
import { signatureHeaders } from '../../src/outbound/webhooks/webhook.js';
import { printSize } from '../fault/size.js';
import { digitization } from '../support/webhooks/event-writer.js';
import { temporaryFolder } from '../support/run-folder.js';

interface Case {
  readonly secret: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const DOCS = resolve(__dirname, '..', '..', 'docs', 'webhooks');
const OURS = join(__dirname, 'webhooks');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDV4dqGQQy3PM=';

const body = webhookBody({ ...digitization('tökén'), sequence: 7 });
const sign = (secrets: readonly string[], nowMs = Date.now()): Case => ({
  secret: SECRET,
  body: body.toString('utf8'),
  headers: signatureHeaders({ id: 'evt_000000000007', body, secrets, nowMs }),
});
const flipped = Buffer.from(body);
flipped[20] = (flipped[20] ?? 0) ^ 1;

const CASES: readonly (readonly [what: string, expected: 'accepted' | 'refused', one: Case])[] = [
  ['ours', 'accepted', sign([SECRET])],
  ['signed with the previous secret too', 'accepted', sign([OTHER, SECRET])],
  ['signed with another secret', 'refused', sign([OTHER])],
  ['of which one bit was changed', 'refused', { ...sign([SECRET]), body: flipped.toString('utf8') }],
  ['whose id was changed', 'refused', withHeader('webhook-id', 'evt_000000000008')],
  ['ten minutes old', 'refused', sign([SECRET], Date.now() - 600_000)],
  ['without a signature', 'refused', withHeader('webhook-signature', undefined)],
  ['without a time', 'refused', withHeader('webhook-timestamp', undefined)],
  ['whose time is no number', 'refused', withHeader('webhook-timestamp', 'now')],
  ['whose time is a number of another script', 'refused', withHeader('webhook-timestamp', '²')],
  ['whose signature is not of ASCII', 'refused', withHeader('webhook-signature', 'v1,é')],
  ['of the future', 'refused', sign([SECRET], Date.now() + 600_000)],
];

/** `undefined` leaves the header out. */
function withHeader(name: string, value: string | undefined): Case {
  const one = sign([SECRET]);
  const others = Object.entries(one.headers).filter(([other]) => other !== name);
  return { ...one, headers: Object.fromEntries(value === undefined ? others : [...others, [name, value]]) };
}

const folder = temporaryFolder();

const asJson = (): string => JSON.stringify(CASES.map(([, , one]) => one));
const asLines = (): string =>
  CASES.map(([, , { secret, body, headers }]) =>
    [secret, headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature'], body].join(
      '\t',
    ),
  ).join('\n');

it('TypeScript', () => {
  const heard = CASES.map(([, , { secret, body, headers }]) => {
    try {
      verify(secret, body, headers);
      return 'accepted';
    } catch {
      return 'refused';
    }
  });
  expect(heard).toEqual(CASES.map(([, expected]) => expected));
});

it('Python', () => {
  check('python3', ['--version'], () => run('python3', [join(OURS, 'python.py'), DOCS], asJson()));
});

it('PHP', () => {
  check('php', ['--version'], () => run('php', [join(OURS, 'php.php'), DOCS], asJson()));
});

it('Go', () => {
  check('go', ['version'], () => {
    copyFileSync(join(DOCS, 'verify.go'), join(folder, 'verify.go'));
    copyFileSync(join(OURS, 'main.go'), join(folder, 'main.go'));
    return run('go', ['run', join(folder, 'main.go'), join(folder, 'verify.go')], asJson());
  });
});

it('Java', () => {
  check('javac', ['-version'], () => {
    run('javac', ['-d', folder, join(DOCS, 'Verify.java'), join(OURS, 'Main.java')], '');
    return run('java', ['-cp', folder, 'Main'], asLines());
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

function run(program: string, args: readonly string[], input: string): string {
  const ended = spawnSync(program, args, { input, encoding: 'utf8', cwd: folder });
  if (ended.status !== 0) throw new Error(`${program} ended with ${String(ended.status)}: ${ended.stderr}`);
  return ended.stdout;
}
