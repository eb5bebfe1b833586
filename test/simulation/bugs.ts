import { momentOf, shifted } from '../../src/core/moment.js';
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
        return Promise.resolve({ kind: 'claimed', attempt: 1, original: null, repeats: null });
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
    bug: (deps) => ({
      ...deps,
      downstream: {
        ...deps.downstream,
        send: async (call) => {
          const outcome = await deps.downstream.send(call);
          const deadline = shifted(momentOf(deps.clock), 2_000);
          return outcome.kind === 'timeout' ? deps.downstream.send({ ...call, deadline }) : outcome;
        },
      },
    }),
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
    bug: (deps) => ({
      ...silent(
        onSettle((input) => (input.state === 'contradicted' ? { ...input, state: 'answered' } : input))(deps),
      ),
      onContradicted: () => Promise.resolve(),
    }),
  },
  {
    name: 'keeps a contradiction to itself',
    breaks: 'contradiction_alerted',
    bug: silent,
  },
  {
    name: 'does not give back what a contradiction took',
    breaks: 'contradiction_reversed',
    bug: (deps) => ({ ...deps, onContradicted: () => Promise.resolve() }),
  },
  {
    name: 'does not keep what a terminal that waited in vain heard',
    breaks: 'contradiction_noticed',
    seedFrom: 1_101,
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
    name: "sends the terminal's reversal again after its own has taken its place",
    breaks: 'reversed_once',
    bug: (deps) => ({
      ...onLedger(() => ({ linked: () => Promise.resolve([]) }))(deps),
      reversesContradicted: false,
    }),
  },
  {
    name: 'does not give back what was reversed in vain, before it moved',
    breaks: 'given_back',
    bug: onLedger(() => ({ markEarly: () => Promise.resolve({ kind: 'marked' }) })),
  },
  {
    name: 'saves an approval although a reversal has left',
    breaks: 'given_back',
    bug: onLedger((ledger) => ({
      settle: (input) => ledger.settle({ ...input, unlessReversed: false }),
    })),
  },
  {
    name: 'sends a reversal of what is in doubt without a mark',
    breaks: 'given_back',
    bug: onLedger((ledger) => ({
      markEarly: async ({ originalRequestId }) => ({
        kind: 'not_in_doubt',
        original: asAnswered(await ledger.find(originalRequestId)),
      }),
    })),
  },
  {
    name: 'forgets the advices whose wallet was unknown',
    breaks: 'comes_to_rest',
    bug: onLedger((ledger) => ({
      requeue: async ({ requestId }) => ({ kind: 'lost', row: await ledger.find(requestId) }),
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

function asAnswered(row: TransactionRow | null): TransactionRow | null {
  return row === null ? null : { ...row, state: 'answered' };
}

function asOwn(row: TransactionRow, { keyId }: ClaimInput): TransactionRow {
  return { ...row, keyId };
}

function onLedger(change: (ledger: Ledger, deps: GatewayDeps) => Partial<Ledger>): Bug {
  return (deps) => ({ ...deps, ledger: { ...deps.ledger, ...change(deps.ledger, deps) } });
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
