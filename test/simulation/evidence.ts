import { methodTable } from '../../src/core/transactions/methods.js';
import { isApproval } from '../../src/core/transactions/result-codes.js';
import { parseWireDate } from '../../src/core/wire/wire-date.js';
import type { TransactionCall } from '../../src/use-cases/transactions/call.js';
import type { TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';
import { WALLETS } from './directory.js';
import type { Entry, Journal } from './journal.js';
import { isWithin, type Setting } from './setting.js';
import { DAY_MS, type Movement, type Wallet } from './wallet.js';

/** What a run left behind, for judging it. */
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

/** Downstream was asked, and the gateway said a decline in its place. */
export function isDeclineByDefault(journal: Journal, { heard, asked, atMs }: RecordedReply): boolean {
  if (heard.kind !== 'error') return false;
  if (heard.code !== 'UNAVAILABLE') return SAID_IN_DOUBT.includes(heard.code);
  // The store takes nothing: what a caller heard of that is known only where the saving of an answer is repeated, and it is not by who died.
  const died = new Map(only(journal, 'died').map((entry) => [entry.by, entry.atMs]));
  return only(journal, 'alert').some(
    (entry) =>
      entry.alert === 'settle_failed' &&
      entry.requestId === asked.requestId &&
      entry.atMs === atMs &&
      (died.get(entry.by) ?? Number.POSITIVE_INFINITY) - atMs > REPEATED_MS,
  );
}

/** By then the saving of an answer has been repeated where the process lives. */
const REPEATED_MS = 30_000;

export const SAID_IN_DOUBT: readonly string[] = ['DOWNSTREAM_TIMEOUT', 'DOWNSTREAM_INVALID', 'IN_DOUBT'];

/** Nothing of downstream's is in it: an accepted advice, or what a terminal that heard a decline hears again. */
export function isDefault({ heard, row }: ReceivedResult): boolean {
  const isBare = Object.keys(heard.result.response).join() === 'resultCode';
  const { resultCode } = heard.result.response;
  return isBare && (row?.effect === 'advice' ? resultCode === 1 : row?.repliedResultCode === resultCode);
}

/** -3: a reversal came first, so nothing of this call is in the ledger, or nothing more is sent. */
export function isStopped({ heard }: ReceivedResult): boolean {
  const { response } = heard.result;
  return Object.keys(response).length === 1 && response.resultCode === -3;
}

/** -4: the directory did not know the wallet when it was asked, so nothing was saved of this call. */
export function isUnknownWallet({ heard, asked }: ReceivedResult): boolean {
  const { response } = heard.result;
  const isKnown = WALLETS.some(({ reference }) => reference === asked.call.fields['reference']);
  return !isKnown && Object.keys(response).length === 1 && response.resultCode === -4;
}

export function responseText({ response }: ReceivedResult['heard']['result']): string {
  return JSON.stringify(response);
}

/** A question is asked anew after a while, and then its row forgets what was heard before. */
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

/** An advice that needed not be sent. */
export function isWithheld({ replyReason }: TransactionRow): boolean {
  return replyReason === 'original_not_processed' || replyReason === 'reversed_by_gateway';
}

const ALERT_OF: Readonly<Record<string, string>> = {
  in_doubt: 'transaction_in_doubt',
  unmatched: 'advice_unmatched',
  contradicted: 'transaction_contradicted',
};

/** The state as it is in the end was alerted; who dies between saving a state and telling of it cannot tell. */
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
  // It was written when the file was away, so that whoever wrote it heard nothing of it.
  const { lostFile } = setting;
  if (reached !== undefined && lostFile !== null && isWithin(lostFile, reached.atMs)) return true;
  return only(journal, 'died').some(
    ({ by, atMs }) => by === reached?.by && atMs >= reached.atMs && atMs - reached.atMs <= withinMs,
  );
}

/** As slow as the simulated ledger can be in telling that it saved. */
const SAVE_MS_MAX = 500;
const STALL_MS_MAX = 31_000;

/** A purchase or credit as its terminal names it. */
export type Named = Pick<Movement, 'methodName' | 'terminalId' | 'reference' | 'transactionId' | 'atMs'>;

const METHODS = methodTable();

/** This advice is a reversal that may mean this transaction: a day may lie between the dates (docs/reference/transactions.md#originals). */
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
 * It means this one and no other of these: no other has the date that it names, or comes into question at all. Which of several that bear
 * one name and date is meant, nobody can tell.
 */
export function means(advice: TransactionRow, named: Identified, all: readonly Identified[]): boolean {
  if (!mayMean(advice, named)) return false;
  const isExact = timeOf(advice.referenceDate) === named.atMs;
  const isRival = (other: Identified): boolean =>
    other.requestId !== named.requestId && mayMean(advice, other) && (!isExact || other.atMs === named.atMs);
  return !all.some(isRival);
}

/** Null: the gateway knows nothing of it. */
export type Identified = Named & Pick<Movement, 'requestId'>;

export function namedBy(row: TransactionRow): Identified {
  const { requestId, methodName, terminalId, reference } = row;
  const transactionId = row.transactionId ?? '';
  return { requestId, methodName, terminalId, reference, transactionId, atMs: timeOf(row.transactionDate) };
}

/** This advice reverses this row: the ledger says so, or, where it links the advice to nothing, the names do. */
export function reverses(advice: TransactionRow, row: TransactionRow): boolean {
  return advice.originalRequestId === null
    ? mayMean(advice, namedBy(row))
    : advice.originalRequestId === row.requestId && isReversal(advice);
}

function timeOf(date: string | null): number {
  const read = parseWireDate(date ?? '');
  return read.kind === 'ok' ? read.epochMs : Number.NaN;
}

/** Originals that came into the ledger after an advice that reverses them, or were started again after it. */
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

/** The attempts of a row whose first byte left. */
export function sendings(journal: Journal, { requestId }: TransactionRow): readonly number[] {
  return only(journal, 'left').flatMap((entry) =>
    entry.requestId === requestId && entry.row !== null ? [entry.row.attempt] : [],
  );
}

/** Where in the journal an attempt of a row begins. */
export function savedAt({ entries }: Journal, { requestId }: TransactionRow, attempt: number): number {
  return entries.findIndex(
    (entry) => entry.kind === 'saved' && entry.row.requestId === requestId && entry.row.attempt === attempt,
  );
}

/** Who calls without a key proves nothing but the checksum: it is the name of the transaction. */
export function nameOf({ channel, requestId, terminalId, methodName, checksum }: TransactionRow): string {
  return channel !== 'graphql' ? `${terminalId}/${methodName}/${checksum.toLowerCase()}` : requestId;
}

/** Somebody works on it. */
export function isHeld({ state, nextAttemptAtMs }: TransactionRow): boolean {
  return state === 'pending' || (state === 'queued' && nextAttemptAtMs === null);
}

/** The transaction that a call names as its own. */
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
