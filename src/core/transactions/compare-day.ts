import {
  amountOf,
  bookedAtMs,
  codeText,
  type GatewayRow,
  isReversal,
  movesMoney,
  standingOf,
} from './booked-row.js';
import type { State } from './life.js';

/** A booking in the file. */
export interface FileRow {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly requestId: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 alphabetic. Null where the file names none. */
  readonly currency: string | null;
}

export const DIFFERENCE_KINDS = ['missing_in_file', 'missing_at_gateway', 'amount_differs'] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface DayDifference {
  readonly kind: DifferenceKind;
  readonly requestId: string;
  /** Line of the file. Null where the file has none. */
  readonly line: number | null;
  /** Reference of the wallet. Null, as all that follows but the file's, where the gateway has no such transaction. */
  readonly reference: string | null;
  readonly methodName: string | null;
  readonly state: State | null;
  /** Amount at the gateway, in minor units. */
  readonly gatewayAmount: number | null;
  /** That of the gateway, else that of the file. */
  readonly currency: string | null;
  /** Amount in the file, in minor units. Null where the file has none. */
  readonly fileAmount: number | null;
  /** Outcome of a transaction in doubt that the file proves. Null where it proves none. */
  readonly proposal: 'approved' | null;
  /** One sentence for people. */
  readonly note: string;
}

export interface DaySummary {
  readonly fileRows: number;
  /** Rows of the gateway that have an amount and lie inside the day. */
  readonly gatewayRows: number;
  /** Rows that both sides have with the same amount. */
  readonly matched: number;
  /** Rows of the gateway that moved nothing and that the file rightly lacks, with the reversals of such rows. */
  readonly notMoved: number;
  /** Advices and calls that the wallet service has not processed yet, and that the file lacks. */
  readonly open: number;
  readonly proposals: number;
}

interface DayOptions {
  /** Begin of the day, epoch milliseconds. */
  readonly fromMs: number;
  /** End of the day, exclusive. */
  readonly toMs: number;
  readonly fileRows: readonly FileRow[];
}

/** The rows of the file with one request id. */
type Booking = readonly [FileRow, ...FileRow[]];

/**
 * Compares a day of the gateway with the day file of a wallet service. It is pure: the command line and the console run it. It gets
 * the rows of the gateway in any order. Rows outside the day count only where the file has them.
 */
export class DayComparison {
  readonly #differences: DayDifference[] = [];
  readonly #bookings = new Map<string, Booking>();
  /** Request ids of the file that the gateway has. */
  readonly #known = new Set<string>();
  /** Rows on which other rows decide: doubts that the file has, and reversals that it lacks. */
  readonly #undecided: GatewayRow[] = [];
  /** Request ids of transactions whose reversal the file has. */
  readonly #reversedInFile = new Set<string>();
  /** Request ids of transactions that moved no money, or perhaps none, and that the file lacks or has with 0. */
  readonly #withoutMoney = new Set<string>();
  readonly #counts = { fileRows: 0, gatewayRows: 0, matched: 0, notMoved: 0, open: 0, proposals: 0 };

  constructor(readonly options: DayOptions) {
    for (const row of options.fileRows) {
      this.#counts.fileRows += 1;
      const booking = this.#bookings.get(row.requestId);
      this.#bookings.set(row.requestId, booking === undefined ? [row] : [...booking, row]);
    }
  }

  addGatewayRow(row: GatewayRow): void {
    const isMoney = movesMoney(row);
    if (isMoney && this.#isInside(row)) this.#counts.gatewayRows += 1;
    const booking = this.#bookings.get(row.requestId);
    if (booking !== undefined) this.#booked(row, booking);
    else if (isMoney) this.#absent(row);
  }

  /** Decides what could not be decided before. */
  finish(): { readonly differences: readonly DayDifference[]; readonly summary: DaySummary } {
    for (const row of this.#undecided) {
      const booking = this.#bookings.get(row.requestId);
      if (booking !== undefined) this.#doubtful(row, booking);
      else if (row.originalRequestId === null || this.#withoutMoney.has(row.originalRequestId))
        this.#counts.notMoved += 1;
      else this.#report('missing_in_file', { row, note: BOOKED_HERE });
    }
    for (const [requestId, booking] of this.#bookings)
      if (!this.#known.has(requestId)) this.#report('missing_at_gateway', { booking, note: UNKNOWN });
    return { differences: this.#differences, summary: this.#counts };
  }

  /** A row of the gateway that the file has. */
  #booked(row: GatewayRow, booking: Booking): void {
    this.#known.add(row.requestId);
    if (isReversal(row)) this.#reversedInFile.add(row.originalRequestId ?? '');
    const standing = standingOf(row);
    if (standing === 'not_moved') this.#unmoved(row, booking);
    else if (this.#isEqual(row, booking)) {
      if (standing === 'moved') this.#counts.matched += 1;
      else if (standing === 'doubt') this.#undecided.push(row);
      else {
        const note = `It is ${row.state} at the gateway, which is still processing it.`;
        this.#report('missing_at_gateway', { row, booking, note });
      }
    }
  }

  #unmoved(row: GatewayRow, booking: Booking): void {
    if (amountIn(booking) > 0) {
      const note = `At the gateway it is ${row.state}${codeText(row)}.`;
      this.#report('missing_at_gateway', { row, booking, note });
      return;
    }
    this.#counts.matched += 1;
    this.#withoutMoney.add(row.requestId);
  }

  #doubtful(row: GatewayRow, booking: Booking): void {
    if (this.#reversedInFile.has(row.requestId))
      this.#report('missing_at_gateway', { row, booking, note: REVERSED });
    else this.#report('missing_at_gateway', { row, booking, note: PROVEN, proposal: 'approved' });
  }

  /** A row of the gateway with an amount that the file lacks. */
  #absent(row: GatewayRow): void {
    const standing = standingOf(row);
    if (standing !== 'moved') this.#withoutMoney.add(row.requestId);
    if (!this.#isInside(row)) return;
    if (standing === 'not_moved' || (standing === 'moved' && amountOf(row) === 0)) this.#counts.notMoved += 1;
    else if (standing === 'open') this.#counts.open += 1;
    else if (standing === 'moved' && isReversal(row)) this.#undecided.push(row);
    else this.#report('missing_in_file', { row, note: standing === 'doubt' ? DOUBT_HERE : BOOKED_HERE });
  }

  /** Returns true for the same amount and currency. Reports a difference. */
  #isEqual(row: GatewayRow, booking: Booking): boolean {
    const note = amountNote(row, booking);
    if (note !== null) this.#report('amount_differs', { row, booking, note });
    return note === null;
  }

  #isInside(row: GatewayRow): boolean {
    const atMs = bookedAtMs(row);
    return atMs >= this.options.fromMs && atMs < this.options.toMs;
  }

  #report(kind: DifferenceKind, { row, booking, note, proposal = null }: Found): void {
    if (proposal !== null) this.#counts.proposals += 1;
    const { line, currency } = booking?.[0] ?? NO_LINE;
    const { reference, methodName, state, requestAmount } = row ?? NO_ROW;
    this.#differences.push({
      kind,
      requestId: (row ?? booking?.[0] ?? NO_LINE).requestId,
      line,
      reference,
      methodName,
      state,
      gatewayAmount: row === undefined || requestAmount === null ? null : amountOf(row),
      currency: row === undefined ? currency : row.currency,
      fileAmount: booking === undefined ? null : amountIn(booking),
      proposal,
      note,
    });
  }
}

const NO_LINE = { line: null, requestId: '', currency: null } as const;
const NO_ROW = { reference: null, methodName: null, state: null, requestAmount: null } as const;

interface Found extends Pick<DayDifference, 'note'> {
  readonly row?: GatewayRow;
  readonly booking?: Booking;
  readonly proposal?: DayDifference['proposal'];
}

/** Returns how the amounts differ; null where they do not. */
function amountNote(row: GatewayRow, booking: Booking): string | null {
  const [{ currency }] = booking;
  if (booking.length > 1)
    return `The file has it more than once, in lines ${booking.map(({ line }) => String(line)).join(', ')}.`;
  if (currency !== null && row.currency !== null && currency !== row.currency)
    return `The file has ${currency}, and the programme has ${row.currency}.`;
  return amountIn(booking) === amountOf(row) ? null : 'The amounts differ.';
}

function amountIn(booking: Booking): number {
  return booking.reduce((sum, { amount }) => sum + amount, 0);
}

const BOOKED_HERE = 'The gateway has it as booked. The file lacks it.';
const DOUBT_HERE = 'It is in doubt at the gateway. The file lacks it.';
const UNKNOWN = 'The gateway has no such transaction on this day.';
const PROVEN = 'It is in doubt at the gateway. The file has it with this amount.';
const REVERSED = 'The file has its reversal too. Settled as approved, it would be reversed again.';
