import fc from 'fast-check';
import { endOfPrefix } from '../../../src/store/engine/statement.js';

const compare = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\u{d7ff}', '\u{e000}', '\u{10ffff}', 'é', '😀') });

it('the range of a prefix has all texts that begin with it, and no others', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (prefix, other, isJoined) => {
      const candidate = isJoined ? prefix + other : other;
      const end = endOfPrefix(prefix);
      const isWithin = compare(candidate, prefix) >= 0 && (end === null || compare(candidate, end) < 0);
      expect(isWithin).toBe(candidate.startsWith(prefix));
    }),
    { numRuns: 2000 },
  );
});
