import type { PlantedBug } from './bugs.js';
import { HARDSHIPS } from './setting.js';
import { simulate, type Bug } from './simulate.js';

/** Number of seeds that are tried for most mistakes. */
const SEEDS_MAX = 300;

/** Returns the first of this many seeds that is clean without the bug and breaks the invariant with it. */
export async function firstSeedThatBreaks(planted: Omit<PlantedBug, 'name'>): Promise<number> {
  const { bug, seedFrom = 1, seedsMax = SEEDS_MAX } = planted;
  for (let seed = seedFrom; seed < seedFrom + seedsMax; seed += 1) {
    if (!(await isBroken(seed, planted, bug))) continue;
    if (!(await isBroken(seed, planted))) return seed;
  }
  return Number.POSITIVE_INFINITY;
}

async function isBroken(
  seed: number,
  { breaks, hardships = OLDER }: Omit<PlantedBug, 'name'>,
  bug?: Bug,
): Promise<boolean> {
  const { violations } = await simulate(seed, { bug, hardships });
  return violations.some(({ invariant }) => invariant === breaks);
}

/** Hardships from before the first seeds of the planted bugs were found. */
const OLDER = HARDSHIPS.filter((name) => name !== 'lost_acknowledgements');
