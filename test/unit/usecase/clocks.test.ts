import {
  type ClockStatus,
  createReadClocks,
  watchClocks,
} from '../../../src/use-cases/provisioning/clock-drift.js';

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

  it('are reported one by one, as their time minus the gateway’s', async () => {
    expect(await reading({ databaseDriftMs: -500, routeDriftMs: 3000 })).toEqual({
      databaseDriftMs: -500,
      routes: [{ route: 'default', driftMs: 3000 }],
      isWarning: true,
    });
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

it('a watch reports each reading with a warning, until it is stopped', async () => {
  const turns: (() => void)[] = [];
  const drifts = [0, 5000, 0, 9000, 9000];
  const warned: (number | null)[] = [];
  let looks = 0;
  const watch = watchClocks({
    readClocks: () => {
      looks += 1;
      return reading({ databaseDriftMs: drifts.shift() ?? 0 });
    },
    timer: {
      wait: () => ({ done: new Promise((resolve) => turns.push(resolve)), cancel: () => undefined }),
    },
    everyMs: 60_000,
    onWarning: ({ databaseDriftMs }) => warned.push(databaseDriftMs),
    onFailure(error) {
      throw error;
    },
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 3; turn += 1) {
    await settle();
    turns.shift()?.();
  }
  await settle();
  expect(warned).toEqual([5000, 9000]);
  await watch.stop();
  turns.shift()?.();
  await settle();
  expect(warned).toEqual([5000, 9000]);
  expect(looks).toBe(4);
});
