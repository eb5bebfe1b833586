import { addressGroup } from '../../core/access/network.js';
import { cutCardNumbers, idText } from '../../core/wire/card-numbers.js';
import { repeat } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import { type CardwayError, type ErrorCode, ERRORS, looksLikeMethodName } from '../../platform/errors.js';
import type { Observer, Timer } from '../ports.js';
import type { Channel } from '../transactions/ledger-port.js';
import { createWindows } from './rate-limits.js';
import type { NoteRefused, RefusalCount, RefusalKind, RefusalRecord, RefusalStore } from './refusal-port.js';

export type Refusals = ReturnType<typeof createRefusals>;

/** Time within which similar calls share one entry. */
const FOLD_MS = 60_000;
/** Number of entries per channel, code and `FOLD_MS`. Callers can make up terminals, fields and addresses. */
const DISTINCT_MAX = 100;
/**
 * Number of entries that wait to be written, so that a flood does not fill the memory. Further kinds of calls are only counted
 * and logged.
 */
const WAITING_MAX = 2000;
const WRITE_EVERY_MS = 1000;
/** Characters of a reason. */
const REASON_MAX = 200;
/** Refusals of one terminal within ten minutes: one more raises an alert. */
const ALERT_AFTER = { max: 19, windowMs: 10 * 60_000 };
const ALERT_TERMINALS_MAX = 1000;

/** The mistake behind a failed proof is looked for once in a minute for each terminal, and for a few calls in each round. */
const MISTAKE_RULE = { max: 1, windowMs: 60_000 };
const MISTAKES_AT_ONCE = 20;

/** Codes of calls that are saved as transactions, which hold more detail. */
const SAVED: ReadonlySet<ErrorCode> = new Set([
  'DOWNSTREAM_REFUSED',
  'DOWNSTREAM_INVALID',
  'DOWNSTREAM_TIMEOUT',
  'IN_DOUBT',
]);

/** Makes refused calls visible: one log line and one count each, and entries in the database, written at most once a second. */
export function createRefusals(deps: {
  readonly store: Pick<RefusalStore, 'add'>;
  /** Name of this process, so that its entries differ from those of others. */
  readonly owner: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly onRefused: (refused: RefusalKind & Pick<RefusalRecord, 'httpRequestId'>) => void;
  readonly alert: Observer['alert'];
  readonly onFailure: (error: unknown) => void;
}) {
  const waiting = new Map<string, RefusalCount>();
  const folds = createFolds(deps.owner);
  // Nobody can set the clock that these windows follow.
  const clock = { nowMs: () => deps.clock.monotonicMs() };
  const ofTerminal = createWindows({ clock, rule: ALERT_AFTER, keysMax: ALERT_TERMINALS_MAX });
  const ofMistakes = createWindows({ clock, rule: MISTAKE_RULE, keysMax: ALERT_TERMINALS_MAX });
  /** Entries whose mistake the next round looks for. Their callers have their replies then, and learn nothing from its time. */
  const unexplained: (() => void)[] = [];

  /** Raises an alert where one terminal is refused often. */
  function countOfTerminal(terminalId: string, address: string | null): void {
    // Made-up calls of a stranger must not hide the real terminal, so the address is part of the key.
    const take = ofTerminal(`${terminalId} ${address === null ? '' : addressGroup(address)}`);
    if (take.kind === 'limited' && take.isFirst)
      deps.alert('terminal_refused', { terminalId, ...(address === null ? {} : { address }) });
  }

  const note: NoteRefused = ({ channel, error, address, httpRequestId, isDecline }) => {
    if (SAVED.has(error.code)) return;
    const kind = kindOf(channel, error, address);
    const said = saidBy(error, httpRequestId);
    deps.onRefused({ ...kind, httpRequestId: said.httpRequestId });
    // A decline is about one wallet, and says nothing about the setup of the terminal.
    if (kind.terminalId !== null && isDecline !== true) countOfTerminal(kind.terminalId, kind.address);
    const nowMs = deps.clock.nowMs();
    const { mistake } = error.about;
    const isExplained = mistake !== undefined && unexplained.length < MISTAKES_AT_ONCE;
    if (isExplained && ofMistakes(kind.terminalId ?? '').kind === 'taken')
      unexplained.push(() => keep({ ...kind, reason: explained(kind.reason, mistake()) }, said, nowMs));
    else keep(kind, said, nowMs);
  };

  function keep(kind: RefusalKind, said: Said, nowMs: number): void {
    const folded = folds.of(kind, nowMs);
    const known = waiting.get(folded.foldKey);
    if (known === undefined && waiting.size >= WAITING_MAX) return;
    waiting.set(folded.foldKey, {
      ...said,
      ...folded,
      firstAtMs: known?.firstAtMs ?? nowMs,
      lastAtMs: nowMs,
      count: (known?.count ?? 0) + 1,
    });
  }

  async function write(): Promise<boolean> {
    for (const explain of unexplained.splice(0)) explain();
    if (waiting.size === 0) return false;
    const counts = [...waiting.values()];
    // A failed write is not repeated: the log has each refusal, and newer ones follow.
    waiting.clear();
    await deps.store.add(counts);
    return false;
  }
  const rounds = repeat({ ...deps, round: write, everyMs: WRITE_EVERY_MS });
  return {
    note,
    /** Writes the entries that are left. */
    async stop(): Promise<void> {
      await rounds.stop();
      // A failed store is reported elsewhere.
      await write().catch(deps.onFailure);
    },
  };
}

function kindOf(channel: Channel, error: CardwayError, address: string | undefined): RefusalKind {
  const { terminalId, programme, keyId } = error.about;
  return {
    channel,
    code: error.code,
    field: idOf(error.field),
    reason: reasonOf(error),
    // A caller that mixes its parameters up sends another text as the terminal ID. It may be KLV with a one-time password.
    terminalId: idOf(terminalId, TERMINAL_ID_LENGTH),
    programme: idOf(programme ?? undefined),
    keyId: idOf(keyId),
    address: idOf(address),
  };
}

const TERMINAL_ID_LENGTH = 10;

type Said = Omit<RefusalRecord, keyof RefusalKind>;

/** Returns what the call says about itself. It is kept in the database, and not logged. */
function saidBy(
  { about: { method, reference, amount, requestId } }: CardwayError,
  httpRequestId: string | undefined,
): Said {
  return {
    method: method !== undefined && looksLikeMethodName(method) ? method : null,
    reference:
      reference !== undefined && DIGITS.test(reference) ? cutCardNumbers(reference) : idOf(reference),
    amount: amount !== undefined && Number.isSafeInteger(amount) ? amount : null,
    requestId: requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : idOf(requestId),
    httpRequestId: httpRequestId ?? null,
  };
}

/** Reference of a wallet. */
const DIGITS = /^\d{1,19}$/;
/** Request id whose card id is too short for a card number. */
const REQUEST_ID = /^\d{1,11}_\d{8,17}_\d{1,20}$/;

function idOf(text: string | undefined, lengthMax?: number): string | null {
  return text === undefined || text === '' ? null : idText(text, lengthMax);
}

/** Returns the reason without characters that no database accepts. */
function reasonOf(error: CardwayError): string {
  const reason = cutCardNumbers(error.about.reason ?? error.message).replace(UNSTORABLE, ' ');
  const characters = [...reason];
  return characters.length <= REASON_MAX ? reason : `${characters.slice(0, REASON_MAX - 1).join('')}…`;
}

function explained(reason: string, mistake: string | null): string {
  return mistake === null ? reason : `${reason.replace(/\.$/, '')}: it fits ${mistake}.`;
}

/** Control characters, and halves of surrogate pairs. */
const UNSTORABLE = /\p{Cc}|\p{Cs}/gu;

/** Decides which calls share an entry. */
function createFolds(owner: string) {
  const distinct = new Map<string, Set<string>>();
  let window = Number.NaN;
  return {
    of(refused: RefusalKind, nowMs: number): RefusalKind & { readonly foldKey: string } {
      const now = Math.floor(nowMs / FOLD_MS);
      if (now !== window) distinct.clear();
      window = now;
      const kind = `${refused.channel} ${refused.code}`;
      const own = keyOf(owner, window, refused);
      const keys = distinct.get(kind) ?? new Set<string>();
      distinct.set(kind, keys);
      if (keys.has(own) || keys.size < DISTINCT_MAX) {
        keys.add(own);
        return { ...refused, foldKey: own };
      }
      const others = {
        ...NOBODY,
        channel: refused.channel,
        code: refused.code,
        reason: ERRORS[refused.code].message,
      };
      return { ...others, foldKey: keyOf(owner, window, others) };
    },
  };
}

const NOBODY = {
  ...{ field: null, terminalId: null, programme: null, keyId: null, address: null },
  ...{ method: null, reference: null, amount: null, requestId: null, httpRequestId: null },
};

function keyOf(owner: string, window: number, refused: RefusalKind): string {
  return JSON.stringify([owner, window, ...Object.values(refused).map(String)]);
}
