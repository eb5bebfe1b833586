import { shortName } from '../../platform/errors.js';
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
  return foldName(name.replace(BETWEEN, '')).replace(NO_LETTER, '');
}

/** Returns a name for comparison: in compatibility forms, without case, marks, spaces and zero-width signs. */
function foldName(name: string): string {
  const bare = name.replace(/[\p{Cc}\p{Cf}\p{M}\p{Z}\s]+/gu, '');
  // A dotless i keeps its form in lower case, so the name becomes upper case first.
  return bare.length > FOLDED_NAME_MAX ? bare : bare.normalize('NFKC').toUpperCase().toLowerCase();
}

const FOLDED_NAME_MAX = 256;

const PLAIN = /^\w*$/;
const BETWEEN = /[^\p{L}\p{N}\p{S}]+/gu;
const NO_LETTER = /[^\p{L}\p{N}]+/gu;

/** Builds the problem of a confusable name. `field` is the member's path, with its name as the caller wrote it. */
export function confusableName(args: {
  readonly field: string;
  readonly name: string;
  readonly known: string;
  readonly advice?: string | undefined;
}): FieldProblem {
  const { field, name, known, advice = 'write it as that' } = args;
  return bad(field, `${shown(name)} is not ${known}; ${advice}.`);
}

/** Writes invisible and look-alike characters as JSON escapes, because they may be the only difference. */
function shown(name: string): string {
  if (PLAIN.test(name)) return shortName(name);
  const escaped = JSON.stringify(shortName(name)).replace(BEYOND_ASCII, escapeOf);
  return escaped.length <= SHOWN_MAX ? escaped : `${escaped.slice(0, SHOWN_MAX)}…`;
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const BEYOND_ASCII = /[^\x20-\x7e]/g;
const SHOWN_MAX = 512;
