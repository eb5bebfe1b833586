import fc from 'fast-check';

const HALVES = { from: 0xd800, count: 0x800 };

/**
 * Any character except halves of pairs. Equals fast-check's `unit: 'binary'`, which first lists all million of them: more than a
 * second for each file that uses it.
 */
export const ANY_CHARACTER = fc
  .integer({ min: 0, max: 0x10_ffff - HALVES.count })
  .map((index) => String.fromCodePoint(index < HALVES.from ? index : index + HALVES.count), indexOf);

function indexOf(character: unknown): number {
  const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (point === undefined || character !== String.fromCodePoint(point)) throw new Error('Not one character.');
  return point < HALVES.from ? point : point - HALVES.count;
}
