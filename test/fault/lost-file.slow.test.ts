/**
 * Tests a database file that is removed, replaced or cut while a gateway has it open
 * (docs/reference/transactions.md#store-safety). Nothing is acknowledged into it, nothing is sent, and no start makes a new one
 * in its place.
 */
import { renameSync, rmSync } from 'node:fs';
import { cardway, HAS_STACK } from '../cli/command.js';
import { CHANNELS, RPC2 } from '../support/channels/index.js';
import {
  aGatewayForEach,
  callAt,
  callEach,
  expectNothingAcknowledged,
  file,
  gateway,
  nothingIsAcknowledged,
  payment,
  readiness,
  settings,
  wallet,
} from './lost-file-bench.js';

aGatewayForEach();

nothingIsAcknowledged([['is removed', () => rmSync(file()), { path: file, what: 'was removed' }]]);

it('no start creates a new database in its place, and nothing is sent again', async () => {
  const calls = CHANNELS.map(payment);
  await callEach(calls);
  rmSync(file());
  await callEach(calls);
  await gateway.kill();
  const sent = wallet.calls.length;
  expect(sent).toBe(CHANNELS.length);
  for (const args of [['serve'], ['migrate'], ['doctor'], ['wallets', 'show', '43172792905']]) {
    const { status, out, err } = await cardway(args, settings());
    expect([args, status]).toEqual([args, 1]);
    expect(out + err).toContain(
      `There is no database at ${file()} (no file, or an empty one), but its master key`,
    );
    expect(out + err).toContain(`at ${file('.key')}: there was one.`);
    expect(out + err).toContain('cardway migrate --new');
    expect(err).not.toMatch(HAS_STACK);
  }
  expect(wallet.calls.filter(({ method }) => method === 'POST')).toHaveLength(sent);
});

it('the file is served again once it is put back', async () => {
  renameSync(file(), file('.aside'));
  await expectNothingAcknowledged();
  renameSync(file('.aside'), file());
  expect(await readiness()).toMatchObject({ status: 200 });
  const call = payment();
  expect(await callAt(RPC2, call)).toMatchObject({ resultCode: 1 });
  expect(await callAt(RPC2, call)).toMatchObject({ resultCode: 1, replayed: true });
});
