import type { Span } from './card-numbers.js';
import { type FoldedText, sourceSpan } from './folded-text.js';

/** Part of the folded text, and its replacement. */
export interface Edit extends Span {
  readonly text: string;
}

/** Applies edits and masks digits. No digit is within an edit. */
export function edited(folded: FoldedText, edits: readonly Edit[], digits: readonly number[]): string {
  const { text: source, more } = withoutDigits(folded, digits);
  const parts: string[] = [];
  let copied = 0;
  const replace = ({ from, to }: Span, text: string): void => {
    parts.push(source.slice(copied, from), text);
    copied = to;
  };
  let next = 0;
  for (const edit of edits) {
    const [from, to] = sourceSpan(folded, edit.from, edit.to);
    for (let cut = more[next]; cut !== undefined && cut.from < from; cut = more[next]) {
      replace(cut, '');
      next += 1;
    }
    replace({ from, to }, edit.text);
  }
  for (const cut of more.slice(next)) replace(cut, '');
  parts.push(source.slice(copied));
  return parts.join('');
}

/** Returns the source with an `X` for each of these digits, and the remaining units of digits that several units encode. */
function withoutDigits(
  folded: FoldedText,
  digits: readonly number[],
): { readonly text: string; readonly more: readonly Span[] } {
  const { source } = folded;
  if (digits.length === 0) return { text: source, more: [] };
  const units = Buffer.from(source, 'utf16le');
  const more: Span[] = [];
  for (const place of digits) {
    const [start, end] = sourceSpan(folded, place, place + 1);
    units.writeUInt16LE(LETTER_X, 2 * start);
    // Two digits may come from one character.
    if (end > start + 1 && more.at(-1)?.to !== end) more.push({ from: start + 1, to: end });
  }
  return { text: units.toString('utf16le'), more };
}

const LETTER_X = 0x58;
