import { momentOf, addMs } from '../../src/platform/clock.js';
import type {
  ApplyInput,
  ClaimInput,
  ClaimOutcome,
  Ledger,
  TransactionRow,
  TransactionSummary,
} from '../../src/use-cases/transactions/ledger-port.js';
import type { GatewayDeps } from './gateway.js';
import type { Invariant } from './invariants.js';
import type { Hardship } from './setting.js';
import type { Bug } from './simulate.js';

export interface PlantedBug {
  readonly name: string;
  readonly breaks: Invariant;
  readonly bug: Bug;
  /** First seed to try, for a mistake that few runs reveal. */
  readonly seedFrom?: number;
  /** Number of seeds to try. Left out, the usual number. */
  readonly seedsMax?: number;
  /** Hardships that reveal it. Left out, all but lost acknowledgements. */
  readonly hardships?: readonly Hardship[];
}

/** Mistakes that a developer could make in the use cases, and the invariant that each breaks. */
export const BUGS: readonly PlantedBug[] = [
  {
    name: 'forwards before the claim is durable',
    breaks: 'claimed_first',
    bug: onLedger((ledger, { timer }) => ({
      claim: (input) => {
        void timer
          .wait(20)
          .done.then(() => ledger.claim(input))
          .catch(() => undefined);
        return Promise.resolve({ kind: 'claimed', attempt: 1, original: null });
      },
    })),
  },
  {
    name: 'answers although the settlement is lost',
    breaks: 'heard_is_saved',
    bug: onApply((input) => (input.fact.kind === 'answer' ? null : input)),
  },
  {
    name: 'leaves a row pending when its settlement is lost and its lease never ends',
    breaks: 'comes_to_rest',
    bug: onLedger(() => ({ expireLeases: () => Promise.resolve([]) })),
  },
  {
    name: 'replays to another caller',
    breaks: 'own_answer',
    bug: onLedger((ledger) => ({
      claim: async (input) => {
        const outcome = await ledger.claim(input);
        return outcome.kind === 'existing' ? { kind: 'existing', row: asOwn(outcome.row, input) } : outcome;
      },
    })),
  },
  {
    name: 'sends again after a timeout',
    breaks: 'moved_once',
    bug: onDeps((deps) => ({
      ...deps,
      downstream: {
        ...deps.downstream,
        send: async (call) => {
          const outcome = await deps.downstream.send(call);
          const deadline = addMs(momentOf(deps.clock), 2_000);
          return outcome.kind === 'timeout' ? deps.downstream.send({ ...call, deadline }) : outcome;
        },
      },
    })),
  },
  {
    name: 'lets a Deduct overtake its reversal',
    breaks: 'reversed_first',
    bug: onLedger((ledger) => ({
      claim: (input) => ledger.claim({ ...input, reversedBy: [] }),
      reclaim: (input) => ledger.reclaim({ ...input, reversedBy: [] }),
    })),
  },
  {
    name: 'lets a reversal overtake its Deduct',
    breaks: 'reversal_waits',
    bug: onLedger((ledger) => ({
      claim: async (input) => {
        const outcome = await ledger.claim(input);
        if (outcome.kind !== 'claimed' || outcome.original === null) return outcome;
        return { ...outcome, original: { ...outcome.original, state: 'answered' } };
      },
    })),
  },
  {
    name: 'loses an advice that was to be sent again',
    breaks: 'advice_kept',
    bug: onApply((input) => {
      const { fact, claimed } = input;
      const isAgain = 'attempt' in fact && claimed?.effect === 'advice' && fact.kind !== 'answer';
      if (!isAgain) return input;
      return { ...input, fact: { kind: 'withheld', attempt: fact.attempt, as: 'original_not_processed' } };
    }),
  },
  {
    name: 'does not notice a contradiction',
    breaks: 'contradiction_noticed',
    bug: both(
      onApply((input) => {
        if (input.fact.kind === 'told') return null;
        return 'reply' in input.fact ? { ...input, fact: { ...input.fact, reply: null } } : input;
      }),
      onDeps((deps) => ({ ...silent(deps), ownReversal: () => Promise.resolve(null) })),
    ),
  },
  {
    name: 'keeps a contradiction to itself',
    breaks: 'contradiction_alerted',
    bug: onDeps(silent),
  },
  {
    name: 'does not give back what a contradiction took',
    breaks: 'contradiction_reversed',
    bug: onDeps((deps) => ({ ...deps, ownReversal: () => Promise.resolve(null) })),
  },
  {
    name: 'does not keep what a terminal that waited in vain heard',
    breaks: 'contradiction_noticed',
    seedFrom: 661,
    bug: onApply((input) => (input.fact.kind === 'told' ? null : input)),
  },
  {
    name: "gives money back twice, by the terminal's reversal and by its own",
    breaks: 'reversed_once',
    seedFrom: 91,
    bug: both(
      onApply(({ ownReversal, ...input }) => {
        const isMade = typeof ownReversal === 'object' && ownReversal !== null;
        return { ...input, ownReversal: isMade ? { ...ownReversal, rivals: [] } : (ownReversal ?? null) };
      }),
      onLedger(() => ({ linked: () => Promise.resolve([]) })),
    ),
  },
  {
    name: "sends the terminal's reversal again after its own has taken its place",
    breaks: 'reversed_once',
    seedFrom: 91,
    bug: both(
      onLedger(() => ({ linked: () => Promise.resolve([]) })),
      onDeps((deps) => ({ ...deps, reversesContradicted: false })),
    ),
  },
  {
    name: 'does not give back what was reversed in vain, before it moved',
    breaks: 'given_back',
    seedFrom: 551,
    bug: onLedger(() => ({ markEarly: () => Promise.resolve({ kind: 'marked' }) })),
  },
  {
    name: 'sends a reversal of what is in doubt without a mark',
    breaks: 'given_back',
    seedFrom: 301,
    bug: onLedger((ledger) => ({
      markEarly: async ({ originalRequestId }) => ({
        kind: 'not_in_doubt',
        original: asAnswered(await ledger.find(originalRequestId)),
      }),
    })),
  },
  {
    name: 'tells who handed over an advice that another process took over that it is in doubt',
    breaks: 'advice_never_declined',
    seedFrom: 81,
    bug: onLedger((ledger) => ({
      apply: async (input) => {
        const applied = await ledger.apply(input);
        if (applied.kind !== 'unmoved') return applied;
        return { kind: 'unmoved', row: { ...applied.row, effect: 'money' } };
      },
    })),
  },
  {
    name: 'makes up a decline for what is in doubt',
    breaks: 'no_made_up_answer',
    bug: onApply((input) => {
      if (input.fact.kind !== 'doubt') return input;
      const { attempt } = input.fact;
      return { ...input, fact: { kind: 'answer', attempt, reply: null, resultCode: -9 } };
    }),
  },
  {
    name: 'takes a date for proven that stands beside a zone which the checksum does not cover',
    breaks: 'proven_only',
    hardships: ['captured_calls'],
    bug: { broken: { provesDates: false } },
  },
  {
    name: 'makes two transactions of one checksum, as if a backend with a key had called',
    breaks: 'moved_once',
    hardships: ['captured_calls'],
    bug: both(
      { broken: { provesDates: false } },
      onLedger((ledger) => ({ claim: (input) => ledger.claim({ ...input, keyId: input.keyId ?? 'none' }) })),
    ),
  },
  {
    name: 'keeps a reversal to itself whose original it does not know',
    breaks: 'given_back',
    hardships: ['loose_reversals'],
    bug: onLedger((ledger) => ({ claim: (input) => claimKnownOnly(ledger, input) })),
  },
  {
    name: 'lets a Deduct overtake a reversal that names it by another second',
    breaks: 'reversed_first',
    hardships: ['loose_reversals'],
    bug: onLedger((ledger) => ({ claim: (input) => claimUnlessExact(ledger, input) })),
  },
  {
    name: 'blocks a Deduct by a reversal of days ago that has its id',
    breaks: 'only_own_reversal_blocks',
    hardships: ['loose_reversals'],
    bug: onLedger((ledger) => ({
      claim: async (input) => {
        const by = await namesake(ledger, input);
        return by === undefined ? ledger.claim(input) : { kind: 'reversed', by: by.requestId };
      },
    })),
  },
  {
    name: 'keeps replies to terminals only for rows that terminals made',
    breaks: 'contradiction_noticed',
    seedFrom: 661,
    bug: onLedger((ledger) => ({
      async apply(input) {
        const row = await ledger.find(input.requestId);
        if (row === null || row.keyId === null || input.fact.kind !== 'told') return ledger.apply(input);
        return { kind: 'moved', state: row.state, row };
      },
    })),
  },
  {
    name: 'ends a lease by the clock of the asking process',
    breaks: 'others_undisturbed',
    hardships: ['skew'],
    bug: { broken: { storeHasClock: false } },
  },
  {
    name: 'ends the lease of a call that it is making itself',
    breaks: 'others_undisturbed',
    bug: onLedger((ledger) => ({
      expireLeases: (input) => ledger.expireLeases({ ...input, running: () => [] }),
    })),
  },
  {
    name: 'writes the first byte without another look at deadline and claim',
    breaks: 'sent_in_time',
    hardships: ['late_connections', 'freezes', 'steps', 'skew'],
    seedFrom: 381,
    bug: { broken: { looksAgain: false } },
  },
  {
    name: "holds the terminal's reversal, which moved nothing, for a reason not to give money back by its own",
    breaks: 'given_back',
    seedFrom: 301,
    bug: onLedger((ledger) => ({
      claim: async (input) => {
        const by = input.channel === 'gateway' ? await rival(ledger, input) : undefined;
        return by === undefined ? ledger.claim(input) : { kind: 'reversed', by: by.requestId };
      },
    })),
  },
  {
    name: 'never sends an advice whose wallet was unknown',
    breaks: 'advice_delivered',
    hardships: ['new_wallets'],
    bug: onLedger(() => ({ requeue: () => Promise.resolve({ kind: 'lost', row: null }) })),
  },
  {
    name: 'leaves the running calls of a previous process to their leases',
    breaks: 'taken_over_at_start',
    hardships: [],
    seedFrom: 121,
    bug: onLedger(() => ({ takeOver: () => Promise.resolve([]) })),
  },
  {
    name: 'counts a deadline by the clock on the wall alone',
    breaks: 'sent_in_time',
    hardships: ['steps', 'freezes', 'late_connections'],
    seedFrom: 491,
    bug: { broken: { countsSteadily: false } },
  },
  {
    name: 'acknowledges into a file that is gone',
    breaks: 'heard_is_saved',
    hardships: ['lost_file'],
    bug: { broken: { noticesLostFile: false } },
  },
  {
    name: 'takes money again after what it acknowledged into a file that was gone',
    breaks: 'moved_once',
    hardships: ['lost_file'],
    seedFrom: 51,
    seedsMax: 3_000,
    bug: { broken: { noticesLostFile: false } },
  },
  {
    name: 'alerts only to ended leases whose commit was acknowledged',
    breaks: 'doubt_alerted',
    hardships: ['lost_acknowledgements'],
    bug: onLedger((ledger) => ({
      async expireLeases({ ending, ...input }) {
        const rows = await ledger.expireLeases(input);
        ending?.(rows);
        return rows;
      },
    })),
  },
];

function silent(deps: GatewayDeps): GatewayDeps {
  return {
    ...deps,
    observer: {
      ...deps.observer,
      alert: (alert, about) => {
        if (alert !== 'transaction_contradicted') deps.observer.alert(alert, about);
      },
    },
  };
}

function asAnswered(row: TransactionRow | null): TransactionRow | null {
  return row === null ? null : { ...row, state: 'answered' };
}

function asOwn(row: TransactionRow, { keyId }: ClaimInput): TransactionRow {
  return { ...row, keyId };
}

function onLedger(change: (ledger: Ledger, deps: GatewayDeps) => Partial<Ledger>): Bug {
  return onDeps((deps) => ({ ...deps, ledger: { ...deps.ledger, ...change(deps.ledger, deps) } }));
}

function onDeps(deps: (deps: GatewayDeps) => GatewayDeps): Bug {
  return { deps };
}

function both(one: Bug, other: Bug): Bug {
  const change = (deps: GatewayDeps): GatewayDeps => {
    const changed = one.deps?.(deps) ?? deps;
    return other.deps?.(changed) ?? changed;
  };
  return { deps: change, broken: { ...one.broken, ...other.broken } };
}

/** Answers a reversal without an original in the ledger, and does not forward it. */
async function claimKnownOnly(ledger: Ledger, input: ClaimInput): Promise<ClaimOutcome> {
  const outcome = await ledger.claim(input);
  const isStray = outcome.kind === 'claimed' && outcome.original === null && input.reverses.length > 0;
  if (!isStray || input.state === 'unmatched') return outcome;
  const { requestId } = input;
  const fact = { kind: 'withheld', attempt: outcome.attempt, as: 'original_not_processed' } as const;
  const applied = await ledger.apply({ requestId, fact, atMs: input.receivedAtMs });
  return applied.kind === 'moved' && applied.row !== null ? { kind: 'existing', row: applied.row } : outcome;
}

async function claimUnlessExact(ledger: Ledger, input: ClaimInput): Promise<ClaimOutcome> {
  const outcome = await ledger.claim(input);
  if (outcome.kind !== 'reversed' || input.channel === 'gateway') return outcome;
  const by = await ledger.find(outcome.by);
  return by?.referenceDate === input.transactionDate ? outcome : ledger.claim({ ...input, reversedBy: [] });
}

/** Returns a reversal that names the id of this transaction, whatever its date. */
async function namesake(ledger: Ledger, input: ClaimInput): Promise<TransactionSummary | undefined> {
  const rows = await rowsOf(ledger, input);
  return rows.find(
    (row) => input.reversedBy.includes(row.methodName) && row.referenceId === input.transactionId,
  );
}

/** Returns another reversal of the same original. */
async function rival(ledger: Ledger, input: ClaimInput): Promise<TransactionSummary | undefined> {
  const rows = await rowsOf(ledger, input);
  return rows.find((row) => row.channel !== 'gateway' && row.referenceId === input.referenceId);
}

async function rowsOf(ledger: Ledger, { terminalId }: ClaimInput): Promise<readonly TransactionSummary[]> {
  const { rows } = await ledger.list({ filter: { terminalId }, first: 100 });
  return rows;
}

/** Changes facts. Null loses the fact without a report. */
function onApply(change: (input: ApplyInput) => ApplyInput | null): Bug {
  return onLedger((ledger) => ({
    apply: async (input) => {
      const changed = change(input);
      if (changed !== null) return ledger.apply(changed);
      const row = await ledger.find(input.requestId);
      return row === null ? { kind: 'gone' } : { kind: 'moved', state: row.state, row: null };
    },
  }));
}
