import { givesMoneyBack } from '../../src/core/transactions/transaction.js';
import type { JsonObject } from '../../src/core/wire/json.js';
import type { TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';
import { checksumOf, savedFields } from './calls.js';
import { NEW_WALLET, WALLETS } from './directory.js';
import {
  type Evidence,
  hasAlert,
  receivedApproval,
  isDeclineByDefault,
  isDefault,
  isHeld,
  isReversal,
  isStopped,
  isUnknownWallet,
  isWithheld,
  mayMean,
  means,
  namedBy,
  namedByCall,
  nameOf,
  only,
  responseText,
  results,
  reversalsBefore,
  reverses,
  SAID_IN_DOUBT,
  savedAt,
  savedResponse,
  attemptsOf,
  wasSaved,
} from './evidence.js';
import { CERTAIN_MS } from './network.js';

export interface Violation {
  readonly invariant: Invariant;
  readonly requestId: string;
  readonly detail: string;
}

/** Invariants that hold under all faults (docs/reference/transactions.md), one sentence each. */
export const INVARIANTS = {
  claimed_first: 'No byte leaves before the row is durable and belongs to the process that sends.',
  sent_in_time: 'No first byte of money leaves once the time of the call that asks for it is over.',
  moved_once: 'A transaction moves money once, however often and in whatever writing it is posted.',
  one_transaction: 'One checksum of a terminal that calls without a key is one transaction of that method.',
  checksum_once: 'One checksum of a terminal stands for one way of cutting its text into fields.',
  proven_only: 'What is kept and sent of a call is what its checksum is right for.',
  heard_is_saved: 'An answer that a caller heard is in the ledger.',
  same_answer: 'The same request id and content gets the same business answer.',
  own_answer: 'No principal gets the answer of another one.',
  reversed_first: 'Money whose reversal was accepted first never moves.',
  only_own_reversal_blocks: 'No caller gets -3 for a reversal that is more than a day away or of another id.',
  no_byte_after_reversal: 'No first byte of a transaction leaves after its reversal has left.',
  reversal_waits: 'A reversal does not leave while the transaction that it reverses is at work.',
  reversed_once:
    "Once an approval is known, one reversal of it is sent: the gateway's own, or one of the terminal that had not left before.",
  advice_kept: 'An accepted advice is answered in the end, or stands in_doubt or unmatched with an alert.',
  advice_delivered: 'An accepted advice whose wallet is known by now reaches the wallet service.',
  given_back: 'Money whose reversal was accepted does not stay taken.',
  advice_never_declined: 'The sender of an advice that is in the ledger gets its acceptance.',
  doubt_alerted: 'A transaction in doubt has an alert.',
  contradiction_alerted: 'A contradicted row has an alert.',
  contradiction_reversed:
    'A contradicted row has a reversal that did not leave before the approval was known, where the setting is on.',
  contradiction_noticed: 'Money that moved although the terminal got a decline is not quietly answered.',
  others_undisturbed:
    'No process takes over what another one, or it itself, is making and has not made for too long.',
  taken_over_at_start: 'Who is alone on its file has nothing of its forerunner pending once it is at work.',
  heard_in_time: 'Every caller gets a reply in time, unless the process dies or stands still.',
  comes_to_rest: 'Nothing stays pending or queued for ever.',
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

const CHECKS: Readonly<Record<Invariant, Check>> = {
  *claimed_first({ journal }) {
    for (const { requestId, row, by } of only(journal, 'left')) {
      const isHeld = row !== null && row.owner === by && (row.state === 'pending' || row.state === 'queued');
      if (!isHeld)
        yield [requestId, `sent by ${by} as ${row === null ? 'no row' : `${row.state} of ${row.owner}`}`];
    }
  },

  *sent_in_time({ setting, journal }) {
    const askedAtMs = new Map<string, number>();
    for (const entry of journal.entries) {
      if (entry.kind === 'asked') askedAtMs.set(`${entry.by} ${entry.asked.requestId}`, entry.atMs);
      if (entry.kind !== 'left' || entry.row?.effect !== 'money') continue;
      const sinceMs = entry.atMs - (askedAtMs.get(`${entry.by} ${entry.requestId}`) ?? entry.atMs);
      if (sinceMs > setting.timeoutMs) yield [entry.requestId, `sent after ${String(sinceMs)} ms`];
    }
  },

  *moved_once({ wallet, rows }) {
    const moves = new Map<string, number>();
    for (const row of rows.filter(({ effect }) => effect !== 'none')) {
      const name = nameOf(row);
      const before = moves.get(name) ?? 0;
      const now = wallet.moves(row.requestId);
      moves.set(name, before + now);
      if (now > 0 && before + now > 1) yield [row.requestId, `${String(before + now)} times`];
    }
  },

  *one_transaction({ rows }) {
    const first = new Map<string, TransactionRow>();
    for (const row of rows.filter(({ channel }) => channel !== 'graphql')) {
      const before = first.get(nameOf(row));
      if (before === undefined) first.set(nameOf(row), row);
      else yield [row.requestId, `and ${before.requestId}`];
    }
  },

  *checksum_once({ rows }) {
    const first = new Map<string, TransactionRow>();
    for (const row of rows) {
      if (row.keyId !== null) continue;
      const key = `${row.terminalId}/${row.checksum}`;
      const before = first.get(key) ?? row;
      first.set(key, before);
      if (before.digest !== row.digest) yield [row.requestId, `cut otherwise than ${before.requestId}`];
    }
  },

  *proven_only({ rows }) {
    for (const { requestId, methodName, checksum, request, channel } of rows) {
      if (channel === 'graphql') continue;
      const saved = JSON.parse(request) as { request: JsonObject };
      if (checksumOf(methodName, savedFields(methodName, saved.request)) !== checksum)
        yield [requestId, 'other fields'];
    }
  },

  *heard_is_saved({ journal }) {
    for (const told of results(journal)) {
      const { heard, row, asked } = told;
      const isSaved = row !== null && (isDefault(told) || wasSaved(journal, row, responseText(heard.result)));
      if (!isSaved && !isStopped(told) && !isUnknownWallet(told))
        yield [asked.requestId, `heard ${responseText(heard.result)}`];
    }
  },

  *same_answer({ setting, journal }) {
    const first = new Map<string, string>();
    const askedAtMs = new Map(only(journal, 'asked').map(({ asked, atMs }) => [asked.number, atMs]));
    for (const told of results(journal)) {
      const { asked, heard, row } = told;
      if (row === null || row.effect === 'none' || isDefault(told)) continue;
      // A slow call may have looked for its wallet before it was known, and be replied to after a later one.
      const isEarly = (askedAtMs.get(asked.number) ?? 0) < (setting.newWalletFromMs ?? 0);
      if (isStopped(told) || (isEarly && isUnknownWallet(told))) continue;
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
        yield [requestId, `${principal.key.keyId} got the answer of ${row.keyId}`];
    }
  },

  *reversed_first({ journal, wallet }) {
    for (const [original, reversal] of reversalsBefore(journal)) {
      if (wallet.moves(original.requestId) > 0) yield [original.requestId, `after ${reversal.requestId}`];
    }
  },

  *only_own_reversal_blocks({ journal }) {
    const advices: TransactionRow[] = [];
    for (const entry of journal.entries) {
      if (entry.kind === 'saved' && isReversal(entry.row)) advices.push(entry.row);
      if (entry.kind !== 'told' || entry.heard.kind !== 'result') continue;
      const { asked, heard } = entry;
      if (!isStopped({ ...entry, heard })) continue;
      const named = namedByCall(asked.call.captured ?? asked.call);
      if (!advices.some((advice) => mayMean(advice, named))) yield [asked.requestId, 'got -3'];
    }
  },

  *no_byte_after_reversal({ journal, rows }) {
    const gone: TransactionRow[] = [];
    const written = new Set<string>();
    const named = rows.map(namedBy);
    for (const { requestId, row, atMs } of only(journal, 'left')) {
      if (row === null) continue;
      const isFirst = !written.has(requestId);
      written.add(requestId);
      if (isReversal(row)) gone.push(rows.find((last) => last.requestId === requestId) ?? row);
      if (row.effect !== 'money' || !isFirst) continue;
      const heldMs = atMs - (journal.entries[savedAt(journal, row, row.attempt)]?.atMs ?? 0);
      const reversal = gone.find((advice) => reverses(advice, row));
      if (reversal === undefined) continue;
      // A reversal waits for no row where several are candidates. A claim is checked again only after a while
      // (docs/reference/transactions.md#second-look-before-sending).
      const isCertain = heldMs <= CERTAIN_MS && !means(reversal, namedBy(row), named);
      if (!isCertain) yield [requestId, `after ${reversal.requestId}`];
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
    for (const own of rows.filter((row) => isReversal(row) && row.channel === 'gateway')) {
      const claimedAt = savedAt(journal, own, 1);
      for (const other of rows.filter((row) => isReversal(row) && row.channel !== 'gateway')) {
        if (other.originalRequestId !== own.originalRequestId) continue;
        const attempts = attemptsOf(journal, other);
        const isAgain = attempts.some((attempt) => savedAt(journal, other, attempt) > claimedAt);
        const isBoth = attempts.length > 0 && (other.earlyAtMs === null || isAgain);
        if (isBoth && attemptsOf(journal, own).length > 0) yield [own.requestId, `and ${other.requestId}`];
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
          `${row.state}, downstream received it ${wallet.said(row.requestId).length} times`,
        ];
    }
  },

  *advice_delivered({ rows }) {
    for (const row of rows) {
      if (row.state === 'unmatched' && KNOWN_REFERENCES.includes(row.reference))
        yield [row.requestId, 'unmatched'];
    }
  },

  *given_back({ rows, wallet, setting }) {
    const all = [...wallet.movements, ...rows.filter(({ effect }) => effect === 'money').map(namedBy)];
    for (const movement of wallet.movements.filter(({ undoneBy }) => undoneBy === null)) {
      const row = rows.find(({ requestId }) => requestId === movement.requestId);
      if (row?.state === 'in_doubt') continue;
      if (row?.state === 'contradicted' && !setting.reverseContradicted) continue;
      const reversals = rows.filter((advice) => means(advice, movement, all));
      // An operator resolves a doubt. A decline is the wallet service's own decision.
      const isExcused = reversals.some(
        ({ requestId, state }) =>
          state === 'in_doubt' || wallet.said(requestId).some(({ resultCode }) => resultCode <= 0),
      );
      if (reversals.length > 0 && !isExcused)
        yield [
          movement.requestId ?? movement.transactionId,
          `in spite of ${reversals.map(({ requestId }) => requestId).join(' and ')}`,
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

  *contradiction_noticed({ journal, rows, wallet }) {
    for (const row of rows) {
      if (row.effect !== 'money' || row.state !== 'answered' || wallet.moves(row.requestId) === 0) continue;
      // Replies to a backend with a key do not count: it gets the answer when it asks again.
      const told = [...only(journal, 'told')].filter(
        ({ asked }) => asked.requestId === row.requestId && asked.principal.kind === 'terminal',
      );
      const isReversed = rows.some((advice) => isReversal(advice) && reverses(advice, row));
      if (isReversed) continue;
      // A decline that came before an approval counts too: the terminal has one reply. Only of UNAVAILABLE nothing may be known.
      const approval = told.findIndex(receivedApproval);
      const before =
        approval === -1 ? told : told.slice(0, approval).filter(({ heard }) => !isUnavailable(heard));
      const decline = before.findLast((entry) => isDeclineByDefault(journal, entry));
      if (decline !== undefined)
        yield [row.requestId, `told ${decline.heard.kind === 'error' ? decline.heard.code : ''}`];
    }
  },

  *others_undisturbed({ setting, journal }) {
    const dead = new Set<string>();
    const now = new Map<string, { readonly row: TransactionRow; readonly heldFromMs: number }>();
    for (const entry of journal.entries) {
      if (entry.kind === 'died') dead.add(entry.by);
      if (entry.kind !== 'saved') continue;
      const { row, by, during, atMs, isMakingIt } = entry;
      const before = now.get(row.requestId);
      const isSameHold = before?.row.attempt === row.attempt && before.row.owner === row.owner;
      now.set(row.requestId, { row, heldFromMs: isSameHold ? before.heldFromMs : atMs });
      if (before === undefined || !TAKING_OVER.includes(during) || !isHeld(before.row)) continue;
      const { owner } = before.row;
      const isTooEarly = !dead.has(owner) && atMs - before.heldFromMs < setting.leaseMs;
      const isOwn = owner === by && isMakingIt;
      if (isOwn || (owner !== by && isTooEarly))
        yield [row.requestId, `${by} takes it from ${owner} after ${String(atMs - before.heldFromMs)} ms`];
    }
  },

  *taken_over_at_start({ setting, journal }) {
    // Elsewhere the process may need time to reach the ledger.
    const isCalm = setting.failure === 0 && setting.stall === 0 && setting.outage === null;
    if (setting.store !== 'alone' || setting.lostFile !== null || !isCalm) return;
    const now = new Map<string, TransactionRow>();
    const left = new Map<string, number>();
    for (const entry of journal.entries) {
      if (entry.kind === 'started') {
        const pending = [...now.values()].filter(({ state }) => state === 'pending');
        for (const { requestId } of pending) left.set(requestId, entry.atMs);
      }
      if (entry.kind === 'died') left.clear();
      if (entry.kind === 'froze') return;
      if (entry.kind !== 'saved') continue;
      now.set(entry.row.requestId, entry.row);
      const sinceMs = entry.atMs - (left.get(entry.row.requestId) ?? entry.atMs);
      left.delete(entry.row.requestId);
      if (sinceMs > TAKE_OVER_MS) yield [entry.row.requestId, `after ${String(sinceMs)} ms`];
    }
  },

  *heard_in_time({ setting, journal }) {
    if (setting.stall > 0) return;
    const told = new Map(only(journal, 'told').map((entry) => [entry.asked.number, entry]));
    const froze = only(journal, 'froze');
    for (const { asked, by, atMs } of only(journal, 'asked')) {
      const stoodMs = froze
        .filter((entry) => entry.by === by)
        .reduce((sum, entry) => sum + entry.untilMs - entry.atMs, 0);
      const tookMs = (told.get(asked.number)?.atMs ?? setting.endMs) - atMs;
      if (tookMs - stoodMs > setting.timeoutMs + SLOW_LEDGER_MS)
        yield [asked.requestId, `asked at ${String(atMs)}, heard after ${String(tookMs)} ms`];
    }
  },

  *comes_to_rest({ rows }) {
    for (const row of rows) {
      if (row.state === 'pending' || row.state === 'queued') yield [row.requestId, row.state];
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

/** Operations on rows that may belong to another process. */
const TAKING_OVER: readonly string[] = ['expireLeases', 'leaseQueued', 'takeOver'];

/** Time limit of a start. */
const TAKE_OVER_MS = 2_000;

/** References that the directory knows in the end. */
const KNOWN_REFERENCES: readonly string[] = [...WALLETS, NEW_WALLET].map(({ reference }) => reference);

/** Greatest total time of one call's operations where nothing stalls. */
const SLOW_LEDGER_MS = 10_000;

const isUnavailable = (heard: { readonly kind: string; readonly code?: string }): boolean =>
  heard.kind === 'error' && heard.code === 'UNAVAILABLE';
