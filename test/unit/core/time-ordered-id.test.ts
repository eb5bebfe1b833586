import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { timeOrderedId } from '../../../src/core/wire/time-ordered-id.js';

it('is the example of RFC 9562, A.6', () => {
  const random = '00000000-0000-4cc3-98c4-dc0c0c07398f';
  expect(timeOrderedId(1_645_557_742_000, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

it('is ordered by time, and unique within one moment', () => {
  const moment = fc.integer({ min: 0, max: 2 ** 47 });
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const [first, second] = [timeOrderedId(a, randomUUID()), timeOrderedId(b, randomUUID())];
      expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(first).not.toBe(second);
      if (a !== b) expect(first < second).toBe(a < b);
    }),
  );
});
