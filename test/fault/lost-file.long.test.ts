/** More ways to lose the database file than in test/fault/lost-file, and ways back. */
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { cardway } from '../cli/command.js';
import { CHANNELS } from '../support/channels/index.js';
import {
  aGatewayForEach,
  callEach,
  file,
  gateway,
  nothingIsAcknowledged,
  payment,
  readiness,
  settings,
  start,
  wallet,
} from './lost-file-bench.js';

aGatewayForEach();

nothingIsAcknowledged([
  ['is cut to 0 bytes', () => truncateSync(file()), 'was cut'],
  ['is cut to its first page', () => truncateSync(file(), 4096), 'was cut'],
]);

it('an idle gateway is not ready either', async () => {
  rmSync(file());
  expect(await readiness()).toMatchObject({ status: 503 });
});

it('an empty file is not accepted as a new database', async () => {
  await gateway.kill();
  for (const name of ['-wal', '-shm']) rmSync(file(name), { force: true });
  writeFileSync(file(), '');
  expect(await cardway(['serve'], settings())).toMatchObject({
    status: 1,
    err: expect.stringContaining('There is no database at') as string,
  });
});

it('a truncated file is never served after a stop', async () => {
  const calls = CHANNELS.map(payment);
  await callEach(calls);
  truncateSync(file());
  await callEach(calls);
  await gateway.stop();
  const sent = wallet.calls.length;
  const refusal = await start().then(
    () => null,
    (error: unknown) => String(error),
  );
  if (refusal === null) await callEach(calls);
  else expect(refusal).toMatch(/There is no database at|cannot be opened|malformed/);
  expect(wallet.calls).toHaveLength(sent);
});

it('migrate --new starts a new database explicitly', async () => {
  await gateway.kill();
  for (const name of ['', '-wal', '-shm']) rmSync(file(name), { force: true });
  expect(await cardway(['migrate', '--new'], settings())).toMatchObject({ status: 0 });
  await start();
  expect(await readiness()).toMatchObject({ status: 200 });
});
