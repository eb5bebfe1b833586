/** The replies that docs/reference/transactions.md allows to a call, in every state that its transaction may be in. */
import { describe, Violation, type Outcome } from './outcome.js';
import {
  ACCEPTED,
  isApproved,
  isDisputed,
  maybe,
  REVERSED_FIRST,
  type Answer,
  type State,
  type Transaction,
} from './transaction.js';
import type { Send } from './wallet-service.js';

/** What the model knows about one reply. */
export interface Asked {
  readonly tx: Transaction;
  /** Null for a terminal. */
  readonly keyId: string | null;
  /** States before the call. */
  readonly before: ReadonlySet<State>;
  /** Calls to the wallet service since the call began. */
  readonly sends: readonly Send[];
  /** Whether the deadline of the call had passed when the reply came. */
  readonly isLate: boolean;
  /** Whether the deadline of the call that it joined had passed. */
  readonly isJoinedLate: boolean;
  /** A clock was set a moment ago: the call may have met its deadline by the wall clock before its first byte was written. */
  readonly isClockSet: boolean;
  /** Other calls of this transaction ran at the same time. */
  readonly isShared: boolean;
  /** Reversals that were accepted before the call began, or may have been. */
  readonly blockers: { readonly certain: boolean; readonly possible: boolean };
  /** The gateway died, or its store failed, while the call ran. */
  readonly trouble: { readonly isKilled: boolean; readonly isStoreDown: boolean };
  /** The store could save nothing of it. */
  readonly isUnsaved: boolean;
  /** Error that the caller must get before the ledger is asked; null for none. */
  readonly refusal: string | null;
  /** The directory does not have its wallet. */
  readonly isWalletUnknown: boolean;
  /** Code with which the directory declines a call that was not processed; null for none. */
  readonly decline: number | null;
  /** Whether an answer of effect `none` may be older than its replay time. */
  readonly mayBeStale: boolean;
}

interface Verdict {
  readonly name: string;
  readonly fits: (outcome: Outcome) => boolean;
  readonly after: readonly State[];
  /** Nothing of it is saved. */
  readonly isNothing?: true;
  /** A decline by the gateway itself, which is no answer of the wallet service. */
  readonly isOwnDecline?: true;
}

/** Takes a reply into the model. Throws where no rule allows it. */
export function judge(asked: Asked, outcome: Outcome): void {
  const { tx } = asked;
  const verdicts = verdictsOf(asked);
  const fitting = verdicts.filter(({ fits }) => fits(outcome));
  if (fitting.length === 0) {
    const allowed = [...new Set(verdicts.map(({ name }) => name))].join('; ') || 'nothing';
    const sent = asked.sends.map(({ manner, end }) => `${manner} (${end})`).join(', ') || 'nothing';
    throw new Violation(
      `${tx.name} got "${describe(outcome)}". It was ${[...asked.before].join(' or ')}, the wallet service got ${sent}. Allowed: ${allowed}.`,
    );
  }
  const after = new Set(fitting.flatMap((verdict) => verdict.after));
  // A call that shares its transaction with others narrows nothing: the others may have moved it since.
  tx.possible = asked.isShared ? new Set([...tx.possible, ...after]) : after;
  const isDecline = outcome.kind === 'answer' && fitting.some(({ isOwnDecline }) => isOwnDecline === true);
  if (isDecline) noteDecline(asked, outcome.resultCode);
  else if (!fitting.some(({ isNothing }) => isNothing === true)) note(asked, outcome);
}

/** A terminal gets the decline of its money call again, whatever comes later. */
function noteDecline(asked: Asked, resultCode: number): void {
  if (!isTerminalsMoney(asked)) return;
  asked.tx.terminalHeard.add(resultCode);
  asked.tx.everHeard.add(resultCode);
}

const isTerminalsMoney = ({ tx, keyId }: Asked): boolean => keyId === null && tx.rules.effect === 'money';

function note({ tx, keyId }: Asked, outcome: Outcome): void {
  if (outcome.kind === 'cut' && keyId === null) tx.mayHaveHeard = true;
  // Saved later, if at all: an approval then contradicts it.
  if (outcome.kind === 'error' && outcome.code === 'UNAVAILABLE' && keyId === null) {
    tx.mayHaveHeard = true;
    tx.everHeard.add(-9);
  }
  if (outcome.kind === 'answer' && tx.rules.effect !== 'advice') {
    tx.answers.add({ resultCode: outcome.resultCode, fields: outcome.fields });
    if (keyId === null) tx.terminalHeard.clear();
  }
  if (outcome.kind === 'error' && keyId === null && DEFAULTS.has(outcome.code)) {
    const code =
      outcome.resultCode ?? (outcome.code === 'IN_DOUBT' || outcome.code === 'DOWNSTREAM_TIMEOUT' ? -7 : -9);
    tx.terminalHeard.add(code);
    tx.everHeard.add(code);
  }
}

const DEFAULTS = new Set(['IN_DOUBT', 'DOWNSTREAM_TIMEOUT', 'DOWNSTREAM_INVALID', 'DOWNSTREAM_REFUSED']);

function verdictsOf(asked: Asked): readonly Verdict[] {
  const { tx, keyId, before, trouble } = asked;
  if (asked.refusal !== null) {
    const unread = trouble.isStoreDown ? unsaved(tx) : [];
    return [
      error(asked.refusal, [...before]),
      ...unread.map((verdict) => ({ ...verdict, after: [...before] })),
    ];
  }
  if (asked.isUnsaved) {
    // The directory is in memory, and a reversal that came first is read. Neither refusal saves anything.
    const { decline, blockers } = asked;
    const isReversed = tx.rules.effect === 'money' && blockers.possible;
    // A terminal's money call is saved before it hears anything, and hears again what it heard.
    if (isTerminalsMoney(asked))
      return [...unsaved(tx), ...[...before].map((state) => heardAgain(tx, state))];
    return [
      ...unsaved(tx),
      ...(isReversed ? [...before].map(reversedFirst) : []),
      ...(decline === null ? [] : [...before].map((state) => declined(decline, state))),
    ];
  }
  const isOfOther = keyId !== null && tx.keyId !== null && keyId !== tx.keyId;
  const other: Verdict = { ...OTHER_CALLER, after: [...before] };
  const cut: Verdict = {
    name: 'no reply',
    fits: ({ kind }) => kind === 'cut',
    after: UNKNOWN[tx.rules.effect],
  };
  const failed = [...(trouble.isKilled ? [cut] : []), ...(trouble.isStoreDown ? unsaved(tx) : [])];
  if (isOfOther && !before.has('absent') && asked.decline === null) return [other, ...failed];
  const states = asked.isShared ? sharedStates(asked) : before;
  const verdicts = [...states].flatMap((state) => ofState(asked, state));
  return [...verdicts, ...(isOfOther ? [other] : []), ...failed];
}

/** States that a call can meet beside others of its transaction, whose replies may not have come yet. */
function sharedStates({ tx, before }: Asked): ReadonlySet<State> {
  const isInDoubt = tx.rules.effect !== 'none' && tx.sends.some(({ end }) => end === 'doubt');
  return new Set<State>([
    ...before,
    ...tx.possible,
    'pending',
    ...(isInDoubt ? (['in_doubt'] as const) : []),
  ]);
}

const OTHER_CALLER: Verdict = {
  name: 'IDEMPOTENCY_CONFLICT request_id',
  fits: (outcome) =>
    outcome.kind === 'error' &&
    outcome.code === 'IDEMPOTENCY_CONFLICT' &&
    (outcome.field ?? 'request_id') === 'request_id',
  after: [],
};

/** States after a call whose process died. */
export const UNKNOWN: Readonly<Record<Transaction['rules']['effect'], readonly State[]>> = {
  none: ['absent', 'pending', 'answered', 'refused'],
  money: ['absent', 'pending', 'in_doubt', 'answered', 'refused', 'contradicted'],
  state: ['absent', 'pending', 'in_doubt', 'answered', 'refused'],
  advice: ['absent', 'pending', 'queued', 'in_doubt', 'answered', 'unmatched'],
};

function unsaved(tx: Transaction): readonly Verdict[] {
  return [
    {
      name: 'UNAVAILABLE',
      fits: (outcome) =>
        tx.rules.effect === 'advice'
          ? outcome.kind === 'not_accepted' || (outcome.kind === 'error' && outcome.code === 'UNAVAILABLE')
          : outcome.kind === 'error' && outcome.code === 'UNAVAILABLE',
      after: [...tx.possible, ...UNKNOWN[tx.rules.effect]],
    },
  ];
}

function ofState(asked: Asked, state: State): readonly Verdict[] {
  const { tx } = asked;
  const mayHear = tx.mayHaveHeard || tx.everHeard.size > 0 || asked.isShared;
  if (!isTerminalsMoney(asked) || !mayHear || state === 'absent') return ofRow(asked, state);
  const isCertain = tx.terminalHeard.size > 0 && !tx.mayHaveHeard && !asked.isShared && state !== 'pending';
  return [...(isCertain ? [] : ofRow(asked, state)), heardAgain(tx, state)];
}

/** Replies of a row, to a caller whose terminal has heard nothing. */
function ofRow(asked: Asked, state: State): readonly Verdict[] {
  const { tx, keyId, decline } = asked;
  const { effect, dedupes } = tx.rules;
  switch (state) {
    case 'absent':
    case 'refused':
      if (decline === null) return afterSending(asked, state);
      return [declined(decline, isTerminalsMoney(asked) ? 'refused' : state)];
    case 'pending':
      return [...afterSending(asked, state), ...joined(asked)];
    case 'answered': {
      const saved =
        effect === 'advice'
          ? adviceVerdicts(['answered'], true)
          : savedAnswers(tx).map((answer) => replay(answer, 'answered'));
      const again = keyId === null ? repeatedReply(tx, 'answered') : [givenBack('answered')];
      const closed = tx.wasContradicted ? again : [];
      return [
        ...saved,
        ...closed,
        ...(effect === 'none' && asked.mayBeStale ? afterSending(asked, state) : []),
      ];
    }
    case 'contradicted':
      return keyId === null ? repeatedReply(tx, 'contradicted') : [givenBack('contradicted')];
    case 'queued':
    case 'unmatched':
      return adviceVerdicts([state, 'answered', 'in_doubt', 'queued'], true);
    case 'in_doubt':
      if (effect === 'advice') return adviceVerdicts(['in_doubt', 'queued', 'answered'], true);
      return dedupes ? afterSending(asked, state) : stillInDoubt(tx);
  }
}

/** Nobody may have seen the answer yet that ended the doubt. */
function savedAnswers({ answers, sends }: Transaction): readonly Answer[] {
  return answers.size > 0 ? [...answers] : sends.flatMap(({ answer }) => answer ?? []);
}

function declined(resultCode: number, state: State): Verdict {
  return {
    name: `${String(resultCode)} of the directory`,
    fits: (outcome) => isAnswer(outcome, { resultCode, fields: { resultCode } }) && !outcome.replayed,
    after: [state],
    isOwnDecline: true,
  };
}

/** A terminal gets the first decline of its money call again. */
function heardAgain(tx: Transaction, after: State): Verdict {
  const isHeard = (code: number | null): boolean =>
    code === null || tx.mayHaveHeard || tx.everHeard.size === 0 || tx.everHeard.has(code);
  return {
    name: `what its terminal heard before (${[...tx.everHeard].join(', ')})`,
    fits: (outcome) =>
      (outcome.kind === 'error' && DEFAULTS.has(outcome.code) && isHeard(outcome.resultCode)) ||
      (outcome.kind === 'answer' && OWN_DECLINES.has(outcome.resultCode) && isHeard(outcome.resultCode)),
    after: [after],
    isOwnDecline: true,
  };
}

const OWN_DECLINES = new Set([-3, -4, -29]);

/** A backend hears no approval of money that goes back. */
function givenBack(after: State): Verdict {
  return {
    name: 'a decline, because the money goes back',
    fits: (outcome) => outcome.kind === 'answer' && outcome.resultCode < 0 && outcome.replayed,
    after: [after],
    isOwnDecline: true,
  };
}

function replay(answer: Answer, after: State): Verdict {
  return {
    name: `the saved answer ${String(answer.resultCode)} ${String(answer.fields['authorisation'] ?? '')}`,
    fits: (outcome) => isAnswer(outcome, answer) && outcome.replayed,
    after: [after],
  };
}

/** A terminal keeps getting the default reply that it got first. */
function repeatedReply(tx: Transaction, after: State): readonly Verdict[] {
  return [
    {
      name: `the reply that its terminal got before (${[...tx.everHeard].join(', ')})`,
      fits: (outcome) =>
        outcome.kind === 'error' &&
        DEFAULTS.has(outcome.code) &&
        (outcome.resultCode === null || tx.everHeard.size === 0 || tx.everHeard.has(outcome.resultCode)),
      after: [after],
    },
  ];
}

function stillInDoubt(tx: Transaction): readonly Verdict[] {
  // A late answer may have come since the model looked.
  return [
    error('IN_DOUBT', ['in_doubt']),
    ...tx.sends
      .filter(({ answer }) => answer !== null)
      .map(({ answer }) => replay(answer as Answer, 'answered')),
  ];
}

/** Joins a call that runs, and gets its outcome or, at its own deadline, the doubt. */
function joined({ tx, keyId, isJoinedLate }: Asked): readonly Verdict[] {
  if (tx.rules.effect === 'advice')
    return adviceVerdicts(['pending', 'queued', 'answered', 'in_doubt'], true);
  const answers = tx.sends.flatMap(({ answer }) => (answer === null ? [] : [replay(answer, 'answered')]));
  const ended: readonly State[] =
    tx.rules.effect === 'none' ? ['refused', 'pending'] : ['in_doubt', 'pending'];
  // The call that it joined has met a doubt or a refusal that was not saved before.
  const unusable = tx.sends.flatMap(({ end }) =>
    end === 'doubt' || end === 'refused'
      ? [error(end === 'doubt' ? 'DOWNSTREAM_INVALID' : 'DOWNSTREAM_REFUSED', [...ended, 'refused'])]
      : [],
  );
  const late = isJoinedLate ? [error('IN_DOUBT', ended), error('DOWNSTREAM_TIMEOUT', ended)] : [];
  // The call that it joined was approved, after its terminal got a decline.
  const isDenied = keyId !== null && tx.rules.effect === 'money' && isDisputed(tx) !== 'no';
  return [...answers, ...unusable, ...late, ...(isDenied ? [givenBack('contradicted')] : [])];
}

function reversedFirst(after: State): Verdict {
  return {
    name: '-3, because its reversal came first',
    fits: (outcome) => isAnswer(outcome, REVERSED_FIRST),
    after: [after],
    isOwnDecline: true,
  };
}

/** Verdicts of a call that may be sent now. */
function afterSending(asked: Asked, from: State): readonly Verdict[] {
  const { tx, sends, isLate, blockers } = asked;
  const isMoney = tx.rules.effect === 'money';
  const verdicts: Verdict[] = [];
  if (isMoney && blockers.possible && (sends.length === 0 || asked.isShared)) {
    const isSaved = isTerminalsMoney(asked) && from === 'absent';
    verdicts.push(reversedFirst(from === 'pending' || isSaved ? 'refused' : from));
  }
  if (isMoney && blockers.certain && !asked.isShared) return verdicts;
  const last = sends.at(-1);
  if (last !== undefined) verdicts.push(...ofSend(asked, last, from === 'in_doubt'));
  if (tx.rules.effect === 'advice') verdicts.push(...withheld(asked));
  else if ((isLate || asked.isClockSet) && (sends.length === 0 || asked.isShared)) {
    verdicts.push(...ofRefusal(tx, from === 'in_doubt'));
    // It may have been written, and not have arrived yet.
    if (isLate)
      verdicts.push(error('DOWNSTREAM_TIMEOUT', [tx.rules.effect === 'none' ? 'refused' : 'in_doubt']));
  }
  return verdicts;
}

/** A reversal that is not sent: its original was certainly not processed, or the gateway gave the money back itself. */
function withheld(asked: Asked): readonly Verdict[] {
  const { tx, sends, isLate, isClockSet } = asked;
  if (sends.length > 0) return [];
  if (asked.isWalletUnknown) return adviceVerdicts(['unmatched']);
  const { original } = tx;
  const isUnsent =
    original === undefined || (original !== null && maybe(original, 'refused', 'contradicted', 'answered'));
  const waits = isLate || isClockSet || (original != null && maybe(original, 'pending'));
  return [
    ...(isUnsent ? adviceVerdicts(['answered']) : []),
    ...(waits ? adviceVerdicts(['queued', 'pending']) : []),
  ];
}

function ofSend(asked: Asked, send: Send, wasInDoubt: boolean): readonly Verdict[] {
  const { tx, isLate } = asked;
  const { effect } = tx.rules;
  if (effect === 'advice') return ofAdvice(tx, send);
  const verdicts: Verdict[] = [];
  if (send.end === 'usable' && send.answer !== null) verdicts.push(...ofAnswer(asked, send.answer));
  if (send.end === 'refused') verdicts.push(...ofRefusal(tx, wasInDoubt));
  if (send.end === 'doubt')
    verdicts.push(error('DOWNSTREAM_INVALID', [effect === 'none' ? 'refused' : 'in_doubt']));
  if (isLate) verdicts.push(error('DOWNSTREAM_TIMEOUT', afterTimeout(tx, send)));
  return verdicts;
}

function ofAnswer({ tx, keyId }: Asked, answer: Answer): readonly Verdict[] {
  const isMoneyMoved = tx.rules.effect === 'money' && isApproved(answer);
  // A terminal's retransmission gets the approval itself, unless a reversal left before.
  const dispute = !isMoneyMoved ? 'no' : keyId === null ? tx.reversedEarly : isDisputed(tx);
  tx.answers.add(answer);
  const approved: Verdict = {
    name: `${String(answer.resultCode)} ${String(answer.fields['authorisation'] ?? '')}`,
    fits: (outcome) => isAnswer(outcome, answer),
    after: ['answered'],
  };
  const contradicted =
    keyId === null
      ? [error('IN_DOUBT', ['contradicted']), ...repeatedReply(tx, 'contradicted')]
      : [givenBack('contradicted')];
  return dispute === 'no' ? [approved] : dispute === 'yes' ? contradicted : [approved, ...contradicted];
}

function ofRefusal(tx: Transaction, wasInDoubt: boolean): readonly Verdict[] {
  return wasInDoubt && tx.rules.effect !== 'none'
    ? [error('IN_DOUBT', ['in_doubt'])]
    : [error('DOWNSTREAM_REFUSED', ['refused'])];
}

function afterTimeout(tx: Transaction, send: Send): readonly State[] {
  if (tx.rules.effect === 'none') return ['refused'];
  if (send.answer === null) return send.end === 'refused' ? ['in_doubt', 'refused'] : ['in_doubt'];
  return isApproved(send.answer) && tx.rules.effect === 'money'
    ? ['in_doubt', 'answered', 'contradicted']
    : ['in_doubt', 'answered'];
}

function ofAdvice(tx: Transaction, send: Send): readonly Verdict[] {
  const doubtful: State = tx.rules.dedupes ? 'queued' : 'in_doubt';
  // A queued advice is sent again at any time.
  const queued: readonly State[] = ['queued', 'answered', 'in_doubt'];
  if (send.end === 'usable' && send.answer !== null) {
    const { answer } = send;
    const fields: Verdict = {
      name: `${String(answer.resultCode)} ${String(answer.fields['authorisation'])}`,
      fits: (outcome) => answer.resultCode === 1 && isAnswer(outcome, answer),
      after: ['answered'],
    };
    return [fields, ...adviceVerdicts(['answered', doubtful])];
  }
  if (send.end === 'refused') return adviceVerdicts(queued);
  return adviceVerdicts(doubtful === 'queued' ? queued : ['in_doubt', 'queued', 'answered']);
}

/** An advice is never declined: 1, or the wallet service's own approval. */
function adviceVerdicts(after: readonly State[], isRepeat = false): readonly Verdict[] {
  return [
    {
      name: isRepeat ? '1 (replayed)' : '1',
      fits: (outcome) => outcome.kind === 'answer' && outcome.resultCode === ACCEPTED.resultCode,
      after,
    },
  ];
}

function error(code: string, after: readonly State[]): Verdict {
  return { name: code, fits: (outcome) => outcome.kind === 'error' && outcome.code === code, after };
}

function isAnswer(outcome: Outcome, answer: Answer): outcome is Extract<Outcome, { kind: 'answer' }> {
  if (outcome.kind !== 'answer' || outcome.resultCode !== answer.resultCode) return false;
  const names = Object.keys(answer.fields);
  return (
    names.length === Object.keys(outcome.fields).length &&
    names.every((name) => outcome.fields[name] === answer.fields[name])
  );
}
