import { BUGS } from './bugs.js';
import { firstSeedThatBreaks } from './first-seed.js';
import { simulate } from './simulate.js';

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
