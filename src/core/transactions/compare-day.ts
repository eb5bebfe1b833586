import {
  amountOf,
  bookedAtMs,
  codeText,
  type GatewayRow,
  isReversal,
  movesMoney,
  type Standing,
  standingOf,
  ZONES_APART_MS,
} from './booked-row.js';
import { parseWireDate } from '../wire/wire-date.js';
import type { ShownState } from './life.js';

/** A booking in the file. It has the request id, the three others, or `markOff`, as `KeyBy` says. */
export interface FileRow {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly requestId: string | null;
  readonly terminalId: string | null;
  readonly transactionId: string | null;
  /** `yyyyMMddTHH:mm:ss` in UTC. */
  readonly date: string | null;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 alphabetic. Null where the file names none. */
  readonly currency: string | null;
  readonly markOff?: MarkOff;
}

/** The members of a Mark-off row beside transaction id and amount. */
interface MarkOff {
  /** Reference of the wallet. */
  readonly reference: string;
  readonly isDebit: boolean;
  /** Its dates, epoch milliseconds. The zone of neither is proved. */
  readonly atMs: readonly number[];
}

/** A row of the file that cannot be read. */
export interface UnreadableRow {
  readonly line: number;
  /** One sentence that repeats no cell. */
  readonly problem: string;
}

/** A day file as it was read. */
export interface DayFile {
  readonly keyBy: KeyBy;
  readonly rows: readonly FileRow[];
  /** Rows of a Mark-off file that cannot be read. Other files are refused with their first one. */
  readonly unreadable: readonly UnreadableRow[];
}

export type KeyBy = 'request_id' | 'transaction_id' | 'mark_off';

export const DIFFERENCE_KINDS = [
  'missing_in_file',
  'missing_at_gateway',
  'amount_differs',
  'unreadable',
] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface DayDifference {
  readonly kind: DifferenceKind;
  /** Line of the file. Null where the file has none. */
  readonly line: number | null;
  readonly requestId: string | null;
  readonly terminalId: string | null;
  readonly transactionId: string | null;
  readonly date: string | null;
  /** Reference of the wallet. */
  readonly reference: string | null;
  readonly methodName: string | null;
  readonly programme: string | null;
  /** Null where the gateway has no such transaction. */
  readonly state: ShownState | null;
  /** Amount at the gateway, in minor units. Null where the gateway has none. */
  readonly gatewayAmount: number | null;
  readonly currency: string | null;
  /** Amount in the file, in minor units. Null where the file has none. */
  readonly fileAmount: number | null;
  /** Outcome of a transaction in doubt that the file of the wallet service proves. Null where it proves none. */
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

/**
 * Compares a day of the gateway with the day file of a wallet service or processor. It is pure: the command line and the console
 * run it. It gets the rows of the gateway in any order. Rows outside the day count only where the file has them.
 */
export class DayComparison {
  readonly #differences: DayDifference[] = [];
  readonly #bookings = new Map<string, Booking>();
  /** Reversals that the file lacks. Their originals decide about them. */
  readonly #absentReversals: GatewayRow[] = [];
  /** Request ids of transactions whose reversal the file has. */
  readonly #reversedInFile = new Set<string>();
  /** Request ids of transactions that moved no money, or perhaps none. */
  readonly #withoutMoney = new Set<string>();
  /** Differences of rows that one side lacks, by what a Mark-off file has beside the amount. */
  readonly #loose = new Map<string, DayDifference[]>();
  readonly #counts = { fileRows: 0, gatewayRows: 0, matched: 0, notMoved: 0, open: 0, proposals: 0 };

  /** The day begins with `fromMs` and ends before `toMs`, epoch milliseconds. */
  constructor(
    readonly day: { readonly fromMs: number; readonly toMs: number },
    readonly file: DayFile,
  ) {
    for (const row of file.rows) {
      this.#counts.fileRows += 1;
      const key = this.#keyOfFile(row);
      const booking = this.#bookings.get(key);
      if (booking === undefined) this.#bookings.set(key, { rows: [row], isTaken: false, waiting: [] });
      else booking.rows.push(row);
    }
  }

  addGatewayRow(row: GatewayRow): void {
    const standing = standingOf(row);
    if (movesMoney(row)) {
      if (this.#isInside(row)) this.#counts.gatewayRows += 1;
      if (standing !== 'moved') this.#withoutMoney.add(row.requestId);
    }
    const booking = this.#bookingOf(row);
    if (booking !== undefined && isReversal(row)) this.#reversedInFile.add(row.originalRequestId ?? '');
    if (booking === undefined || (standing === 'moved' && booking.isTaken)) this.#absent(row);
    else if (standing !== 'moved') booking.waiting.push(row);
    else {
      booking.isTaken = true;
      if (this.#isEqual(row, booking)) this.#counts.matched += 1;
    }
  }

  /** Decides what could not be decided before. */
  finish(): { readonly differences: readonly DayDifference[]; readonly summary: DaySummary } {
    for (const booking of this.#bookings.values()) this.#unmoved(booking);
    for (const reversal of this.#absentReversals) {
      const { originalRequestId } = reversal;
      if (originalRequestId === null || this.#withoutMoney.has(originalRequestId)) this.#counts.notMoved += 1;
      else this.#report('missing_in_file', { row: reversal, note: BOOKED_HERE });
    }
    for (const { line, problem } of this.file.unreadable)
      this.#differences.push({ ...NOTHING, kind: 'unreadable', line, proposal: null, note: problem });
    return { differences: this.#withOtherAmounts(), summary: this.#counts };
  }

  /** Decides about the rows with the key of a booking that are not known to have moved money. */
  #unmoved(booking: Booking): void {
    const inOrder = booking.waiting.toSorted(
      (a, b) => PRIORITY.indexOf(standingOf(a)) - PRIORITY.indexOf(standingOf(b)),
    );
    const [row] = booking.isTaken ? [] : inOrder.splice(0, 1);
    if (row !== undefined) this.#unmovedRow(row, booking, inOrder);
    else if (!booking.isTaken) this.#report('missing_at_gateway', { booking, note: UNKNOWN });
    for (const other of inOrder) this.#absent(other);
  }

  /** A row that is not known to have moved money meets its booking. */
  #unmovedRow(row: GatewayRow, booking: Booking, others: readonly GatewayRow[]): void {
    const standing = standingOf(row);
    if (standing === 'not_moved' && amountIn(booking) === 0) {
      this.#counts.matched += 1;
      return;
    }
    this.#withoutMoney.delete(row.requestId);
    if (standing === 'not_moved') {
      const note = `At the gateway it is ${row.state}${codeText(row)}.`;
      this.#report('missing_at_gateway', { row, booking, note });
      return;
    }
    if (!this.#isEqual(row, booking)) return;
    const reason = this.#whyItProvesNothing(row, others);
    const note = reason ?? 'It is in doubt at the gateway. The file has it with this amount.';
    this.#report('missing_at_gateway', { row, booking, note, proposal: reason === null ? 'approved' : null });
  }

  #whyItProvesNothing(row: GatewayRow, others: readonly GatewayRow[]): string | null {
    if (this.#isMarkOff) return 'Only the file of the wallet service proves that it was booked there.';
    if (standingOf(row) === 'open') return `It is ${row.state} at the gateway, which is still processing it.`;
    if (others.some((other) => standingOf(other) !== 'not_moved'))
      return 'Several open transactions have this key. The file does not say which one it has.';
    return this.#reversedInFile.has(row.requestId)
      ? 'The file has its reversal too. Settled as approved, it would be reversed again.'
      : null;
  }

  /** A row of the gateway that the file lacks. */
  #absent(row: GatewayRow): void {
    if (!this.#isInside(row) || !movesMoney(row)) return;
    const standing = standingOf(row);
    if (standing === 'not_moved' || (standing === 'moved' && amountOf(row) === 0)) this.#counts.notMoved += 1;
    else if (standing === 'open') this.#counts.open += 1;
    else if (standing === 'moved' && isReversal(row)) this.#absentReversals.push(row);
    else this.#report('missing_in_file', { row, note: standing === 'doubt' ? DOUBT_HERE : BOOKED_HERE });
  }

  /** Returns true for the same amount and currency. Reports a difference. */
  #isEqual(row: GatewayRow, booking: Booking): boolean {
    const { rows } = booking;
    const given = rows[0].currency;
    const lines = rows.map(({ line }) => String(line)).join(', ');
    const note =
      rows.length > 1
        ? `The file has it more than once, in lines ${lines}.`
        : given !== null && row.currency !== null && given !== row.currency
          ? `The file has ${given}, and the programme has ${row.currency}.`
          : amountIn(booking) === amountOf(row)
            ? null
            : 'The amounts differ.';
    if (note !== null) this.#report('amount_differs', { row, booking, note });
    return note === null;
  }

  #isInside(row: GatewayRow): boolean {
    const atMs = bookedAtMs(row);
    return atMs >= this.day.fromMs && atMs < this.day.toMs;
  }

  get #isMarkOff(): boolean {
    return this.file.keyBy === 'mark_off';
  }

  #keyOfFile({ markOff, ...row }: FileRow): string {
    if (markOff !== undefined)
      return JSON.stringify([markOff.reference, row.transactionId, markOff.isDebit, row.amount]);
    if (this.file.keyBy === 'request_id') return row.requestId ?? '';
    return JSON.stringify([row.terminalId, row.transactionId, row.date]);
  }

  #bookingOf(row: GatewayRow): Booking | undefined {
    const { transactionDate: date, reference } = row;
    const atMs = [parsedMs(date), Date.parse(row.receivedAt)];
    const markOff = this.#isMarkOff ? { markOff: { reference, isDebit: isDebit(row), atMs } } : {};
    const booking = this.#bookings.get(
      this.#keyOfFile({ ...row, line: 0, date, amount: amountOf(row), ...markOff }),
    );
    return booking === undefined || booking.rows.some((each) => isNear(each.markOff, atMs))
      ? booking
      : undefined;
  }

  /** Returns the differences, with a row of each side that differ in nothing but the amount as one. Several of one key prove nothing. */
  #withOtherAmounts(): readonly DayDifference[] {
    const gone = new Set<DayDifference>();
    const joined = [...this.#loose.values()].flatMap((found) => {
      const [here, there] = [found.find(isMissingInFile), found.find((each) => !isMissingInFile(each))];
      if (found.length !== 2 || here === undefined || there === undefined) return [];
      // Equal amounts were kept apart by their dates.
      if (here.gatewayAmount === there.fileAmount) return [];
      gone.add(here).add(there);
      const { line, fileAmount } = there;
      return [{ ...here, kind: 'amount_differs' as const, line, fileAmount, note: 'The amounts differ.' }];
    });
    return [...this.#differences.filter((each) => !gone.has(each)), ...joined];
  }

  #report(kind: DifferenceKind, { row, booking, note: found, proposal = null }: Found): void {
    if (proposal !== null) this.#counts.proposals += 1;
    const file = booking === undefined ? {} : fileSide(booking);
    const gateway = row === undefined ? {} : gatewaySide(row);
    const note = this.#isMarkOff && kind === 'missing_at_gateway' ? `${found}${MONEY_MOVED}` : found;
    const difference = { ...NOTHING, ...file, ...gateway, kind, proposal, note };
    this.#differences.push(difference);
    if (!this.#isMarkOff || (row !== undefined && booking !== undefined)) return;
    const { reference, transactionId } = difference;
    const debit = row === undefined ? booking?.rows[0].markOff?.isDebit : isDebit(row);
    const key = JSON.stringify([reference, transactionId, debit]);
    this.#loose.set(key, [...(this.#loose.get(key) ?? []), difference]);
  }
}

interface Found extends Pick<DayDifference, 'note'> {
  readonly row?: GatewayRow;
  readonly booking?: Booking;
  readonly proposal?: DayDifference['proposal'];
}

/** A difference of which nothing is known. */
const NOTHING = {
  line: null,
  requestId: null,
  terminalId: null,
  transactionId: null,
  date: null,
  reference: null,
  methodName: null,
  programme: null,
  state: null,
  gatewayAmount: null,
  currency: null,
  fileAmount: null,
} as const;

function fileSide(booking: Booking): Partial<DayDifference> {
  const { amount: _amount, markOff, ...row } = booking.rows[0];
  return { ...row, reference: markOff?.reference ?? null, fileAmount: amountIn(booking) };
}

function gatewaySide(row: GatewayRow): Partial<DayDifference> {
  const { requestId, terminalId, transactionId, transactionDate: date } = row;
  const { reference, methodName, programme, state, currency } = row;
  const gatewayAmount = row.requestAmount === null ? null : amountOf(row);
  return {
    ...{ requestId, terminalId, transactionId, date },
    ...{ reference, methodName, programme, state, gatewayAmount, currency },
  };
}

/** The rows of the file with one key. */
interface Booking {
  readonly rows: [FileRow, ...FileRow[]];
  /** A row of the gateway that moved money has it. */
  isTaken: boolean;
  /** Rows of the gateway with its key that are not known to have moved money. */
  readonly waiting: GatewayRow[];
}

const BOOKED_HERE = 'The gateway has it as booked. The file lacks it.';
const DOUBT_HERE = 'It is in doubt at the gateway. The file lacks it.';
const UNKNOWN = 'The gateway has no such transaction on this day.';
const MONEY_MOVED =
  ' The processor counts it as moved: book it at the wallet service, or report it to the processor with the date of the file.';

/** Standings in the order in which rows with the same key get the booking. */
const PRIORITY: readonly Standing[] = ['doubt', 'open', 'not_moved'];

/** Returns whether a row takes money from the wallet. A Mark-off file writes it with a minus. */
function isDebit(row: GatewayRow): boolean {
  return row.methodName.startsWith('Deduct') !== isReversal(row);
}

/** Returns true also where a file has no such dates. */
function isNear(markOff: MarkOff | undefined, atMs: readonly number[]): boolean {
  return (
    markOff === undefined ||
    markOff.atMs.some((there) => atMs.some((here) => Math.abs(here - there) <= ZONES_APART_MS))
  );
}

function parsedMs(date: string | null): number {
  const read = parseWireDate(date ?? '');
  return read.kind === 'ok' ? read.epochMs : Number.NaN;
}

function isMissingInFile({ kind }: DayDifference): boolean {
  return kind === 'missing_in_file';
}

function amountIn({ rows }: Booking): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}
