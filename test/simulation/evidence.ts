import { methodTable } from '../../src/core/transactions/methods.js';
import { isApproval } from '../../src/core/transactions/result-codes.js';
import { parseWireDate } from '../../src/core/wire/wire-date.js';
import type { TransactionCall } from '../../src/use-cases/transactions/call.js';
import type { TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';
import { WALLETS } from './directory.js';
import type { Entry, Journal } from './journal.js';
import { isWithin, type Setting } from './setting.js';
import { DAY_MS, type Movement, type Wallet } from './wallet.js';

/** Evidence of a run, for the invariants. */
export interface Evidence {
  readonly setting: Setting;
  readonly journal: Journal;
  readonly wallet: Wallet;
  readonly rows: readonly TransactionRow[];
}

export type RecordedReply = Extract<Entry, { kind: 'told' }>;

export function only<Kind extends Entry['kind']>(
  { entries }: Journal,
  kind: Kind,
): readonly Extract<Entry, { kind: Kind }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: Kind }> => entry.kind === kind);
}

export type ReceivedResult = RecordedReply & {
  readonly heard: Extract<RecordedReply['heard'], { kind: 'result' }>;
};

export function results(journal: Journal): readonly ReceivedResult[] {
  return only(journal, 'told').filter((told): told is ReceivedResult => told.heard.kind === 'result');
}

export function receivedApproval({ heard }: RecordedReply): boolean {
  return heard.kind === 'result' && isApproval(heard.result.response.resultCode);
}

/** Returns whether downstream was asked and the gateway replied a decline in its place. */
export function isDeclineByDefault(journal: Journal, { heard, asked, atMs }: RecordedReply): boolean {
  if (heard.kind !== 'error') return false;
  if (heard.code !== 'UNAVAILABLE') return SAID_IN_DOUBT.includes(heard.code);
  // The store does not commit. The caller's reply gets known only where the saving of an answer is repeated, and a dead process
  // does not repeat it.
  const died = new Map(only(journal, 'died').map((entry) => [entry.by, entry.atMs]));
  return only(journal, 'alert').some(
    (entry) =>
      entry.alert === 'settle_failed' &&
      entry.requestId === asked.requestId &&
      entry.atMs === atMs &&
      (died.get(entry.by) ?? Number.POSITIVE_INFINITY) - atMs > REPEATED_MS,
  );
}

/** Time within which a living process has repeated the saving of an answer. */
const REPEATED_MS = 30_000;

export const SAID_IN_DOUBT: readonly string[] = ['DOWNSTREAM_TIMEOUT', 'DOWNSTREAM_INVALID', 'IN_DOUBT'];

/** Returns whether the reply holds nothing of downstream: an accepted advice, or the repeated decline of a terminal. */
export function isDefault({ heard, row }: ReceivedResult): boolean {
  const isBare = Object.keys(heard.result.response).join() === 'resultCode';
  const { resultCode } = heard.result.response;
  if (!isBare || row === null) return false;
  if (row.effect === 'advice') return resultCode === 1;
  return [row.repliedResultCode, row.terminalRepliedCode].includes(resultCode);
}

/** Returns whether the reply is -3: a reversal came first, and nothing of this call is in the ledger or is sent any longer. */
export function isStopped({ heard }: ReceivedResult): boolean {
  const { response } = heard.result;
  return Object.keys(response).length === 1 && response.resultCode === -3;
}

/** Returns whether the reply is -4: the directory did not know the wallet then, and nothing of this call was saved. */
export function isUnknownWallet({ heard, asked }: ReceivedResult): boolean {
  const { response } = heard.result;
  const isKnown = WALLETS.some(({ reference }) => reference === asked.call.fields['reference']);
  return !isKnown && Object.keys(response).length === 1 && response.resultCode === -4;
}

export function responseText({ response }: ReceivedResult['heard']['result']): string {
  return JSON.stringify(response);
}

/** Returns whether a reply was saved. A question is asked again after a while, and its row then loses the previous reply. */
export function wasSaved(journal: Journal, about: TransactionRow, response: string): boolean {
  if (about.effect !== 'none') return savedResponse(about) === response;
  return only(journal, 'saved').some(
    ({ row }) => row.requestId === about.requestId && savedResponse(row) === response,
  );
}

export function savedResponse({ answer }: TransactionRow): string | null {
  return answer === null ? null : JSON.stringify((JSON.parse(answer) as { response: unknown }).response);
}

export function isReversal({ methodName }: TransactionRow): boolean {
  return methodName.endsWith('Reversal');
}

/** Returns whether an advice needed no sending. */
export function isWithheld({ replyReason }: TransactionRow): boolean {
  return ['original_not_processed', 'reversed_by_gateway', 'reversed_first'].includes(replyReason ?? '');
}

const ALERT_OF: Readonly<Record<string, string>> = {
  in_doubt: 'transaction_in_doubt',
  unmatched: 'advice_unmatched',
  contradicted: 'transaction_contradicted',
};

/** Returns whether the final state was alerted. A process that dies between saving a state and the alert cannot raise it. */
export function hasAlert(
  { setting, journal }: Pick<Evidence, 'setting' | 'journal'>,
  { requestId, state }: TransactionRow,
): boolean {
  const isReplied = only(journal, 'alert').some(
    (entry) => entry.requestId === requestId && entry.alert === ALERT_OF[state],
  );
  return isReplied || isCutShort({ setting, journal }, { requestId, state });
}

function isCutShort(
  { setting, journal }: Pick<Evidence, 'setting' | 'journal'>,
  about: Pick<TransactionRow, 'requestId' | 'state'>,
): boolean {
  const withinMs = setting.stall > 0 ? STALL_MS_MAX : SAVE_MS_MAX;
  const saved = only(journal, 'saved').filter(({ row }) => row.requestId === about.requestId);
  const reached = saved.findLast(
    ({ row }, index) => row.state === about.state && saved[index - 1]?.row.state !== about.state,
  );
  // The row was written while the file was away: its writer got no acknowledgement.
  const { lostFile } = setting;
  if (reached !== undefined && lostFile !== null && isWithin(lostFile, reached.atMs)) return true;
  return only(journal, 'died').some(
    ({ by, atMs }) => by === reached?.by && atMs >= reached.atMs && atMs - reached.atMs <= withinMs,
  );
}

/** Greatest delay of the simulated ledger between a commit and its acknowledgement. */
const SAVE_MS_MAX = 500;
const STALL_MS_MAX = 31_000;

/** A purchase or credit as its terminal names it. */
export type Named = Pick<Movement, 'methodName' | 'terminalId' | 'reference' | 'transactionId' | 'atMs'>;

const METHODS = methodTable();

/**
 * Returns whether an advice is a reversal that may refer to this transaction: their dates may differ by a day
 * (docs/reference/transactions.md#originals).
 */
export function mayMean(advice: TransactionRow, named: Named): boolean {
  const reverses = METHODS.find(advice.methodName)?.reverses ?? [];
  return (
    reverses.includes(named.methodName) &&
    advice.terminalId === named.terminalId &&
    advice.reference === named.reference &&
    advice.referenceId === named.transactionId &&
    Math.abs(timeOf(advice.referenceDate) - named.atMs) <= DAY_MS
  );
}

/**
 * Returns whether an advice refers to this transaction and no other: no other has the date that it names, or is a candidate at
 * all. Nobody can tell which of several with one name and date is meant.
 */
export function means(advice: TransactionRow, named: Identified, all: readonly Identified[]): boolean {
  if (!mayMean(advice, named)) return false;
  const isExact = timeOf(advice.referenceDate) === named.atMs;
  const isRival = (other: Identified): boolean =>
    other.requestId !== named.requestId && mayMean(advice, other) && (!isExact || other.atMs === named.atMs);
  return !all.some(isRival);
}

/** A named transaction. A null request id means that the gateway knows nothing of it. */
export type Identified = Named & Pick<Movement, 'requestId'>;

export function namedBy(row: TransactionRow): Identified {
  const { requestId, methodName, terminalId, reference } = row;
  const transactionId = row.transactionId ?? '';
  return { requestId, methodName, terminalId, reference, transactionId, atMs: timeOf(row.transactionDate) };
}

/** Returns whether an advice reverses this row: by the ledger's link, or by the names where no link exists. */
export function reverses(advice: TransactionRow, row: TransactionRow): boolean {
  return advice.originalRequestId === null
    ? mayMean(advice, namedBy(row))
    : advice.originalRequestId === row.requestId && isReversal(advice);
}

function timeOf(date: string | null): number {
  const read = parseWireDate(date ?? '');
  return read.kind === 'ok' ? read.epochMs : Number.NaN;
}

/** Returns originals that came into the ledger, or were started again, after an advice that reverses them. */
export function* reversalsBefore(journal: Journal): Iterable<readonly [TransactionRow, TransactionRow]> {
  const reversals = new Map<string, TransactionRow>();
  const attempts = new Map<string, number>();
  for (const { row } of only(journal, 'saved')) {
    if (isReversal(row)) reversals.set(row.requestId, row);
    const isStarted = row.state === 'pending' && row.attempt > (attempts.get(row.requestId) ?? 0);
    attempts.set(row.requestId, row.attempt);
    if (!isStarted || row.effect !== 'money') continue;
    const reversal = [...reversals.values()].find((advice) => reverses(advice, row));
    if (reversal !== undefined) yield [row, reversal];
  }
}

/** Returns the attempts of a row whose first byte left. */
export function attemptsOf(journal: Journal, { requestId }: TransactionRow): readonly number[] {
  return only(journal, 'left').flatMap((entry) =>
    entry.requestId === requestId && entry.row !== null ? [entry.row.attempt] : [],
  );
}

/** Returns where in the journal an attempt of a row begins. */
export function savedAt({ entries }: Journal, { requestId }: TransactionRow, attempt: number): number {
  return entries.findIndex(
    (entry) => entry.kind === 'saved' && entry.row.requestId === requestId && entry.row.attempt === attempt,
  );
}

/** Returns the name of a transaction. A caller without a key proves only the checksum, which is then the name. */
export function nameOf({ channel, requestId, terminalId, methodName, checksum }: TransactionRow): string {
  return channel !== 'graphql' ? `${terminalId}/${methodName}/${checksum.toLowerCase()}` : requestId;
}

/** Returns whether a process works on the row. */
export function isHeld({ state, nextAttemptAtMs }: TransactionRow): boolean {
  return state === 'pending' || (state === 'queued' && nextAttemptAtMs === null);
}

/** Returns the transaction that a call names as its own. */
export function namedByCall({ methodName, fields }: TransactionCall): Named {
  return {
    methodName,
    terminalId: textOf(fields['terminalId']),
    reference: textOf(fields['reference']),
    transactionId: textOf(fields['transactionId']),
    atMs: timeOf(textOf(fields['transactionDate'])),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
