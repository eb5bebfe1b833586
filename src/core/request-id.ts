import { CardwayError } from '../errors.js';

/** `<card_id>_<8 to 17 digits of a timestamp>_<1 to 20 digits>`, beginning with this card (service.md 2.1, contract 4.3). */
export function isRequestId(text: string, cardId: number): boolean {
  return SHAPE.test(text) && text.startsWith(`${cardId}_`);
}

/**
 * The request id of a call that came without one. The same call gives the same id again, so a retransmission is recognised;
 * 48 bits of the checksum keep apart what card and second do not.
 *
 * Errors: INTERNAL when date or checksum were not checked before.
 */
export function deriveRequestId(args: {
  readonly cardId: number;
  /** transactionDate, else referenceDate, as `yyyyMMddTHH:mm:ss`. */
  readonly wireDate: string;
  /** Hex of either case. */
  readonly checksum: string;
}): string {
  const date = WIRE_DATE.exec(args.wireDate);
  const head = CHECKSUM_HEAD.exec(args.checksum);
  if (date === null || head === null) {
    throw new CardwayError('INTERNAL', {
      cause: new Error('deriveRequestId needs a checked date and checksum.'),
    });
  }
  return `${args.cardId}_${date.slice(1).join('')}_${parseInt(head[0], 16)}`;
}

const SHAPE = /^\d{1,16}_\d{8,17}_\d{1,20}$/;
const WIRE_DATE = /^(\d{8})T(\d\d):(\d\d):(\d\d)$/;
const CHECKSUM_HEAD = /^[0-9a-f]{12}/i;
/** 48 bits. */
export const CHECKSUM_HEAD_DIGITS = 12;
