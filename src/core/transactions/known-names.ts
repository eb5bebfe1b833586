import { idText } from '../wire/card-numbers.js';
import { bad, type FieldProblem } from './field-checks.js';

/** Member names that the gateway knows at one place of a call. */
export interface KnownNames {
  has(name: string): boolean;
  /** Returns the known name with the same letters and digits as this unknown name. */
  meantBy(name: string): string | undefined;
}

/**
 * Finds names that a wallet service may confuse with known ones, because it ignores case (Go and .NET do), signs or spaces. The
 * gateway must not treat such a member as unknown: it would forward the member without a check.
 */
export function knownNames(names: Iterable<string>): KnownNames {
  const exact = new Set(names);
  const byLetters = new Map([...exact].map((name) => [lettersOf(name), name]));
  return {
    has: (name) => exact.has(name),
    meantBy: (name) => (exact.has(name) ? undefined : byLetters.get(lettersOf(name))),
  };
}

/** Returns only letters and digits, in compatibility forms (NFKC) and lower case. */
export function lettersOf(name: string): string {
  if (PLAIN.test(name)) return name.replaceAll('_', '').toLowerCase();
  // Signs may become letters, as circled letters do. All else between letters is removed before the length is measured.
  const bare = name.replace(BETWEEN, '');
  // A dotless i keeps its form in lower case, so the name becomes upper case first.
  const folded = bare.length > FOLDED_NAME_MAX ? bare : bare.normalize('NFKC').toUpperCase().toLowerCase();
  return folded.replace(NO_LETTER, '');
}

const FOLDED_NAME_MAX = 256;

const PLAIN = /^\w*$/;
const BETWEEN = /[^\p{L}\p{N}\p{S}]+/gu;
const NO_LETTER = /[^\p{L}\p{N}]+/gu;

/** Builds the problem of a confusable name. `field` is the member's path, with its name as the caller wrote it. */
export function confusableName(field: string, name: string, known: string): FieldProblem {
  return bad(field, `${idText(name)} is not ${known}; write it as that.`);
}
