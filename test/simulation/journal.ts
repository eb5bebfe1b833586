import type { ApiKey } from '../../src/use-cases/directory/directory-port.js';
import type { Alert } from '../../src/use-cases/ports.js';
import type { TransactionResult } from '../../src/use-cases/transactions/call.js';
import type { Ledger, TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';
import type { PostedCall } from './captured.js';

/** Caller: a terminal by itself, or a key. */
export type Principal = { readonly kind: 'terminal' } | { readonly kind: 'key'; readonly key: ApiKey };

export interface Asked {
  /** Number of this request, unique in the run. */
  readonly number: number;
  readonly principal: Principal;
  readonly call: PostedCall;
  /** Its own id, or the derived one. Once a row is in the ledger, the id of that row. */
  readonly requestId: string;
}

/** Reply to a caller. `cut`: the connection broke without a reply. */
export type ReceivedReply =
  | { readonly kind: 'result'; readonly result: TransactionResult }
  | { readonly kind: 'error'; readonly code: string; readonly resultCode: number }
  | { readonly kind: 'cut' };

export type Happening =
  | { readonly kind: 'asked'; readonly asked: Asked; readonly by: string }
  | {
      readonly kind: 'told';
      readonly asked: Asked;
      readonly heard: ReceivedReply;
      readonly row: TransactionRow | null;
    }
  /** A row is durable in this state. `isMakingIt`: its previous owner was alive and making this call. */
  | {
      readonly kind: 'saved';
      readonly row: TransactionRow;
      readonly by: string;
      readonly during: keyof Ledger;
      readonly isMakingIt: boolean;
    }
  /** The first byte of a call left for downstream. `row` was durable at that moment. */
  | {
      readonly kind: 'left';
      readonly requestId: string;
      readonly by: string;
      readonly row: TransactionRow | null;
    }
  /** Downstream processed the call. */
  | { readonly kind: 'processed'; readonly requestId: string; readonly resultCode: number }
  | { readonly kind: 'alert'; readonly alert: Alert; readonly requestId: string | null; readonly by: string }
  | { readonly kind: 'started'; readonly by: string }
  | { readonly kind: 'died'; readonly by: string }
  /** A process stands still until then. */
  | { readonly kind: 'froze'; readonly by: string; readonly untilMs: number }
  /** The clock of a machine was set, or its file disappeared or came back. */
  | { readonly kind: 'struck'; readonly what: string };

export type Entry = Happening & { readonly atMs: number };

export interface Journal {
  readonly entries: readonly Entry[];
  write(happening: Happening): void;
}

export function createJournal(nowMs: () => number): Journal {
  const entries: Entry[] = [];
  return {
    entries,
    write(happening) {
      entries.push({ ...happening, atMs: nowMs() });
    },
  };
}

/** Returns one line per entry, for the search for the cause of a violation. */
export function traceOf(journal: Journal, requestId: string | null): string {
  const isAbout = (entry: Entry): boolean => requestId === null || idsOf(entry).includes(requestId);
  return journal.entries
    .filter((entry) => idsOf(entry).length === 0 || isAbout(entry))
    .map((entry) => `${String(entry.atMs).padStart(8)} ${lineOf(entry)}`)
    .join('\n');
}

function idsOf(entry: Entry): (string | null)[] {
  switch (entry.kind) {
    case 'started':
    case 'died':
    case 'froze':
    case 'struck':
      return [];
    case 'saved':
      return [entry.row.requestId, entry.row.originalRequestId];
    case 'asked':
    case 'told':
      return [entry.asked.requestId];
    default:
      return [entry.requestId];
  }
}

function lineOf(entry: Entry): string {
  switch (entry.kind) {
    case 'asked':
      return `${entry.by} is asked ${nameOf(entry.asked)}`;
    case 'told':
      return `${nameOf(entry.asked)} hears ${replyText(entry.heard)}`;
    case 'saved':
      return `${entry.by} saves (${entry.during}) ${entry.row.requestId} ${entry.row.state} attempt ${entry.row.attempt} code ${String(entry.row.resultCode)} told ${String(entry.row.repliedResultCode)} ${entry.row.replyReason ?? ''}`;
    case 'left':
      return `${entry.by} sends ${entry.requestId}`;
    case 'processed':
      return `downstream processes ${entry.requestId}: ${entry.resultCode}`;
    case 'alert':
      return `${entry.by} alerts ${entry.alert} ${entry.requestId ?? ''}`;
    case 'started':
      return `${entry.by} starts`;
    case 'died':
      return `${entry.by} dies`;
    case 'froze':
      return `${entry.by} stands still for ${String(entry.untilMs - entry.atMs)} ms`;
    case 'struck':
      return entry.what;
  }
}

function nameOf({ principal, call, requestId }: Asked): string {
  const who = principal.kind === 'key' ? principal.key.keyId : 'terminal';
  return `${who} ${call.methodName} ${String(call.fields['transactionId'])} as ${requestId}`;
}

function replyText(heard: ReceivedReply): string {
  switch (heard.kind) {
    case 'cut':
      return 'nothing';
    case 'error':
      return `${heard.code} ${heard.resultCode}`;
    case 'result':
      return `${heard.result.response.resultCode}${heard.result.replayed ? ' replayed' : ''}`;
  }
}
