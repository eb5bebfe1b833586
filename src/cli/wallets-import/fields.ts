import type { CardOfLine, WalletLine } from '../../usecase/ports.js';

/** What stands in a file for one wallet or card, as text; empty and left out are the same. */
export interface Fields {
  readonly reference?: string | undefined;
  readonly programme?: string | undefined;
  readonly customer_id?: string | undefined;
  readonly blocked?: string | undefined;
  readonly card_id?: string | undefined;
  readonly tracking_number?: string | undefined;
  readonly default?: string | undefined;
  readonly card_blocked?: string | undefined;
}

export const FIELDS = [
  'reference',
  'programme',
  'customer_id',
  'blocked',
  'card_id',
  'tracking_number',
  'default',
  'card_blocked',
] as const satisfies readonly (keyof Fields)[];

/** What is wrong with a line: the first field that is. */
export class LineProblem extends Error {
  constructor(
    readonly field: string,
    readonly problem: string,
  ) {
    super(`${field} ${problem}`);
  }
}

/** Errors: LineProblem. */
export function walletLineOf(line: number, fields: Fields, programme: string): WalletLine {
  return {
    line,
    reference: textOf('reference', fields.reference, 255),
    programme: fields.programme === undefined || fields.programme === '' ? programme : fields.programme,
    customerId: idOf('customer_id', fields.customer_id),
    isBlocked: flagOf('blocked', fields.blocked),
    card: cardOf(fields),
  };
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

/** As long as a KLV value can be (wire.md 2.1). */
const TRACKING_MAX = 99;

function textOf(field: string, text: string | undefined, lengthMax: number): string {
  if (text === undefined || text === '') throw new LineProblem(field, 'is missing.');
  // Code points are never more than UTF-16 units.
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
