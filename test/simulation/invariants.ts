import { isApproval } from '../../src/core/result-codes.js';
import { givesMoneyBack } from '../../src/core/transaction.js';
import type { TransactionRow } from '../../src/usecase/ports.js';
import { UNKNOWN_REFERENCE } from './directory.js';
import type { Entry, Journal } from './journal.js';
import { isNear, refersTo } from './memory-ledger.js';
import type { Setting } from './setting.js';
import type { Wallet } from './wallet.js';

/** What a run left behind, for judging it. */
export interface Evidence {
  readonly setting: Setting;
  readonly journal: Journal;
  readonly wallet: Wallet;
  readonly rows: readonly TransactionRow[];
}

export interface Violation {
  readonly invariant: Invariant;
  readonly requestId: string;
  readonly detail: string;
}

/** What holds whatever goes wrong (contract section 4), a sentence each. */
export const INVARIANTS = {
  claimed_first: 'No byte leaves before the row is durable and belongs to the process that sends.',
  moved_once: 'One request id moves money at most once unless the route dedupes.',
  checksum_once: 'One checksum of a terminal stands for one way of cutting its text into fields.',
  heard_is_saved: 'An answer that a caller heard is in the ledger.',
  same_answer: 'The same request id and content hears the same business answer.',
  own_answer: 'No principal hears the answer of another one.',
  reversed_first: 'Money whose reversal was accepted first never moves.',
  reversal_waits: 'A reversal does not leave while the transaction that it reverses is at work.',
  reversed_once:
    "Once an approval is known, one reversal of it is sent: the gateway's own, or one of the terminal that had not left before.",
  advice_kept: 'An accepted advice is answered in the end, or stands in_doubt or unmatched with an alert.',
  advice_never_declined: 'Who hands over an advice that is in the ledger hears that it was accepted.',
  doubt_alerted: 'A transaction in doubt has an alert.',
  contradiction_alerted: 'A contradicted row has an alert.',
  contradiction_reversed:
    'A contradicted row has a reversal that did not leave before the approval was known, where the setting is on.',
  given_back:
    'Money whose reversals were all processed before it moved is contradicted, and given back where the setting is on.',
  contradiction_noticed:
    'Money that moved although the terminal last heard a decline is not quietly answered.',
  comes_to_rest: 'Nothing stays pending or queued for ever, nor unmatched once its wallet is known.',
  no_made_up_answer: 'What is saved as an answer was said downstream: no decline is made up.',
  refused_is_certain: 'Money of a refused row has not moved.',
} as const;

export type Invariant = keyof typeof INVARIANTS;

export function violationsOf(evidence: Evidence): readonly Violation[] {
  return Object.entries(CHECKS).flatMap(([name, check]) =>
    [...check(evidence)].map(([requestId, detail]) => ({ invariant: name as Invariant, requestId, detail })),
  );
}

type Found = readonly [requestId: string, detail: string];
type Check = (evidence: Evidence) => Iterable<Found>;
type Told = Extract<Entry, { kind: 'told' }>;

const CHECKS: Readonly<Record<Invariant, Check>> = {
  *claimed_first({ journal }) {
    for (const { requestId, row, by } of only(journal, 'left')) {
      const isHeld = row !== null && row.owner === by && (row.state === 'pending' || row.state === 'queued');
      if (!isHeld)
        yield [requestId, `sent by ${by} as ${row === null ? 'no row' : `${row.state} of ${row.owner}`}`];
    }
  },

  *moved_once({ wallet, rows, setting }) {
    if (setting.dedupes) return;
    for (const { requestId, effect } of rows) {
      if (effect !== 'none' && wallet.moves(requestId) > 1)
        yield [requestId, `${String(wallet.moves(requestId))} times`];
    }
  },

  *checksum_once({ rows }) {
    const first = new Map<string, TransactionRow>();
    for (const row of rows) {
      const key = `${row.terminalId}/${row.checksum}`;
      const before = first.get(key) ?? row;
      first.set(key, before);
      if (before.borders !== row.borders) yield [row.requestId, `cut otherwise than ${before.requestId}`];
    }
  },

  *heard_is_saved({ journal }) {
    for (const told of results(journal)) {
      const { heard, row, asked } = told;
      const isSaved = row !== null && (isDefault(told) || savedResponse(row) === responseText(heard.result));
      if (!isSaved && !isStopped(told)) yield [asked.requestId, `heard ${responseText(heard.result)}`];
    }
  },

  *same_answer({ journal }) {
    const first = new Map<string, string>();
    for (const told of results(journal)) {
      const { asked, heard, row } = told;
      if (row === null || row.effect === 'none' || isDefault(told) || isStopped(told)) continue;
      const said = responseText(heard.result);
      const before = first.get(asked.requestId) ?? said;
      first.set(asked.requestId, before);
      if (before !== said) yield [asked.requestId, `first ${before}, then ${said}`];
    }
  },

  *own_answer({ journal }) {
    for (const { asked, row } of results(journal)) {
      const { principal, requestId } = asked;
      if (row === null || row.keyId === null || principal.kind === 'terminal') continue;
      if (row.keyId !== principal.key.keyId)
        yield [requestId, `${principal.key.keyId} heard what ${row.keyId} asked`];
    }
  },

  *reversed_first({ journal, wallet }) {
    for (const [original, reversal] of reversalsBefore(journal)) {
      if (wallet.moves(original.requestId) > 0) yield [original.requestId, `after ${reversal.requestId}`];
    }
  },

  *reversal_waits({ journal }) {
    const now = new Map<string, TransactionRow>();
    for (const entry of journal.entries) {
      if (entry.kind === 'saved') now.set(entry.row.requestId, entry.row);
      if (entry.kind !== 'left') continue;
      const original = now.get(entry.row?.originalRequestId ?? '');
      if (entry.row?.methodName.endsWith('Reversal') === true && original?.state === 'pending')
        yield [entry.requestId, `while ${original.requestId} is pending`];
    }
  },

  *reversed_once({ journal, rows }) {
    for (const own of rows.filter((row) => isReversal(row) && row.door === 'gateway')) {
      const claimedAt = savedAt(journal, own, 1);
      for (const other of rows.filter((row) => isReversal(row) && row.door !== 'gateway')) {
        if (other.originalRequestId !== own.originalRequestId) continue;
        const attempts = sendings(journal, other);
        const isAgain = attempts.some((attempt) => savedAt(journal, other, attempt) > claimedAt);
        const isBoth = attempts.length > 0 && (other.earlyAtMs === null || isAgain);
        if (isBoth && sendings(journal, own).length > 0) yield [own.requestId, `and ${other.requestId}`];
      }
    }
  },

  *advice_kept({ setting, journal, rows, wallet }) {
    for (const row of rows.filter(({ effect }) => effect === 'advice')) {
      const needsAlert = row.state === 'in_doubt' || row.state === 'unmatched';
      const isSettled =
        row.state === 'answered' && (isWithheld(row) || wallet.said(row.requestId).length > 0);
      const isKept = needsAlert ? hasAlert({ setting, journal }, row) : isSettled;
      if (!isKept)
        yield [
          row.requestId,
          `${row.state}, downstream heard of it ${wallet.said(row.requestId).length} times`,
        ];
    }
  },

  *advice_never_declined({ journal }) {
    for (const { asked, heard, row } of only(journal, 'told')) {
      if (row?.effect !== 'advice' || heard.kind !== 'error') continue;
      if (SAID_IN_DOUBT.includes(heard.code)) yield [asked.requestId, `heard ${heard.code}`];
    }
  },

  *doubt_alerted({ setting, journal, rows }) {
    for (const row of rows) {
      if (row.state === 'in_doubt' && !hasAlert({ setting, journal }, row)) yield [row.requestId, 'no alert'];
    }
  },

  *contradiction_alerted({ setting, journal, rows }) {
    for (const row of rows) {
      if (row.state === 'contradicted' && !hasAlert({ setting, journal }, row))
        yield [row.requestId, 'no alert'];
    }
  },

  *contradiction_reversed({ rows, setting }) {
    if (!setting.reverseContradicted) return;
    for (const row of rows) {
      const isGivenBack = rows.some(
        (advice) =>
          advice.originalRequestId === row.requestId && isReversal(advice) && givesMoneyBack(advice),
      );
      if (row.state === 'contradicted' && !isGivenBack) yield [row.requestId, 'no reversal'];
    }
  },

  *given_back({ journal, rows, setting }) {
    for (const row of rows) {
      const movedAt = row.effect === 'money' ? approvedAt(journal, row) : null;
      const linked = rows.filter((one) => one.originalRequestId === row.requestId && isReversal(one));
      const isInVain = (one: TransactionRow): boolean => {
        const times = processings(journal, one);
        return times.length > 0 && times.every((at) => at < (movedAt ?? 0));
      };
      const hasEnd = linked.some((one) => !isInVain(one) && isEnded(one));
      if (movedAt === null || row.state === 'in_doubt' || !linked.some(isInVain) || hasEnd) continue;
      if (row.state !== 'contradicted') yield [row.requestId, `${row.state}, reversed before it moved`];
      else if (setting.reverseContradicted) yield [row.requestId, 'not given back'];
    }
  },

  *contradiction_noticed({ journal, rows, wallet }) {
    for (const row of rows) {
      if (row.effect !== 'money' || row.state !== 'answered' || wallet.moves(row.requestId) === 0) continue;
      const told = [...only(journal, 'told')].filter(({ asked }) => asked.requestId === row.requestId);
      const isOfTerminal = told.every(({ asked }) => asked.principal.kind === 'terminal');
      const isReversed = rows.some(
        (advice) => isReversal(advice) && advice.originalRequestId === row.requestId,
      );
      if (!isOfTerminal || isReversed || told.some(heardApproval)) continue;
      const decline = told.findLast((entry) => isDeclineByDefault(journal, entry));
      if (decline !== undefined)
        yield [row.requestId, `told ${decline.heard.kind === 'error' ? decline.heard.code : ''}`];
    }
  },

  *comes_to_rest({ rows, setting }) {
    for (const row of rows) {
      const isUnknown = row.reference === UNKNOWN_REFERENCE && setting.walletKnownFromMs === null;
      const isForgotten = row.state === 'unmatched' && !isUnknown;
      if (row.state === 'pending' || row.state === 'queued' || isForgotten) yield [row.requestId, row.state];
    }
  },

  *no_made_up_answer({ rows, wallet }) {
    for (const row of rows) {
      if (row.state !== 'answered' && row.state !== 'contradicted') continue;
      if (row.effect === 'advice' && isWithheld(row)) continue;
      const isSaid = wallet.said(row.requestId).some((said) => JSON.stringify(said) === savedResponse(row));
      if (!isSaid) yield [row.requestId, `saved ${savedResponse(row)}`];
    }
  },

  *refused_is_certain({ rows, wallet }) {
    for (const row of rows) {
      const isRefused = row.effect !== 'none' && row.state === 'refused';
      if (isRefused && wallet.moves(row.requestId) > 0) yield [row.requestId, 'moved'];
    }
  },
};

function only<Kind extends Entry['kind']>(
  { entries }: Journal,
  kind: Kind,
): readonly Extract<Entry, { kind: Kind }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: Kind }> => entry.kind === kind);
}

type HeardResult = Told & { readonly heard: Extract<Told['heard'], { kind: 'result' }> };

function results(journal: Journal): readonly HeardResult[] {
  return only(journal, 'told').filter((told): told is HeardResult => told.heard.kind === 'result');
}

function heardApproval({ heard }: Told): boolean {
  return heard.kind === 'result' && isApproval(heard.result.response.resultCode);
}

/** Downstream was asked, and the gateway said a decline in its place. */
function isDeclineByDefault(journal: Journal, { heard, asked, atMs }: Told): boolean {
  if (heard.kind !== 'error') return false;
  if (heard.code !== 'UNAVAILABLE') return SAID_IN_DOUBT.includes(heard.code);
  // The store takes nothing: what a caller heard of that is known only where the saving of an answer is repeated.
  return only(journal, 'alert').some(
    (entry) => entry.alert === 'settle_failed' && entry.requestId === asked.requestId && entry.atMs === atMs,
  );
}

const SAID_IN_DOUBT: readonly string[] = ['DOWNSTREAM_TIMEOUT', 'DOWNSTREAM_INVALID', 'IN_DOUBT'];

/** Nothing of downstream's is in it: an accepted advice, or what a terminal that heard a decline hears again. */
function isDefault({ heard, row }: HeardResult): boolean {
  const isBare = Object.keys(heard.result.response).join() === 'resultCode';
  const { resultCode } = heard.result.response;
  return isBare && (row?.effect === 'advice' ? resultCode === 1 : row?.toldResultCode === resultCode);
}

/** -3: a reversal came first, so nothing of this call is in the ledger, or nothing more is sent. */
function isStopped({ heard }: HeardResult): boolean {
  const { response } = heard.result;
  return Object.keys(response).length === 1 && response.resultCode === -3;
}

function responseText({ response }: HeardResult['heard']['result']): string {
  return JSON.stringify(response);
}

function savedResponse({ answer }: TransactionRow): string | null {
  return answer === null ? null : JSON.stringify((JSON.parse(answer) as { response: unknown }).response);
}

function isReversal({ methodName }: TransactionRow): boolean {
  return methodName.endsWith('Reversal');
}

/** An advice that needed not be sent. */
function isWithheld({ defaultReason }: TransactionRow): boolean {
  return defaultReason === 'original_not_processed' || defaultReason === 'reversed_by_gateway';
}

const ALERT_OF: Readonly<Record<string, string>> = {
  in_doubt: 'transaction_in_doubt',
  unmatched: 'advice_unmatched',
  contradicted: 'transaction_contradicted',
};

/** The state as it is in the end was alerted; who dies between saving a state and telling of it cannot tell. */
function hasAlert(
  { setting, journal }: Pick<Evidence, 'setting' | 'journal'>,
  { requestId, state }: TransactionRow,
): boolean {
  const isTold = only(journal, 'alert').some(
    (entry) => entry.requestId === requestId && entry.alert === ALERT_OF[state],
  );
  return isTold || isCutShort(journal, { requestId, state }, setting.stall > 0 ? STALL_MS_MAX : SAVE_MS_MAX);
}

function isCutShort(
  journal: Journal,
  about: Pick<TransactionRow, 'requestId' | 'state'>,
  withinMs: number,
): boolean {
  const saved = only(journal, 'saved').filter(({ row }) => row.requestId === about.requestId);
  const reached = saved.findLast(
    ({ row }, index) => row.state === about.state && saved[index - 1]?.row.state !== about.state,
  );
  return only(journal, 'died').some(
    ({ by, atMs }) => by === reached?.by && atMs >= reached.atMs && atMs - reached.atMs <= withinMs,
  );
}

/** As slow as the simulated ledger can be in telling that it saved. */
const SAVE_MS_MAX = 500;
const STALL_MS_MAX = 31_000;

/** Originals that came into the ledger after an advice that reverses them, or were started again after it. */
function* reversalsBefore(journal: Journal): Iterable<readonly [TransactionRow, TransactionRow]> {
  const reversals: TransactionRow[] = [];
  const seen = new Set<string>();
  for (const { row } of only(journal, 'saved')) {
    if (!seen.has(row.requestId)) {
      if (isReversal(row)) reversals.push(row);
      const reversal = reversals.find(
        (advice) => refersTo(advice, row) || (advice.originalRequestId === null && isNear(advice, row)),
      );
      if (row.effect === 'money' && reversal !== undefined) yield [row, reversal];
    }
    seen.add(row.requestId);
  }
}

/** The attempts of a row whose first byte left. */
function sendings(journal: Journal, { requestId }: TransactionRow): readonly number[] {
  return only(journal, 'left').flatMap((entry) =>
    entry.requestId === requestId && entry.row !== null ? [entry.row.attempt] : [],
  );
}

/** Where in the journal an attempt of a row begins. */
function savedAt({ entries }: Journal, { requestId }: TransactionRow, attempt: number): number {
  return entries.findIndex(
    (entry) => entry.kind === 'saved' && entry.row.requestId === requestId && entry.row.attempt === attempt,
  );
}

/** Where in the journal downstream did what a row asks. */
function processings({ entries }: Journal, { requestId }: TransactionRow): readonly number[] {
  return entries.flatMap((entry, index) =>
    entry.kind === 'processed' && entry.requestId === requestId ? [index] : [],
  );
}

function approvedAt({ entries }: Journal, { requestId }: TransactionRow): number | null {
  const index = entries.findIndex(
    (entry) => entry.kind === 'processed' && entry.requestId === requestId && isApproval(entry.resultCode),
  );
  return index < 0 ? null : index;
}

/** Downstream has heard of it, or an operator has. */
function isEnded({ state, defaultReason }: TransactionRow): boolean {
  return state === 'in_doubt' || (state === 'answered' && defaultReason !== 'reversed_by_gateway');
}
