/** Output that cannot be written ends a command with a sentence and a failing status, so that no script trusts half a file. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROCESS_ENV, temporaryFolder } from '../support/gateway.js';
import { sharedInProcess } from '../support/in-process.js';
import { asking, type Ended, HAS_STACK } from './command.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');
const FULL = '/dev/full';

const folder = temporaryFolder();

let env: Record<string, string>;

const gateway = sharedInProcess({});

beforeAll(async () => {
  env = asking(gateway);
});

/** Runs a command under a line of sh, where "$@" is the command. */
function under(script: string, line: string): Promise<Ended> {
  const args = ['-c', script, 'sh', process.execPath, MAIN, ...line.split(' ')];
  return new Promise((resolve) => {
    const child = execFile('sh', args, { env: { ...PROCESS_ENV, ...env } }, (_error, out, err) => {
      resolve({ status: child.exitCode, out, err });
    });
  });
}

if (!existsSync(FULL)) process.stderr.write(`Skipped: output to a full disk: there is no ${FULL}\n`);
else {
  describe('output to a full disk', () => {
    it.each([
      'transactions export --since 2020-01-01 --format csv',
      'programmes list',
      'audit list',
      'programmes set shop',
      '--help',
    ])('%s says that it failed', async (line) => {
      const { status, err } = await under(`exec "$@" > ${FULL}`, line);
      expect(err).toBe('Standard output cannot be written (ENOSPC); it is incomplete.\n');
      expect(status).toBe(1);
    });

    it('says so also when a part of the last text still fits', async () => {
      const file = join(folder, 'help.txt');
      const whole = await under('exec "$@"', '--help');
      // One block is the limit of a file. A write beyond it fails instead of ending the process.
      const { status, err } = await under(`trap '' XFSZ; ulimit -f 1; exec "$@" > ${file}`, '--help');
      const part = readFileSync(file, 'utf8');
      expect(part.length).toBeGreaterThan(0);
      expect(part.length).toBeLessThan(whole.out.length);
      expect([status, err]).toEqual([
        1,
        expect.stringContaining('Standard output cannot be written (EFBIG)'),
      ]);
      expect(err).not.toMatch(HAS_STACK);
    });
  });
}

it.each(['programmes list', 'programmes list --json', 'programmes set shop', '--help', '--version'])(
  '%s: a reader that leaves is no failure',
  async (line) => {
    const script = '{ "$@"; echo "status $?" >&2; } | true';
    expect(await under(script, line)).toEqual({ status: 0, out: '', err: 'status 0\n' });
  },
);
