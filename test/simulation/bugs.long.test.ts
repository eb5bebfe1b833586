import { BUGS, type PlantedBug } from './bugs.js';
import { simulate, type Bug } from './simulate.js';

/** So many are tried for most mistakes. */
const SEEDS_MAX = 300;

describe('the simulator', () => {
  it.each(BUGS.map(({ name, ...bug }) => [name, bug] as const))(
    'finds a gateway that %s',
    async (_, planted) => {
      expect(await firstSeedThatBreaks(planted)).toBeLessThan(Number.POSITIVE_INFINITY);
    },
  );

  it('gives the same run for the same seed', async () => {
    const [first, second] = [await simulate(3), await simulate(3)];
    expect(JSON.stringify(second.journal.entries)).toBe(JSON.stringify(first.journal.entries));
    expect(first.journal.entries.length).toBeGreaterThan(10);
  });
});

/** The first seed, of so many, that is clean without the bug and breaks the invariant with it. */
async function firstSeedThatBreaks(planted: Omit<PlantedBug, 'name'>): Promise<number> {
  const { bug, seedFrom = 1, seedsMax = SEEDS_MAX } = planted;
  for (let seed = seedFrom; seed < seedFrom + seedsMax; seed += 1) {
    if (!(await isBroken(seed, planted, bug))) continue;
    if (!(await isBroken(seed, planted))) return seed;
  }
  return Number.POSITIVE_INFINITY;
}

async function isBroken(
  seed: number,
  { breaks, hardships }: Omit<PlantedBug, 'name'>,
  bug?: Bug,
): Promise<boolean> {
  const { violations } = await simulate(seed, { bug, hardships });
  return violations.some(({ invariant }) => invariant === breaks);
}
