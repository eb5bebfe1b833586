import { BUGS } from './bugs.js';
import type { Invariant } from './invariants.js';
import { simulate, type Bug } from './simulate.js';

const SEEDS_MAX = 300;

describe('the simulator', () => {
  it.each(BUGS.map(({ name, breaks, bug }) => [name, breaks, bug] as const))(
    'finds a gateway that %s',
    async (_, breaks, bug) => {
      expect(await firstSeedThatBreaks(breaks, bug)).toBeLessThanOrEqual(SEEDS_MAX);
    },
  );

  it('gives the same run for the same seed', async () => {
    const [first, second] = [await simulate(3), await simulate(3)];
    expect(second.journal.entries).toEqual(first.journal.entries);
    expect(first.journal.entries.length).toBeGreaterThan(10);
  });
});

/** The first seed that is clean without the bug and breaks the invariant with it. */
async function firstSeedThatBreaks(invariant: Invariant, bug: Bug): Promise<number> {
  for (let seed = 1; seed <= SEEDS_MAX; seed += 1) {
    if (!(await isBroken(seed, invariant, bug))) continue;
    if (!(await isBroken(seed, invariant))) return seed;
  }
  return Number.POSITIVE_INFINITY;
}

async function isBroken(seed: number, invariant: Invariant, bug?: Bug): Promise<boolean> {
  const { violations } = await simulate(seed, bug);
  return violations.some((violation) => violation.invariant === invariant);
}
