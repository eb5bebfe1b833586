import fc from 'fast-check';
import { CardwayError } from '../../../src/platform/errors.js';

/** Returns the result of `read`, or nothing where it throws MALFORMED. Any other exception fails the test. */
export function valueOrRefusal<T>(read: () => T): { value: T } | undefined {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof CardwayError && error.code === 'MALFORMED') return undefined;
    throw error;
  }
}

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: Buffer;
}

/** Makes documents from a good one by up to eight edits: removed bytes, and inserted random bytes and tokens of the format. */
export function mutated(documents: readonly Buffer[], tokens: readonly string[]): fc.Arbitrary<Buffer> {
  const insert = fc.oneof(
    fc.constantFrom(...tokens).map((token) => Buffer.from(token, 'latin1')),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...documents).map((document) => document.subarray(0, 200)),
  );
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), remove: fc.nat(30), insert });
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(edit, { minLength: 1, maxLength: 8 }))
    .map(([document, edits]) => edits.reduce(applyEdit, document));
}

function applyEdit(document: Buffer, { at, remove, insert }: Edit): Buffer {
  const start = Math.floor(at * document.length);
  return Buffer.concat([document.subarray(0, start), insert, document.subarray(start + remove)]);
}
