/** Tests docs/checksums.md: its examples, its commands, and its samples in each language that is installed. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transactionDataText } from '../../src/core/wire/klv.js';
import { temporaryFolder } from '../support/gateway.js';
import { readmeBlock } from '../support/readme.js';
import { PUBLISHED_SAMPLES } from '../unit/core/published-samples.js';
import { blockOf, pageOf, ROOT, run } from './page-commands.js';
import { isInstalled } from './start-sample.js';

const PAGE = pageOf('checksums');
const PASSWORD = '1234567890';

/** Returns the body of a call of README.md. */
const bodyOf = (name: string): string => / -d '(.*)'$/.exec(readmeBlock('run', name))?.[1] ?? '';

it.each(['Balance', 'Deduct'])('the example of %s has the printed checksums', (name) => {
  const text = blockOf(PAGE, 'example', name).split('\n').join('');
  expect(text).toMatch(new RegExp(`^${name}\\d`));
  const [sha256, sha1] = ['sha256', 'sha1'].map((algorithm) =>
    createHmac(algorithm, PASSWORD).update(text).digest('hex').toUpperCase(),
  );
  expect(PAGE).toContain(`HMAC-SHA256 \`${sha256 ?? ''}\`, HMAC-SHA1 \`${sha1 ?? ''}\``);
});

it('the example of KLV has the printed text', () => {
  const data = JSON.parse(blockOf(PAGE, 'example', 'KLV')) as Record<string, string>;
  expect(PAGE).toContain(`becomes \`${transactionDataText(data)}\``);
  expect(PAGE).toContain(`\`${transactionDataText({ merchant_name: 'Zürich' })}\``);
});

it('the lines in Python compute a published checksum', async () => {
  if (!isInstalled('python3', '--version')) {
    process.stderr.write('The lines in Python are not run: python3 is not installed.\n');
    return;
  }
  const { methodName, args } = PUBLISHED_SAMPLES[0]!;
  const call = `print(checksum(sys.argv[1], sys.argv[2:], '${PASSWORD}'))`;
  const program = `${blockOf(PAGE, 'example', 'Python')}\nimport sys\n${call}`;
  const { stdout } = await run('python3', ['-c', program, methodName, ...args]);
  const text = methodName + args.join('');
  expect(stdout.trim()).toBe(createHmac('sha256', PASSWORD).update(text).digest('hex').toUpperCase());
});

describe.each([
  ['TypeScript', process.execPath, ['--version'], ['checksum.mts']],
  ['Python', 'python3', ['--version'], ['checksum.py']],
  ['Java', 'javac', ['-version'], ['Checksum.java']],
  ['PHP', 'php', ['--version'], ['checksum.php']],
  ['Go', 'go', ['version'], ['run', 'checksum.go']],
] as const)('the sample in %s', (language, program, version, files) => {
  it('computes the checksum of every published message', async () => {
    if (!isInstalled(program, ...version)) {
      process.stderr.write(`The checksum sample in ${language} is not run: ${program} is not installed.\n`);
      return;
    }
    const starter = program === 'javac' ? 'java' : program;
    const path = files.map((file) => (file === 'run' ? file : resolve(ROOT, 'docs', 'samples', file)));
    const samples = [
      PUBLISHED_SAMPLES[0]!,
      PUBLISHED_SAMPLES[2]!,
      { methodName: 'Stop', args: ['é', '', 'ß 東京'] },
    ];
    for (const { methodName, args } of samples) {
      const env = { ...process.env, CARDWAY_PASSWORD: PASSWORD, LC_ALL: 'C.UTF-8' };
      const { stdout } = await run(starter, [...path, methodName, ...args], { env });
      const text = methodName + args.join('');
      expect(stdout.trim()).toBe(createHmac('sha256', PASSWORD).update(text).digest('hex').toUpperCase());
    }
  });
});

describe('the commands', () => {
  it.each(['positional', 'named'])('print a checksum: %s', async (name) => {
    const { stdout } = await run('bash', ['-c', blockOf(PAGE, 'run', name)], { cwd: ROOT });
    expect(stdout).toMatch(/^[\dA-F]{64}$/m);
    if (name === 'positional')
      expect(stdout).toContain('19C2E6C157EA6E0A5E9BB52B85D2EB771110CB54EA498D6F9D23637502669D01');
    else expect(stdout).toContain('\nBalance0029504320556789731480SHOP25104VISA120200824T14:17:06\n');
  });

  it.each([
    ['json', 'json'],
    ['xml', 'xmlrpc'],
  ])('print the checksum of a call as it is sent: %s', async (form, call) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'till.password'), `${PASSWORD}\n`);
    const body = bodyOf(call);
    writeFileSync(join(folder, `call.${form}`), body);
    const line = blockOf(PAGE, 'run', 'file').replace('./cardway', join(ROOT, 'cardway'));
    const { stdout } = await run('bash', ['-c', line.replace('call.json', `call.${form}`)], { cwd: folder });
    const checksum = /\b[\dA-F]{64}\b/i.exec(body)?.[0].toUpperCase();
    expect(stdout).toContain(`\n${checksum ?? 'none'}\n`);
  });
});
