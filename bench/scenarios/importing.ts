import type { Scenario } from './scenario.js';

/** The place of the wallets import, which the program does not have yet. */
export const importing: Scenario = {
  name: 'import',
  about: 'P11: wallets streamed from CSV',
  run: () =>
    Promise.resolve({
      subjects: [],
      ceilingPerSecond: null,
      findings: [
        {
          target: 'P11',
          what: 'wallets import from CSV',
          measured: null,
          unit: 'rows/s',
          wanted: { atLeast: 50_000 },
          note: 'The program has no import yet.',
        },
      ],
    }),
};
