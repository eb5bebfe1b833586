/** Tests what holds for every row and every fact (core: life). */
import {
  callerResultCode,
  type Fact,
  isDeclined,
  justClaimed,
  type Life,
  type Move,
  next,
  type State,
  terminalReply,
} from '../../../src/core/transactions/life.js';
import type { Effect } from '../../../src/core/transactions/methods.js';
import { isApproval } from '../../../src/core/transactions/result-codes.js';
import { answer, EARLIER_DECLINE, FACTS, row, toKey, toTerminal } from './life-rows.js';

const STATES: Readonly<Record<Effect, readonly State[]>> = {
  none: ['pending', 'answered', 'refused'],
  state: ['pending', 'answered', 'refused', 'in_doubt'],
  money: ['pending', 'answered', 'refused', 'in_doubt', 'contradicted'],
  advice: ['pending', 'answered', 'in_doubt', 'queued', 'unmatched'],
};

const REPLIES = [
  { repliedResultCode: null, terminalRepliedCode: null },
  EARLIER_DECLINE,
  { repliedResultCode: null, terminalRepliedCode: 1 },
  { repliedResultCode: -9, terminalRepliedCode: null },
];

const WORD = { replyReason: 'settled_by_operator' } as const;

const OTHERWISE: Partial<Record<State, readonly Partial<Life>[]>> = {
  queued: [{ isBeingSent: false }],
  answered: [{ resultCode: -41 }, WORD, { ...WORD, resultCode: -9 }],
};

/** The second attempt of every kind. */
const ROWS: readonly Life[] = Object.entries(STATES).flatMap(([effect, states]) =>
  states.flatMap((state) =>
    [{}, ...(OTHERWISE[state] ?? [])].flatMap((change) =>
      REPLIES.flatMap((replies) =>
        [null, 'key-1'].flatMap((keyId) =>
          [false, true].map((hasEarlyReversal) =>
            row(effect as Effect, state, { attempt: 2, keyId, hasEarlyReversal, ...replies, ...change }),
          ),
        ),
      ),
    ),
  ),
);

/** Returns this fact as that of the same, an earlier and a later attempt, each with every reply to its caller. */
function variantsOf(fact: Fact): readonly Fact[] {
  if (!('attempt' in fact)) return [fact];
  const attempts = [1, 2, 3].map((attempt) => ({ ...fact, attempt }));
  const replies = [{ reply: null }, toTerminal(-9), toTerminal(1, null), toKey(-9)];
  return fact.kind === 'withheld'
    ? attempts
    : attempts.flatMap((one) => replies.map((reply) => ({ ...one, ...reply }) as Fact));
}

interface Step {
  readonly given: Life;
  readonly fact: Fact;
  readonly move: Move;
  /** The row after it. */
  readonly to: Life;
}

const STEPS: readonly Step[] = ROWS.flatMap((given) =>
  Object.values(FACTS)
    .flatMap((fact) => variantsOf(typeof fact === 'function' ? fact(given) : fact))
    .flatMap((fact) => {
      const move = next(given, fact);
      return move === null ? [] : [{ given, fact, move, to: rowAfter(given, move) }];
    }),
);

function rowAfter(given: Life, { writes: _, ...change }: Move): Life {
  return { ...given, ...change, isBeingSent: false };
}

/** Returns the first steps that break the rule. */
const broken = (rule: (step: Step) => boolean): readonly Step[] =>
  STEPS.filter((step) => !rule(step)).slice(0, 3);

it('the same fact changes nothing a second time', () => {
  const isRepeatable = ({ to, fact }: Step): boolean => {
    const again = next(to, fact);
    return again === null || JSON.stringify(rowAfter(to, again)) === JSON.stringify(to);
  };
  expect(broken(isRepeatable)).toEqual([]);
});

it('the first reply to a terminal stays', () => {
  const isKept = ({ given, to }: Step): boolean =>
    terminalReply(given) === null || terminalReply(to) === terminalReply(given);
  expect(broken(isKept)).toEqual([]);
});

it('an approval of money is no plain answer where a terminal got a decline, or a reversal left', () => {
  const isPlain = ({ given, to, move }: Step): boolean => {
    const isAnswer = to.state === 'answered' && move.writes === 'outcome' && isApproval(to.resultCode ?? 0);
    return given.effect !== 'money' || !isAnswer || (!isDeclined(to) && !to.hasEarlyReversal);
  };
  expect(broken(isPlain)).toEqual([]);
});

it('only an operator ends a contradiction', () => {
  const isKept = ({ given, fact }: Step): boolean =>
    given.state !== 'contradicted' || fact.kind === 'operator';
  expect(broken(isKept)).toEqual([]);
});

it('only an approval of money is a contradiction', () => {
  const isRight = ({ to }: Step): boolean =>
    to.state !== 'contradicted' || (to.effect === 'money' && isApproval(to.resultCode ?? 0));
  expect(broken(isRight)).toEqual([]);
});

it('what was refused stays so', () => {
  const isKept = ({ given, move }: Step): boolean => given.state !== 'refused' || move.writes === 'reply';
  expect(broken(isKept)).toEqual([]);
});

it('an advice gets no error, and only an advice is withheld', () => {
  const isRight = ({ given, fact, to }: Step): boolean =>
    given.effect === 'advice' ? to.errorCode === null : fact.kind !== 'withheld';
  expect(broken(isRight)).toEqual([]);
});

it('a late answer does not change what the caller got, and a backend gets the answer to its last attempt', () => {
  const heard = (row: Life, fact: Fact): number | null => {
    const move = next(row, fact);
    return callerResultCode(move === null ? row : rowAfter(row, move));
  };
  const retried = { ...justClaimed({ effect: 'money', keyId: 'till' }), repliedResultCode: -9 };
  expect(heard(retried, answer(1))).toBe(1);
  const late = { ...retried, state: 'in_doubt', repliedResultCode: -7, failure: 'timeout' } as const;
  expect(heard(late, answer(1))).toBe(-7);
  expect(callerResultCode({ ...retried, repliedResultCode: null, failure: 'lease_ended' })).toBeNull();
});
