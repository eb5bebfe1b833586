import type { Span } from './card-numbers.js';
import { NAME_LENGTH_MAX, pairRole } from './field-storage.js';
import { GREATER, is, LESS, skipSpace, SLASH, TAG_PART } from './text-units.js';

/** Knows the element that ended last of those that hold a value: its name may follow it. */
export class ValuesBefore {
  private readonly starts: number[] = [];
  private last: Span = { from: 0, to: 0 };
  private lastEnd = -1;

  constructor(private readonly text: string) {}

  pass(less: number): void {
    const { text, starts } = this;
    const isEnd = text.charCodeAt(less + 1) === SLASH;
    const start = less + (isEnd ? 2 : 1);
    const nameEnd = endOfName(text, start);
    if (!holdsValue(localName(text.slice(start, nameEnd)))) return;
    if (!isEnd) {
      const from = endOfTag(text, nameEnd);
      if (from !== null && starts.length < OPEN_MAX) starts.push(from);
      return;
    }
    const from = starts.pop();
    if (from === undefined) return;
    this.last = { from, to: less };
    this.lastEnd = skipSpace(text, greaterAfter(text, nameEnd) + 1);
  }

  /** The content of the element that ends right before this one; null where there is none. */
  before(less: number): Span | null {
    return this.lastEnd === less ? this.last : null;
  }
}

export function holdsValue(tag: string): boolean {
  return pairRole(tag) === 'value' || (tag.length === 6 && tag.toLowerCase() === 'string');
}

/** Elements inside each other. */
const OPEN_MAX = 64;

/** After `>`; null for an end tag, an empty element, and what is no tag. */
export function endOfTag(text: string, at: number): number | null {
  const greater = greaterAfter(text, at);
  return greater < 0 || text.charCodeAt(greater - 1) === SLASH ? null : greater + 1;
}

export function isEmptyTag(text: string, at: number): boolean {
  return text.charCodeAt(greaterAfter(text, at) - 1) === SLASH;
}

/** Attributes are passed over, up to 256 characters of them; -1 where the tag does not end. */
function greaterAfter(text: string, start: number): number {
  for (let at = start; at < text.length && at < start + 256; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === GREATER) return at;
    if (unit === LESS) return -1;
  }
  return -1;
}

export function endOfName(text: string, start: number): number {
  let at = start;
  while (at - start <= 2 * NAME_LENGTH_MAX && is(text.charCodeAt(at), TAG_PART)) at += 1;
  return at;
}

export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
