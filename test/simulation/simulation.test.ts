import { BUGS } from './bugs.js';
import { firstSeedThatBreaks } from './first-seed.js';
import { INVARIANTS } from './invariants.js';
import { traceOf } from './journal.js';
import { HARDSHIPS } from './setting.js';
import { simulate } from './simulate.js';

const { SIMULATION_SEED, SIMULATION_SEEDS, SIMULATION_FROM, SIMULATION_HARDSHIPS } = process.env;
/** Hardships to use, separated by commas, or `none`, for the search for the cause of a violation. */
const hardships = HARDSHIPS.filter(
  (name) => SIMULATION_HARDSHIPS === undefined || SIMULATION_HARDSHIPS.split(',').includes(name),
);
const seeds =
  SIMULATION_SEED === undefined
    ? Array.from(
        { length: Number(SIMULATION_SEEDS ?? 150) },
        (_, index) => index + Number(SIMULATION_FROM ?? 1),
      )
    : [Number(SIMULATION_SEED)];

describe('use cases under faults', () => {
  it(`keep every invariant over ${String(seeds.length)} seeds`, async () => {
    const reports: string[] = [];
    for (const seed of seeds) {
      const { violations, journal } = await simulate(seed, { hardships });
      for (const { invariant, requestId, detail } of violations) {
        reports.push(
          `SIMULATION_SEED=${String(seed)} ${invariant}: ${INVARIANTS[invariant]} ${requestId}: ${detail}` +
            (SIMULATION_SEED === undefined ? '' : `\n${traceOf(journal, requestId)}`),
        );
      }
    }
    expect(reports.join('\n')).toBe('');
  }, 3_600_000);

  // test/simulation/bugs tests that this finds the others too.
  it(`are broken by a gateway that ${BUGS[0]!.name}`, async () => {
    expect(await firstSeedThatBreaks(BUGS[0]!)).toBeLessThan(Infinity);
  });
});
