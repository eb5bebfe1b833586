import { maskText } from '../../core/wire/scrub.js';
import type { CardOfLine, WalletLine } from '../../use-cases/directory/administration-port.js';

/** Fields of one wallet or card in a file, as text. Empty and left out mean the same. */
interface Fields {
  readonly reference?: string | undefined;
  readonly programme?: string | undefined;
  readonly customer_id?: string | undefined;
  readonly blocked?: string | undefined;
  readonly card_id?: string | undefined;
  readonly tracking_number?: string | undefined;
  readonly default?: string | undefined;
  readonly card_blocked?: string | undefined;
}

const FIELDS = [
  'reference',
  'programme',
  'customer_id',
  'blocked',
  'card_id',
  'tracking_number',
  'default',
  'card_blocked',
] as const satisfies readonly (keyof Fields)[];

/** First wrong field of a line. */
export class LineProblem extends Error {
  constructor(
    readonly field: string,
    readonly problem: string,
  ) {
    super(`${field} ${problem}`);
  }
}

/** Returns the columns of a CSV file, from the cells of its first line. Errors: LineProblem. */
export function columnsOf(cells: readonly string[]): readonly string[] {
  const names = cells.map((name) => name.trim().toLowerCase());
  const known: readonly string[] = FIELDS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    // Without a header, the first line is data: it can hold a card number.
    const asked = shownName(unknown);
    throw new LineProblem(asked === '' ? 'header' : asked, `is no column; there are ${FIELDS.join(', ')}.`);
  }
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new LineProblem(twice, 'is there twice.');
  for (const needed of ['reference', 'customer_id'])
    if (!names.includes(needed)) throw new LineProblem(needed, 'is missing from the first line.');
  return names;
}

/** Returns a name of a file as a message may show it. It is masked before it is cut, because a part of a card number is none. */
function shownName(name: string): string {
  return maskText(name).slice(0, 40);
}

/** Reads one CSV line. Errors: LineProblem. */
export function lineOfCells(
  line: number,
  cells: readonly string[],
  { names, programme }: { readonly names: readonly string[]; readonly programme: string },
): WalletLine {
  if (cells.length !== names.length) {
    const counts = `${String(cells.length)} columns instead of ${String(names.length)}`;
    throw new LineProblem('line', `has ${counts}.`);
  }
  const fields: Record<string, string> = {};
  for (let place = 0; place < cells.length; place += 1) fields[names[place] ?? ''] = cells[place] ?? '';
  return walletLineOf(line, fields, programme);
}

function walletLineOf(line: number, fields: Fields, programme: string): WalletLine {
  return {
    line,
    reference: referenceOf(fields.reference),
    programme: fields.programme === undefined || fields.programme === '' ? programme : fields.programme,
    customerId: idOf('customer_id', fields.customer_id),
    isBlocked: flagOf('blocked', fields.blocked),
    card: cardOf(fields),
  };
}

/** A spreadsheet shows no blank around a reference, and the calls of terminals do not have it. */
function referenceOf(text: string | undefined): string {
  const reference = textOf('reference', text, 255);
  if (!/^\s|\s$|\p{Cf}/u.test(reference)) return reference;
  throw new LineProblem('reference', 'must not begin or end with a blank, or hold an invisible character.');
}

function cardOf(fields: Fields): CardOfLine | null {
  const { card_id: cardId, tracking_number: trackingNumber } = fields;
  const isDefault = flagOf('default', fields.default);
  const isBlocked = flagOf('card_blocked', fields.card_blocked);
  const hasTracking = trackingNumber !== undefined && trackingNumber !== '';
  if (cardId === undefined || cardId === '') {
    if (hasTracking || isDefault !== null || isBlocked !== null)
      throw new LineProblem('card_id', 'is missing.');
    return null;
  }
  return {
    cardId: idOf('card_id', cardId),
    trackingNumber: hasTracking ? textOf('tracking_number', trackingNumber, TRACKING_MAX) : null,
    isDefault,
    isBlocked,
  };
}

/** Longest value of a KLV entry (docs/reference/protocol.md#klv). */
const TRACKING_MAX = 99;

function textOf(field: string, text: string | undefined, lengthMax: number): string {
  if (text === undefined || text === '') throw new LineProblem(field, 'is missing.');
  // A text never has more code points than UTF-16 units.
  if (text.length > lengthMax && [...text].length > lengthMax)
    throw new LineProblem(field, `must have 1 to ${String(lengthMax)} characters.`);
  if (CONTROL.test(text)) throw new LineProblem(field, 'must not hold control characters.');
  return text;
}

const CONTROL = /\p{Cc}/u;

function idOf(field: string, text: string | undefined): number {
  if (text === undefined || text === '') throw new LineProblem(field, 'is missing.');
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value))
    throw new LineProblem(field, 'must be an integer from 0 to 9007199254740991.');
  return value;
}

function flagOf(field: string, text: string | undefined): boolean | null {
  if (text === undefined || text === '') return null;
  if (text === 'true' || text === '1' || text === 'yes') return true;
  if (text === 'false' || text === '0' || text === 'no') return false;
  throw new LineProblem(field, 'must be true or false.');
}
