import { clockFinding } from '../../src/cli/doctor.js';
import { sharedGateway } from '../support/gateway.js';
import { cardway } from './command.js';

const gateway = sharedGateway();

it('secret prints only the reply of the gateway', async () => {
  const { status, out, err } = await cardway(['secret', '--card', '5001', '--url', gateway.url]);
  expect([status, err]).toEqual([0, '']);
  expect(out).toMatch(/^001#\d{8}\n$/);
});

it('secret --json prints the secret with its end', async () => {
  const { status, out } = await cardway(['secret', '--card', '5002', '--url', gateway.url, '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toEqual({
    secret: expect.stringMatching(/^001#/) as string,
    keyId: '001',
    expiresAt: expect.any(String) as string,
  });
});

it.each([
  [['--card', '9999'], 1, /^Card 9999 is not known\. \(NOT_FOUND\)$/m],
  [['--card', '4111111111111111'], 1, /^Card 411111XXXXXX1111 is not known\. \(NOT_FOUND\)$/m],
  [['--card', '5001', '--key-file', '-'], 1, /\(FORBIDDEN\)$/m],
  [['--card', 'many'], 2, /--card/],
])('secret %j ends with %i and a sentence', async (args, expected, sentence) => {
  const line = ['secret', ...args, '--url', gateway.url];
  const { status, out, err } = await cardway(line, {}, 'cardway_sandbox_client\n');
  expect([status, out]).toEqual([expected, '']);
  expect(err).toMatch(sentence);
});

it.each([
  [0, 'ok'],
  [2000, 'ok'],
  [2001, 'warning'],
  [30_000, 'warning'],
  [30_001, 'failed'],
])('doctor calls a clock that is %i ms off %s', (driftMs, result) => {
  expect(clockFinding(driftMs).result).toBe(result);
});
