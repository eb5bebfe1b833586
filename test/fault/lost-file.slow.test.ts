/**
 * Tests a database file that is removed, replaced or cut while a gateway has it open
 * (docs/reference/transactions.md#store-safety). Nothing is acknowledged into it, nothing is sent, and no start makes a new one
 * in its place. Also tests a file without the log of a gateway that was killed.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cardway, HAS_STACK } from '../cli/command.js';
import { CHANNELS, RPC2, type Call } from '../support/channels/index.js';
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
  start,
  wallet,
} from './lost-file-bench.js';

aGatewayForEach();

nothingIsAcknowledged([['is removed', () => rmSync(file()), 'was removed']]);

it('no start creates a new database in its place, and nothing is sent again', async () => {
  const calls = CHANNELS.map(payment);
  await callEach(calls);
  rmSync(file());
  await callEach(calls);
  await gateway.kill();
  const sent = wallet.calls.length;
  expect(sent).toBe(CHANNELS.length);
  for (const args of [['serve'], ['migrate'], ['doctor'], ['audit', 'verify']]) {
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

describe('after a kill, a database without its log', () => {
  const NO_SERVER = 'postgres://cardway:none@127.0.0.1:1/none';
  const LOST = (path: string): string =>
    `${path} lacks its newest commits: they were in ${path}-wal, which is missing or empty. Calls that were paid would be paid again.`;
  let calls: readonly Call[];

  beforeEach(() => {
    calls = CHANNELS.map(payment);
  });

  async function payAndKill(): Promise<void> {
    const heard = await callEach(calls);
    expect(heard.map(({ resultCode }) => resultCode)).toEqual(CHANNELS.map(() => 1));
    await gateway.kill();
  }

  async function expectRefused(path: string): Promise<void> {
    const posts = () => wallet.calls.filter(({ method }) => method === 'POST').length;
    const sent = posts();
    const env = { ...settings(), CARDWAY_DATABASE_URL: `sqlite:${path}` };
    for (const args of [
      ['serve'],
      ['doctor'],
      ['backup', file('.backup')],
      ['migrate', '--new'],
      ['audit', 'verify'],
      ['move', '--from', env.CARDWAY_DATABASE_URL, '--to', NO_SERVER],
    ]) {
      const { status, out, err } = await cardway(args, env);
      expect([args, status]).toEqual([args, 1]);
      expect(out + err).toContain(LOST(path));
      expect(out + err).toContain(
        `Put ${path}-wal back. If it is lost, restore the last backup: cardway restore --force.`,
      );
      expect(err).not.toMatch(HAS_STACK);
    }
    expect(posts()).toBe(sent);
    for (const left of [file('.backup'), file('.moved')]) expect(existsSync(left)).toBe(false);
  }

  /** Repeats the calls: each gets its saved reply, and none is sent. */
  async function expectReplayed(): Promise<void> {
    const sent = wallet.calls.length;
    await start();
    const again = await callEach(calls);
    expect(again.map(({ resultCode, replayed }) => [resultCode, replayed])).toEqual(
      CHANNELS.map(() => [1, true]),
    );
    expect(wallet.calls).toHaveLength(sent);
  }

  it.each([
    ['removed', () => rmSync(file('-wal'))],
    ['emptied', () => writeFileSync(file('-wal'), '')],
  ])('is refused where the log was %s, and served again with it', async (_way, lose) => {
    await payAndKill();
    copyFileSync(file('-wal'), file('.kept-log'));
    lose();
    rmSync(file('-shm'));
    await expectRefused(file());
    await expectRefused(file());
    copyFileSync(file('.kept-log'), file('-wal'));
    await expectReplayed();
  });

  it('is refused where the log was removed beside the running gateway', async () => {
    rmSync(file('-wal'));
    await payAndKill();
    await expectRefused(file());
  });

  it('is refused as a copy of the file alone, of a gateway that runs', async () => {
    await callEach(calls);
    mkdirSync(file('.copy'));
    const copy = `${file('.copy')}/cardway.db`;
    for (const name of ['', '.key']) copyFileSync(file(name), `${copy}${name}`);
    await expectRefused(copy);
    await gateway.stop();
    copyFileSync(file(), copy);
    const env = { CARDWAY_DATABASE_URL: `sqlite:${copy}` };
    expect(await cardway(['audit', 'verify'], env)).toMatchObject({ status: 0, err: '' });
  });

  it('is replaced by a backup from beside the gateway, or by itself as a backup', async () => {
    await callEach(calls);
    expect(await cardway(['backup', file('.good')], settings())).toMatchObject({ status: 0, err: '' });
    await gateway.kill();
    rmSync(file('-wal'));
    const forced = await cardway(['restore', '--force', file('.good')], settings());
    expect(forced).toMatchObject({ status: 0, err: '' });
    await expectReplayed();
    await gateway.kill();
    rmSync(file('-wal'));
    const itself = await cardway(['restore', '--force', file()], settings());
    expect(itself).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('is missing') as string,
    });
    await start();
    expect(await readiness()).toMatchObject({ status: 200 });
  });

  it.each([
    ['nothing', () => Promise.resolve()],
    ['a command that used it and ended', () => cardway(['audit', 'verify'], settings())],
  ])('is not what a kill leaves, with %s in between', async (_what, between) => {
    await payAndKill();
    await between();
    await expectReplayed();
  });

  it('is not what a move after a kill leaves', async () => {
    await payAndKill();
    const { status, err } = await cardway(['move', '--from', `sqlite:${file()}`, '--to', NO_SERVER]);
    expect([status, err]).toEqual([1, expect.stringContaining('nobody listens there')]);
    await expectReplayed();
  });

  it('is not what a process leaves that exits without a close, as one whose stop is cut', async () => {
    await gateway.kill();
    const exit = file('.exit.cjs');
    writeFileSync(exit, "process.on('SIGTERM', () => process.exit(1));");
    await start({ NODE_OPTIONS: `--require ${exit}` });
    await callEach(calls);
    expect(await gateway.stop()).toBe(1);
    await expectReplayed();
  });

  it('is not what a stop, a kill before the first call or a second kill leaves', async () => {
    await gateway.kill();
    await start();
    await gateway.kill();
    await start();
    await callEach(calls);
    expect(await gateway.stop()).toBe(0);
    expect(existsSync(file('-wal'))).toBe(false);
    await expectReplayed();
  });
});
