import { BUGS } from './bugs.js';
import type { Invariant } from './invariants.js';
import { simulate, type Bug } from './simulate.js';

/** So many are tried for each mistake. */
const SEEDS_MAX = 300;

describe('the simulator', () => {
  it.each(BUGS.map(({ name, ...bug }) => [name, bug] as const))(
    'finds a gateway that %s',
    async (_, { breaks, bug, seedFrom = 1 }) => {
      expect(await firstSeedThatBreaks(seedFrom, breaks, bug)).toBeLessThan(Number.POSITIVE_INFINITY);
    },
  );

  it('gives the same run for the same seed', async () => {
    const [first, second] = [await simulate(3), await simulate(3)];
    expect(second.journal.entries).toEqual(first.journal.entries);
    expect(first.journal.entries.length).toBeGreaterThan(10);
  });
});

/** The first seed, of so many, that is clean without the bug and breaks the invariant with it. */
async function firstSeedThatBreaks(seedFrom: number, invariant: Invariant, bug: Bug): Promise<number> {
  for (let seed = seedFrom; seed < seedFrom + SEEDS_MAX; seed += 1) {
    if (!(await isBroken(seed, invariant, bug))) continue;
    if (!(await isBroken(seed, invariant))) return seed;
  }
  return Number.POSITIVE_INFINITY;
}

async function isBroken(seed: number, invariant: Invariant, bug?: Bug): Promise<boolean> {
  const { violations } = await simulate(seed, { bug });
  return violations.some((violation) => violation.invariant === invariant);
}
