import { type ClockStatus, createReadClocks } from '../../../src/use-cases/provisioning/clock-drift.js';

const NOW_MS = 1_000_000;

function reading(args: {
  readonly databaseDriftMs?: number;
  readonly routeDriftMs?: number | null;
}): Promise<ClockStatus> {
  return createReadClocks({
    clock: { nowMs: () => NOW_MS, monotonicMs: () => NOW_MS },
    databaseNowMs: () => Promise.resolve(NOW_MS + (args.databaseDriftMs ?? 0)),
    routes: () => [{ route: 'default', clockDriftMs: args.routeDriftMs ?? null }],
    warningMs: 2000,
  })();
}

describe('the clocks', () => {
  it.each([
    [{ databaseDriftMs: 2000 }, false],
    [{ databaseDriftMs: 2001 }, true],
    [{ databaseDriftMs: -2001 }, true],
    [{ routeDriftMs: 2000 }, false],
    [{ routeDriftMs: -2001 }, true],
    [{}, false],
  ])('that are off by %j are a warning: %s', async (drifts, isWarning) => {
    expect((await reading(drifts)).isWarning).toBe(isWarning);
  });

  it('are compared with the middle of the query time', async () => {
    let nowMs = NOW_MS;
    const readClocks = createReadClocks({
      clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
      databaseNowMs: () => {
        nowMs += 400;
        return Promise.resolve(NOW_MS + 200);
      },
      routes: () => [],
      warningMs: 2000,
    });
    expect((await readClocks()).databaseDriftMs).toBe(0);
  });

  it('of an unavailable database are unknown, without a warning', async () => {
    const readClocks = createReadClocks({
      clock: { nowMs: () => NOW_MS, monotonicMs: () => NOW_MS },
      databaseNowMs: () => Promise.reject(new Error('down')),
      routes: () => [],
      warningMs: 2000,
    });
    expect(await readClocks()).toEqual({ databaseDriftMs: null, routes: [], isWarning: false });
  });
});
