import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';

const BENCH = resolve(__dirname, '..', '..', 'bench');

async function bench(...args: string[]): Promise<{ status: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(BENCH, 'run.cjs'), join(BENCH, 'main.ts'), ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, out, err };
}

it('runs an interface and measures its allocation from end to end', async () => {
  const results = temporaryFolder();
  const { status, out, err } = await bench(
    ...['--quick', '--rounds', '1', '--seconds', '0.1', '--warm-up', '20'],
    ...['--results', results, 'json', 'allocation'],
  );
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(/\| P1 \| gateway, json: throughput \/ durable-floor \| [\d–]/);
  expect(out).toMatch(/\| P11 \| JSON interface, allocated by a call \| [\d–]/);
  const { findings } = JSON.parse(readFileSync(join(results, 'results.json'), 'utf8')) as {
    findings: { target: string }[];
  };
  expect(findings.map(({ target }) => target)).toEqual(['P1', 'P1', 'P11']);
  rmSync(results, { recursive: true });
});

it('names its scenarios, and refuses others', async () => {
  expect((await bench('--list')).out).toMatch(/^json +P1/);
  expect(await bench('nonsense')).toMatchObject({
    status: 2,
    err: expect.stringContaining('No scenario is named nonsense'),
  });
});
