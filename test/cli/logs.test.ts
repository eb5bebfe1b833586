import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { cardway, cardwayProcess } from './command.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(async () => {
  await gateway.stop();
});

const send = (id: string, ...args: string[]): Promise<unknown> =>
  cardway(['send', ...args, `transaction_id=${id}`, '--channel', 'xmlrpc', '--url', gateway.url]);

it('logs tail prints saved transactions that match the filters, until it is stopped', async () => {
  const filters = ['--method', 'Deduct', '--state', 'answered', '--card', '5002', '--result-code', '1'];
  const args = ['logs', 'tail', ...filters, '--url', gateway.url];
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'] } });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await once(child.stderr, 'data');
  await send('b', 'Balance');
  await send('d', 'Deduct');
  await send('e', 'Deduct', 'reference=556789731480');
  const line: unknown = (await lines.next()).value;
  expect(JSON.parse(String(line))).toMatchObject({
    methodName: 'Deduct',
    cardId: 5002,
    state: 'answered',
    terminalId: '0068766621',
    resultCode: 1,
  });
  child.kill('SIGTERM');
  expect((await exited)[0]).toBe(0);
});

it('a wrong key ends it with status 1', async () => {
  const { status, err } = await cardwayProcess(['logs', 'tail', '--url', gateway.url], {
    CARDWAY_KEY: 'wrong',
  });
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(/The gateway refused the key. \(UNAUTHENTICATED\)\n$/),
  ]);
});
