import type { ClaimInput, Ledger, SettleInput, TransactionRow } from '../../src/usecase/ports.js';
import type { GatewayDeps } from './gateway.js';
import type { Invariant } from './invariants.js';
import type { Bug } from './simulate.js';

export interface PlantedBug {
  readonly name: string;
  readonly breaks: Invariant;
  readonly bug: Bug;
  /** Where to begin to look, for a mistake that few runs bring to light. */
  readonly seedFrom?: number;
}

/** Mistakes that somebody could make in the use cases, and the invariant that each of them breaks. */
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
    bug: onSettle((input) => (input.state === 'answered' ? null : input)),
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
          const deadlineMs = deps.clock.nowMs() + 2_000;
          return outcome.kind === 'timeout' ? deps.downstream.send({ ...call, deadlineMs }) : outcome;
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
    bug: onSettle((input) =>
      input.state === 'queued'
        ? { ...input, state: 'answered', resultCode: 1, nextAttemptAtMs: null }
        : input,
    ),
  },
  {
    name: 'does not notice a contradiction',
    breaks: 'contradiction_noticed',
    bug: both(
      onSettle((input) => (input.state === 'contradicted' ? { ...input, state: 'answered' } : input)),
      onDeps((deps) => ({ ...silent(deps), onContradicted: () => Promise.resolve() })),
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
    bug: onDeps((deps) => ({ ...deps, onContradicted: () => Promise.resolve() })),
  },
  {
    name: 'does not keep what a terminal that waited in vain heard',
    breaks: 'contradiction_noticed',
    seedFrom: 601,
    bug: onLedger(() => ({ tell: () => Promise.resolve({ kind: 'told' }) })),
  },
  {
    name: "gives money back twice, by the terminal's reversal and by its own",
    breaks: 'reversed_once',
    bug: onLedger((ledger) => ({
      claim: (input) => ledger.claim({ ...input, rivals: [] }),
      linked: () => Promise.resolve([]),
    })),
  },
  {
    name: 'tells who handed over an advice that another process took over that it is in doubt',
    breaks: 'advice_never_declined',
    bug: onLedger((ledger) => ({
      settle: async (input) => {
        const outcome = await ledger.settle(input);
        return outcome.kind === 'lost' ? { kind: 'lost', row: null } : outcome;
      },
    })),
  },
  {
    name: 'makes up a decline for what is in doubt',
    breaks: 'no_made_up_answer',
    bug: onSettle((input) =>
      input.state === 'in_doubt'
        ? { ...input, state: 'answered', resultCode: -9, answer: '{"response":{"resultCode":-9}}' }
        : input,
    ),
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
  return { deps: (deps) => other.deps?.(one.deps?.(deps) ?? deps) ?? deps };
}

/** Null: the settlement is lost, and nobody is told. */
function onSettle(change: (input: SettleInput) => SettleInput | null): Bug {
  return onLedger((ledger) => ({
    settle: (input) => {
      const changed = change(input);
      return changed === null ? Promise.resolve({ kind: 'settled' }) : ledger.settle(changed);
    },
  }));
}
