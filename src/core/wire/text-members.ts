import { NAME_LENGTH_MAX, NAME_LENGTH_MIN, pairRole } from '../transactions/field-storage.js';
import type { Span } from './card-numbers.js';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  DELIMITER,
  endOfName,
  endOfNameQuote,
  endOfTag,
  EQUALS,
  EVENT,
  GREATER,
  holdsValue,
  is,
  isEmptyTag,
  isQuote,
  isSpace,
  LESS,
  localName,
  NAME_END,
  NO_SCALAR,
  OPEN_BRACE,
  OPEN_BRACKET,
  skipBackslashes,
  skipSpace,
  SLASH,
  startOfValue,
  ValuesBefore,
  WORD,
} from './text-units.js';

/** Value of a member in a text. */
export interface TextMember extends Span {
  readonly name: string;
  /**
   * Form of the value. `text` is between quotes or tags, `bare` is a number or word, `structure` is a whole object or array. The
   * last two need quotes when replaced. `rest` is all that follows after too many members wanted whole.
   */
  readonly form: 'text' | 'bare' | 'structure' | 'rest';
  /** `whole`: nothing of it may be kept. */
  readonly want: 'whole' | 'scalar';
  /** Quote around the name, including backslashes. Empty where none exists. */
  readonly quote: string;
}

/**
 * Demand for a member. `scalar`: only a value that cannot hold another member. `names`: its value may name the value beside it,
 * which has the role `value`. Null: not wanted.
 */
export type Wanted = 'whole' | 'scalar' | 'names' | 'value' | null;

/**
 * Finds the members of a folded text that `wanted` wants by their name, in order: in JSON, XML-RPC structs, XML elements,
 * attributes and `name=value`. Also finds values whose name is the value of a member beside them. The text need not be
 * well-formed, and one form may stand inside another. A scalar that `isTaken` rejects is searched like any text. A value without
 * an end continues to the end of the text.
 *
 * Reads forward only, except for the name before a colon (at most 64 characters) and the value before its name. It skips the
 * values that it finds. Time grows only with the length of the text.
 */
export function textMembers(
  text: string,
  wanted: (name: string) => Wanted,
  isTaken: (scalar: TextMember) => boolean,
): readonly TextMember[] {
  const members: TextMember[] = [];
  const pairs = new Pairs(text, members, wanted);
  const values = new ValuesBefore(text);
  let wholes = 0;
  const choose: Choose = (name, separator) => {
    const want = pairs.resolve(name, wanted(name), separator);
    if (want === 'whole') wholes += 1;
    return want;
  };
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (!is(unit, EVENT)) {
      at += 1;
      continue;
    }
    pairs.pass(unit);
    if (unit === LESS) values.pass(at);
    const member =
      unit === COLON || unit === EQUALS
        ? memberAfter(text, at, choose)
        : unit === LESS
          ? elementAt(text, at, choose, values)
          : unit === GREATER
            ? pairs.contentAt(at)
            : null;
    if (member === null || (member.want === 'scalar' && !isTaken(member))) {
      at += 1;
      continue;
    }
    insertMember(members, member);
    if (wholes + pairs.found > WHOLE_MAX) {
      const { name, to: from } = member;
      members.push({ name, quote: '', form: 'rest', want: 'whole', from, to: text.length });
      break;
    }
    at = Math.max(member.to, at + 1);
  }
  return members;
}

/** State of one object. */
interface PairScope {
  /** Name of the member whose value is a name that must never be stored. Null where none exists. */
  namedBy: string | null;
  /** Separator of the last value without such a name; -1 for none. */
  valueAt: number;
}

/** Finder of values that another member's value names: `{"name":"cvv","value":"123"}`, in either order. */
class Pairs {
  found = 0;
  private scope: PairScope = { namedBy: null, valueAt: -1 };
  private readonly outer: PairScope[] = [];
  private isTagSecret = false;

  constructor(
    private readonly text: string,
    private readonly members: TextMember[],
    private readonly wanted: (name: string) => Wanted,
  ) {}

  pass(unit: number): void {
    if (unit === OPEN_BRACE) {
      if (this.outer.length < SCOPES_MAX) this.outer.push(this.scope);
      this.scope = { namedBy: null, valueAt: -1 };
    } else if (unit === CLOSE_BRACE) {
      this.scope = this.outer.pop() ?? { namedBy: null, valueAt: -1 };
    } else if (unit === LESS) {
      this.isTagSecret = false;
    }
  }

  /** Returns how a member is wanted, by its own name or the name beside it. */
  resolve(name: string, want: Wanted, separator: number): 'whole' | 'scalar' | null {
    if (want === 'names') this.readName(name, separator);
    if (want !== 'value') return want === 'names' ? null : want;
    if (this.scope.namedBy !== null) return 'whole';
    if (separator >= 0) this.scope.valueAt = separator;
    return null;
  }

  private readName(name: string, separator: number): void {
    if (separator < 0) return;
    const { scope, text } = this;
    const value = valueAsName(text, separator);
    if (value === '' || this.wanted(value) !== 'whole') {
      // A flat list begins its next pair here.
      if (scope.namedBy === name) scope.namedBy = null;
      return;
    }
    scope.namedBy = name;
    this.isTagSecret = text.charCodeAt(separator) === EQUALS;
    if (scope.valueAt >= 0) this.insert(scope.valueAt, separator);
    scope.valueAt = -1;
  }

  /** Returns the text behind `<param name="cvv">`. Null where none exists. */
  contentAt(greater: number): TextMember | null {
    const { isTagSecret, text } = this;
    this.isTagSecret = false;
    const from = skipSpace(text, greater + 1);
    const isText = isTagSecret && text.charCodeAt(greater - 1) !== SLASH && text.charCodeAt(from) !== LESS;
    if (!isText || from >= text.length) return null;
    const end = text.indexOf('<', from);
    this.found += 1;
    return { name: '', quote: '', form: 'text', want: 'whole', from, to: end < 0 ? text.length : end };
  }

  /** Inserts a value that stands before its name. Other members may stand between. */
  private insert(valueAt: number, end: number): void {
    const value = memberAfter(this.text.slice(0, end), valueAt, () => 'whole');
    if (value === null) return;
    this.found += 1;
    insertMember(this.members, value);
  }
}

/** Inserts a value in order, because it may stand before its name. Members inside it are hidden with it. */
function insertMember(members: TextMember[], value: TextMember): void {
  let index = members.length;
  while (index > 0 && (members[index - 1]?.from ?? 0) >= value.from) index -= 1;
  let last = index;
  while (last < members.length && (members[last]?.from ?? 0) < value.to) last += 1;
  members.splice(index, last - index, value);
}

/** Limit of nested objects whose pairs are separated. */
const SCOPES_MAX = 64;

/** Returns the text after this separator. Empty where it is longer than a name. */
function valueAsName(text: string, separator: number): string {
  const opening = skipBackslashes(text, skipSpace(text, separator + 1));
  const from = isQuote(text.charCodeAt(opening)) ? opening + 1 : opening;
  let to = from;
  while (to < text.length && to - from <= NAME_LENGTH_MAX && !is(text.charCodeAt(to), NAME_END)) to += 1;
  return to - from > NAME_LENGTH_MAX ? '' : text.slice(from, to);
}

/** Limit of members wanted whole. No honest text holds as many passwords. */
const WHOLE_MAX = 1000;

/** `separator` is -1 where the name is the name of an element. */
type Choose = (name: string, separator: number) => 'whole' | 'scalar' | null;

function memberAfter(text: string, separator: number, wanted: Choose): TextMember | null {
  const before = nameBefore(text, separator);
  const { name } = before;
  const want = name === '' ? null : wanted(name, separator);
  if (want === null) return null;
  const nameEnd = before.quote === '' ? endOfNameQuote(text, separator + 1) : -1;
  const quote = nameEnd < 0 ? before.quote : text.slice(separator + 1, nameEnd);
  const start = startOfValue(text, nameEnd < 0 ? separator + 1 : skipSpace(text, nameEnd) + 1);
  const opening = skipBackslashes(text, start);
  const unit = text.charCodeAt(opening);
  if (want === 'scalar') {
    // Words of a sentence stand before a colon too.
    if (quote === '') return null;
    if (!isQuote(unit)) return bareMember(text, { name, quote, want }, start);
    const from = opening + 1;
    const to = endOfScalar(text, from);
    const isEnded = text.charCodeAt(skipBackslashes(text, to)) === unit;
    return isEnded ? { name, quote, form: 'text', want, from, to } : null;
  }
  if (isQuote(unit)) {
    const from = opening + 1;
    const to = endOfString(text, from, { unit, depth: opening - start });
    return { name, quote, form: 'text', want, from, to };
  }
  if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
    const to = endOfStructure(text, start, quote.length - 1);
    return { name, quote, form: 'structure', want, from: start, to };
  }
  return bareMember(text, { name, quote, want }, start);
}

function bareMember(
  text: string,
  about: Pick<TextMember, 'name' | 'quote' | 'want'>,
  from: number,
): TextMember | null {
  let to = from;
  while (to < text.length && !is(text.charCodeAt(to), DELIMITER)) to += 1;
  const { name, quote, want } = about;
  return to === from ? null : { name, quote, form: 'bare', want, from, to };
}

function nameBefore(text: string, separator: number): { readonly name: string; readonly quote: string } {
  let end = endWithoutSpace(text, separator);
  // `[cvv] => 123` and `card[cvv]=123`
  if (text.charCodeAt(end - 1) === CLOSE_BRACKET) end = endWithoutSpace(text, end - 1);
  const closing = end - 1;
  if (!isQuote(text.charCodeAt(closing))) {
    let start = end;
    while (start > 0 && end - start <= NAME_LENGTH_MAX && is(text.charCodeAt(start - 1), WORD)) start -= 1;
    return end - start < NAME_LENGTH_MIN ? NO_NAME : { name: text.slice(start, end), quote: '' };
  }
  end = closing;
  while (end > 0 && closing - end < DEPTH_MAX && text.charCodeAt(end - 1) === BACKSLASH) end -= 1;
  const nameEnd = endWithoutSpace(text, end);
  const earliest = Math.max(0, nameEnd - NAME_LENGTH_MAX);
  let start = nameEnd;
  while (start > earliest && text.charCodeAt(start - 1) !== text.charCodeAt(closing)) start -= 1;
  return nameEnd - start < NAME_LENGTH_MIN
    ? NO_NAME
    : { name: text.slice(start, nameEnd), quote: text.slice(end, closing + 1) };
}

const NO_NAME = { name: '', quote: '' };

function endWithoutSpace(text: string, from: number): number {
  let end = from;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** Limit of backslashes before a quote. 31 of them mean five nested texts. */
const DEPTH_MAX = 64;

/**
 * Returns the offset before the closing quote's backslashes. Quotes deeper inside have more backslashes than the opening quote.
 */
function endOfString(
  text: string,
  from: number,
  { unit, depth }: { readonly unit: number; readonly depth: number },
): number {
  let backslashes = 0;
  for (let at = from; at < text.length; at += 1) {
    const next = text.charCodeAt(at);
    if (next === unit && backslashes <= depth) return at - backslashes;
    backslashes = next === BACKSLASH ? backslashes + 1 : 0;
  }
  return text.length;
}

/** Returns where something begins that could hold another member. */
function endOfScalar(text: string, from: number): number {
  let to = from;
  while (to < text.length && !is(text.charCodeAt(to), NO_SCALAR)) to += 1;
  return to;
}

function endOfStructure(text: string, from: number, depth: number): number {
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isQuote(unit)) {
      at = endOfString(text, at + 1, { unit, depth: Math.max(depth, 0) });
      while (text.charCodeAt(at) === BACKSLASH) at += 1;
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      open += 1;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      open -= 1;
      if (open === 0) return at + 1;
    }
  }
  return text.length;
}

/** Reads `<name>pin</name><value>…</value>` of a struct, in either order, or `<pin>…</pin>`. */
function elementAt(text: string, less: number, wanted: Choose, values: ValuesBefore): TextMember | null {
  const nameEnd = endOfName(text, less + 1);
  if (nameEnd - less <= NAME_LENGTH_MIN) return null;
  const tag = localName(text.slice(less + 1, nameEnd));
  const isNaming = pairRole(tag) === 'names';
  const want = isNaming || tag === '' ? null : wanted(tag, -1);
  if (want === null && !isNaming) return null;
  const from = endOfTag(text, nameEnd);
  if (from === null) return null;
  if (want === null) return structMember(text, from, wanted, values.before(less));
  return contentMember(text, from, { name: tag, tag: tag.toLowerCase(), want });
}

function structMember(text: string, from: number, wanted: Choose, before: Span | null): TextMember | null {
  const nameEnd = text.slice(from, from + 2 * NAME_LENGTH_MAX).indexOf('<') + from;
  const name = text.slice(from, nameEnd).trim();
  const want = name === '' || text.charCodeAt(nameEnd + 1) !== SLASH ? null : wanted(name, -1);
  if (want === null) return null;
  const closed = endOfTag(text, endOfName(text, nameEnd + 2));
  if (closed === null) return null;
  const value = skipSpace(text, closed);
  const valueNameEnd = endOfName(text, value + 1);
  const tag = localName(text.slice(value + 1, valueNameEnd)).toLowerCase();
  const isValue = text.charCodeAt(value) === LESS && holdsValue(tag);
  const start = isValue ? endOfTag(text, valueNameEnd) : null;
  if (start !== null) return contentMember(text, start, { name, tag, want });
  return before === null || want !== 'whole' ? null : { name, quote: '', form: 'text', want, ...before };
}

function contentMember(
  text: string,
  start: number,
  { name, tag, want }: { readonly name: string; readonly tag: string; readonly want: 'whole' | 'scalar' },
): TextMember | null {
  if (want === 'whole')
    return { name, quote: '', form: 'text', want, from: start, to: endOfElement(text, start, tag) };
  // The value may stand in an element of its type.
  const isTyped = text.charCodeAt(start) === LESS;
  const from = isTyped ? endOfTag(text, endOfName(text, start + 1)) : start;
  if (from === null) return null;
  const to = endOfScalar(text, from);
  return text.charCodeAt(to) === LESS && text.charCodeAt(to + 1) === SLASH
    ? { name, quote: '', form: 'text', want, from, to }
    : null;
}

/** Returns where the element's end tag begins. It skips inner elements of the same name. */
function endOfElement(text: string, from: number, tag: string): number {
  let open = 1;
  for (let less = text.indexOf('<', from); less >= 0; less = text.indexOf('<', less + 1)) {
    const isEnd = text.charCodeAt(less + 1) === SLASH;
    const start = less + (isEnd ? 2 : 1);
    const end = endOfName(text, start);
    if (localName(text.slice(start, end)).toLowerCase() !== tag) continue;
    open += isEnd ? -1 : isEmptyTag(text, end) ? 0 : 1;
    if (open === 0) return less;
  }
  return text.length;
}
