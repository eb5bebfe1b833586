import {
  amountOf,
  bookedAtMs,
  codeText,
  directionOf,
  type GatewayRow,
  isReversal,
  movesMoney,
  type Standing,
  standingOf,
} from './booked-row.js';
import {
  type DayDifference,
  type DaySummary,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  gatewaySide,
  NOTHING,
} from './day-difference.js';
import { DECIMAL_PLACES_MAX, decimalPlaces, decimalText } from './money.js';

/**
 * Compares a day of the gateway with the day file of a wallet service or processor. It is pure: the command line and the console
 * run it. First come all rows of the file, then the rows of the gateway in any order. It holds one entry for each row of the file
 * and the few rows that cannot be decided before the end.
 */
interface DayComparison {
  /** Adds a row of the file. */
  addFileRow(row: FileRow): void;
  /** Adds a line of the file that cannot be read. */
  addUnreadable(line: number, problem: string): void;
  /** Adds a row of the gateway. Rows outside the day count only where the file has them. */
  addGatewayRow(row: GatewayRow): void;
  /** Reports what could not be decided before, and returns the counts. */
  finish(): DaySummary;
}

/** A booking in the file. It has the request id, or the transaction id and the date, as `keyBy` says. */
export interface FileRow {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly requestId?: string | undefined;
  readonly transactionId?: string | undefined;
  /** `yyyyMMddTHH:mm:ss` in UTC. */
  readonly date?: string | undefined;
  /** Minor units, or decimals times 10,000 (`DECIMAL_FACTOR`). A safe integer. */
  readonly amount: number;
  /** ISO 4217 alphabetic. Null where the file names none. */
  readonly currency?: string | null | undefined;
}

export type KeyBy = 'request_id' | 'transaction_id';
export type AmountForm = 'minor' | 'decimal';
/** Meaning of a minus: nothing has one; money that leaves the wallet has one; money that comes back has one. */
export type SignRule = 'none' | 'debit_negative' | 'debit_positive';

export interface DayOptions {
  /** Begin of the day, epoch milliseconds. */
  readonly fromMs: number;
  /** End of the day, exclusive. */
  readonly toMs: number;
  readonly keyBy: KeyBy;
  readonly amounts: AmountForm;
  readonly signs: SignRule;
  /**
   * True for the file of the wallet service, which proves the outcome of doubts. The file of a processor does not: it knows what
   * terminals heard.
   */
  readonly isProof: boolean;
  /** True where the file holds every booking of the day, so that an absent one did not happen. */
  readonly isComplete: boolean;
  /** Gets each difference when it is found. */
  readonly onDifference: (difference: DayDifference) => void;
}

/** Factor of decimal amounts in `FileRow.amount`. No currency has more decimal places. */
export const DECIMAL_FACTOR = 10 ** DECIMAL_PLACES_MAX;

/**
 * A doubt this close to the begin or end of the day may stand in the file of the day beside it. Its absence proves nothing.
 */
const EDGE_MS = 600_000;

export function compareDay(options: DayOptions): DayComparison {
  return new Comparison(options);
}

/** Standings in the order in which rows with the same key get the row of the file. */
const PRIORITY: readonly Standing[] = ['moved', 'doubt', 'open', 'not_moved'];

class Comparison implements DayComparison {
  /** Index of each row of the file by its key. The columns are arrays, which take a third of the memory of objects. */
  readonly #indexes = new Map<string, number>();
  readonly #lines: number[] = [];
  readonly #amounts: number[] = [];
  readonly #currencies: (string | null)[] = [];
  /** 1 for rows of the file that a row of the gateway has taken. */
  readonly #isTaken: number[] = [];
  /** Indexes of keys that the file has twice, or that several doubts have. They prove no outcome. */
  readonly #ambiguous = new Set<number>();
  /** Rows that take a row of the file unless a row that moved money comes: doubts, open and declined ones. */
  readonly #waiting = new Map<number, GatewayRow>();
  /** Reversals that the file lacks. Their originals decide about them. */
  readonly #absentReversals: GatewayRow[] = [];
  /** Doubts that the file lacks. They prove nothing where it lacks a booking too. */
  readonly #absentDoubts: GatewayRow[] = [];
  #isBookingAbsent = false;
  /** Routes of which the file has a row of the day. A file may be empty, or that of one of several wallet services. */
  readonly #routesInFile = new Set<string>();
  /** Request ids of transactions whose reversal the file has. */
  readonly #reversedInFile = new Set<string>();
  /** Request ids of transactions that moved no money, or perhaps none. */
  readonly #withoutMoney = new Set<string>();
  readonly #counts: Counts = {
    fileRows: 0,
    gatewayRows: 0,
    matched: 0,
    notMoved: 0,
    withoutEffect: 0,
    open: 0,
    proposals: 0,
  };
  readonly #differences = Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, 0])) as Record<
    DifferenceKind,
    number
  >;

  constructor(readonly options: DayOptions) {}

  addFileRow(row: FileRow): void {
    const key = this.#keyOf(row, row.date);
    if (key === null) {
      this.addUnreadable(row.line, `The row has no ${this.options.keyBy}.`);
      return;
    }
    if (row.amount < 0 && this.options.signs === 'none') {
      this.addUnreadable(row.line, 'The amount has a minus. Say what a minus means in this file.');
      return;
    }
    this.#counts.fileRows += 1;
    const first = this.#indexes.get(key);
    if (first !== undefined) {
      const note = `The file has the same booking in line ${String(this.#lines[first])}.`;
      this.#ambiguous.add(first);
      this.#report('duplicate_in_file', { ...this.#fileSide(key, row), note });
      return;
    }
    this.#indexes.set(key, this.#lines.length);
    this.#lines.push(row.line);
    this.#amounts.push(row.amount);
    this.#currencies.push(row.currency ?? null);
    this.#isTaken.push(0);
  }

  addUnreadable(line: number, problem: string): void {
    this.#report('unreadable', { line, note: problem });
  }

  addGatewayRow(row: GatewayRow): void {
    const isInside = this.#isInside(row);
    const standing = standingOf(row);
    if (isInside && row.requestAmount !== null && movesMoney(row)) this.#counts.gatewayRows += 1;
    if (standing !== 'moved' && movesMoney(row)) this.#withoutMoney.add(row.requestId);
    const key = this.#keyOf(row, row.transactionDate);
    const index = key === null ? undefined : this.#indexes.get(key);
    if (isInside && index !== undefined) this.#routesInFile.add(row.route);
    if (index !== undefined && isReversal(row)) this.#reversedInFile.add(row.originalRequestId ?? '');
    if (index === undefined) this.#absent(row, standing);
    else if (standing === 'moved') this.#moved(row, index);
    else this.#wait(row, index);
  }

  finish(): DaySummary {
    for (const [index, row] of this.#waiting) {
      if (this.#isTaken[index] === 1) this.#absent(row, standingOf(row));
      else this.#unmoved(row, index);
    }
    for (const reversal of this.#absentReversals) {
      const { originalRequestId } = reversal;
      if (originalRequestId === null || this.#withoutMoney.has(originalRequestId))
        this.#counts.withoutEffect += 1;
      else this.#missingInFile(reversal);
    }
    for (const row of this.#absentDoubts) this.#absentDoubt(row);
    for (const [key, index] of this.#indexes)
      if (this.#isTaken[index] === 0) this.#missingAtGateway(key, index);
    return { ...this.#counts, differences: this.#differences };
  }

  /** A row that moved money takes its row of the file. */
  #moved(row: GatewayRow, index: number): void {
    if (this.#isTaken[index] === 1) {
      const note = 'The gateway has another transaction with this id and date. The file has one.';
      this.#report('duplicate_at_gateway', { ...gatewaySide(row), ...this.#fileCells(index), note });
      return;
    }
    this.#isTaken[index] = 1;
    if (this.#isEqual(row, index)) this.#counts.matched += 1;
  }

  /** Keeps a row without a certain outcome. Keeps the most doubtful of several for one row of the file. */
  #wait(row: GatewayRow, index: number): void {
    const other = this.#waiting.get(index);
    if (other === undefined) {
      this.#waiting.set(index, row);
      return;
    }
    const isFirst = PRIORITY.indexOf(standingOf(row)) < PRIORITY.indexOf(standingOf(other));
    if (isFirst) this.#waiting.set(index, row);
    const left = isFirst ? other : row;
    if (standingOf(left) === 'doubt') {
      this.#ambiguous.add(index);
      this.#report('unsettled', { ...gatewaySide(left), ...this.#fileCells(index), note: AMBIGUOUS_NOTE });
    } else this.#absent(left, standingOf(left));
  }

  /** A row of the file meets a row of the gateway that is not known to have moved money. */
  #unmoved(row: GatewayRow, index: number): void {
    this.#isTaken[index] = 1;
    const standing = standingOf(row);
    if (standing === 'not_moved') {
      if (this.#amounts[index] === 0) {
        this.#counts.matched += 1;
        return;
      }
      this.#withoutMoney.delete(row.requestId);
      const note = `The file has the booking. At the gateway ${row.methodName} is ${row.state}${codeText(row)}.`;
      this.#report('not_approved', { ...gatewaySide(row), ...this.#fileCells(index), note });
      return;
    }
    this.#withoutMoney.delete(row.requestId);
    if (!this.#isEqual(row, index)) return;
    const reason = this.#whyPresenceProvesNothing(row, index);
    this.#report('unsettled', {
      ...gatewaySide(row),
      ...this.#fileCells(index),
      proposal: reason === null ? 'approved' : null,
      note: reason ?? 'The file has the booking with this amount.',
    });
  }

  #whyPresenceProvesNothing({ requestId, state }: GatewayRow, index: number): string | null {
    if (!this.options.isProof) return 'The file has it. It does not prove what the wallet service did.';
    if (this.#ambiguous.has(index)) return AMBIGUOUS_NOTE;
    if (this.#reversedInFile.has(requestId))
      return 'The file has it, and its reversal too. Settled as approved, it would be reversed again.';
    return state === 'pending' ? 'The file has it, and the gateway is still processing it.' : null;
  }

  /** A row of the gateway that the file lacks. */
  #absent(row: GatewayRow, standing: Standing): void {
    if (!this.#isInside(row) || !movesMoney(row)) return;
    if (standing === 'not_moved' || (standing === 'moved' && amountOf(row) === 0)) this.#counts.notMoved += 1;
    else if (standing === 'open') this.#counts.open += 1;
    else if (standing === 'doubt') this.#absentDoubts.push(row);
    else if (isReversal(row)) this.#absentReversals.push(row);
    else this.#missingInFile(row);
  }

  #absentDoubt(row: GatewayRow): void {
    const reason = this.#whyAbsenceProvesNothing(row);
    this.#report('unsettled', {
      ...gatewaySide(row),
      proposal: reason === null ? 'not_processed' : null,
      note: reason ?? 'The file of the whole day lacks the booking.',
    });
  }

  #whyAbsenceProvesNothing(row: GatewayRow): string | null {
    const { isProof, isComplete } = this.options;
    if (!isProof) return 'The file lacks it. It does not prove what the wallet service did.';
    if (!isComplete) return 'The file lacks it. It proves nothing unless the file is complete.';
    if (this.#differences.unreadable > 0) return 'The file lacks it, but it has lines that cannot be read.';
    if (this.#isBookingAbsent) return 'The file lacks it, and also bookings that the gateway has.';
    // Nobody sends an advice again that is settled as declined, and the money stays where it is.
    if (row.effect === 'advice')
      return 'The file lacks it. Book it at the wallet service, then settle it as approved.';
    if (!this.#routesInFile.has(row.route))
      return `The file has nothing of the route ${row.route}. It may be that of another day or wallet service.`;
    return this.#isAtEdge(row) ? EDGE_NOTE : null;
  }

  #missingInFile(row: GatewayRow): void {
    const isAtEdge = this.#isAtEdge(row);
    this.#isBookingAbsent ||= !isAtEdge;
    const note = isAtEdge ? EDGE_NOTE : 'The gateway has it as booked. The file lacks it.';
    this.#report('missing_in_file', { ...gatewaySide(row), note });
  }

  #missingAtGateway(key: string, index: number): void {
    const note = 'The file has the booking. The gateway has no such transaction on this day.';
    this.#report('missing_at_gateway', { ...this.#keyCells(key), ...this.#fileCells(index), note });
  }

  /** Returns true for the same amount and currency. Reports a difference. */
  #isEqual(row: GatewayRow, index: number): boolean {
    const unequal = (kind: DifferenceKind, note: string): false => {
      this.#report(kind, { ...gatewaySide(row), ...this.#fileCells(index), note });
      return false;
    };
    const given = this.#currencies[index] ?? null;
    if (given !== null && row.currency !== null && given !== row.currency)
      return unequal('currency_differs', `The file has ${given}, and the programme has ${row.currency}.`);
    const expected = this.#expected(row);
    if (expected === null)
      return unequal(
        'currency_unknown',
        `Programme ${row.programme} has no currency, so a decimal amount cannot be compared.`,
      );
    const found = BigInt(this.#amounts[index] ?? 0);
    if (expected.includes(found)) return true;
    const isSign = expected.includes(-found);
    return unequal(
      'amount_differs',
      isSign ? 'The amounts are equal, but the sign is wrong.' : 'The amounts differ.',
    );
  }

  /** Returns the amounts that the file may have for a row; null where the places of the currency are unknown. */
  #expected(row: GatewayRow): readonly bigint[] | null {
    const minor = BigInt(amountOf(row));
    const factor = this.#factorOf(row.currency);
    if (factor === null) return minor === 0n ? [0n] : null;
    const amount = minor * factor;
    const { signs } = this.options;
    if (signs === 'none') return [amount];
    const direction = directionOf(row.methodName);
    if (direction === null) return [amount, -amount];
    return [(direction === 'debit') === (signs === 'debit_positive') ? amount : -amount];
  }

  #factorOf(currency: string | null): bigint | null {
    if (this.options.amounts === 'minor') return 1n;
    return currency === null ? null : 10n ** BigInt(DECIMAL_PLACES_MAX - decimalPlaces(currency));
  }

  #isInside(row: GatewayRow): boolean {
    const atMs = bookedAtMs(row);
    return atMs >= this.options.fromMs && atMs < this.options.toMs;
  }

  #isAtEdge(row: GatewayRow): boolean {
    const atMs = bookedAtMs(row);
    return atMs < this.options.fromMs + EDGE_MS || atMs >= this.options.toMs - EDGE_MS;
  }

  #keyOf(
    row: { readonly requestId?: string | undefined; readonly transactionId?: string | null | undefined },
    date: string | null | undefined,
  ): string | null {
    if (this.options.keyBy === 'request_id') return row.requestId ?? null;
    return row.transactionId == null || date == null ? null : `${date} ${row.transactionId}`;
  }

  #keyCells(key: string): Partial<DayDifference> {
    if (this.options.keyBy === 'request_id') return { requestId: key };
    const space = key.indexOf(' ');
    return { date: key.slice(0, space), transactionId: key.slice(space + 1) };
  }

  #fileSide(key: string, { line, amount }: FileRow): Partial<DayDifference> {
    return { ...this.#keyCells(key), line, fileAmount: amountText(amount, this.options.amounts) };
  }

  #fileCells(index: number): Partial<DayDifference> {
    const fileAmount = amountText(this.#amounts[index] ?? 0, this.options.amounts);
    return { line: this.#lines[index] ?? null, fileAmount };
  }

  #report(kind: DifferenceKind, about: Partial<DayDifference> & Pick<DayDifference, 'note'>): void {
    this.#differences[kind] += 1;
    const difference = { ...NOTHING, ...about, kind };
    if (difference.proposal !== null) this.#counts.proposals += 1;
    this.options.onDifference(difference);
  }
}

type Counts = Record<Exclude<keyof DaySummary, 'differences'>, number>;

const AMBIGUOUS_NOTE =
  'The file has the booking twice, or several transactions have this id and date. It proves no outcome.';

const EDGE_NOTE =
  'The file lacks it. It is close to the end of a day: look in the file of the day beside it.';

function amountText(amount: number, form: AmountForm): string {
  return form === 'minor' ? String(amount) : decimalText(amount);
}
