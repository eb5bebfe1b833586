import { fieldStorage } from '../transactions/field-storage.js';
import type { Span } from './card-numbers.js';
import { klvName } from './klv-keys.js';
import { parseKlv } from './klv.js';

/**
 * Finds the whole KLV texts that stand as a string of JSON or as the text of an element or attribute, where one of their members
 * must not be kept as it is. Spans are ascending. Looks at each character once or twice.
 */
export function klvTexts(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const [value] = match;
    if (value.length <= LENGTH_MAX && hasSecret(value))
      found.push({ from: match.index, to: match.index + value.length });
  }
  return found;
}

const CANDIDATE = /(?<=["'>])[ \t\r\n]{0,8}\d{5}[^"'<\\]*/g;
/** Every KLV text within its limits is shorter, in units. */
const LENGTH_MAX = 8192;

function hasSecret(text: string): boolean {
  const reading = parseKlv(text);
  return reading.kind === 'ok' && reading.entries.some(({ key }) => HIDES.has(fieldStorage(klvName(key))));
}

const HIDES: ReadonlySet<string> = new Set(['never', 'masked']);
