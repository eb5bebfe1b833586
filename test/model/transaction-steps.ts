/** Steps that call: new calls, repeated ones, reversals, late answers, operators. */
import fc from 'fast-check';
import { askGraphQL, type Call } from '../support/channels/index.js';
import { until } from '../life/until.js';
import {
  channelFor,
  isRepeatable,
  MANNERS,
  NEW_CALL,
  PRINCIPALS,
  reversalOf,
  small,
  transactionOf,
  zoned,
  ZONES,
  type NewCall,
} from './calls.js';
import { look, lookAndNarrow, readAs, widen } from './looks.js';
import { describe, Violation } from './outcome.js';
import {
  callAndJudge,
  declineOf,
  exchange,
  keyFor,
  note,
  refusalOf,
  script,
  terminalOf,
  throwViolations,
  type Principal,
  type Run,
} from './run.js';
import { pick, steps } from './steps.js';
import {
  blockersOf,
  isApproved,
  maybe,
  only,
  statesOfApproval,
  type State,
  type Transaction,
} from './transaction.js';
import type { Manner, Send } from './wallet-service.js';
import { OPERATOR } from './world.js';

export const TRANSACTION_STEPS = [
  steps(12, {
    name: 'call',
    args: fc.record({ call: NEW_CALL, manner: MANNERS }),
    async run(run, { call, manner }) {
      await callNew(run, call, manner);
    },
  }),
  steps(5, {
    name: 'call and wait for nothing',
    args: fc.record({ call: NEW_CALL }),
    async run(run, { call }) {
      const tx = transactionOf(run, call);
      if (!isRepeatable(run, tx, call.principal)) return refusedForBinding(run, tx, call);
      if (!only(tx, 'absent') || tx.sends.length > 0 || tx.inFlight > 0) return;
      script(tx, 'hold');
      beside(run, () =>
        callAndJudge(run, {
          tx,
          channel: channelFor(call.principal, call.channel),
          principal: call.principal,
        }),
      );
      await until('the call has arrived or ended', () => tx.sends.length > 0 || tx.inFlight === 0);
    },
  }),
  steps(12, {
    name: 'repeat',
    args: fc.record({
      of: small,
      principal: PRINCIPALS,
      channel: fc.nat({ max: 1 }),
      manner: MANNERS,
      isBeside: fc.boolean(),
      zone: ZONES,
      times: fc.constantFrom(1, 1, 1, 3),
    }),
    fits: (run, { of, principal }) =>
      run.transactions.length > 0 && isRepeatable(run, pick(run.transactions, of), principal),
    async run(run, { of, principal, channel, manner, isBeside, zone, times }) {
      const unprocessed = run.transactions.filter(
        (one) => only(one, 'refused') && isRepeatable(run, one, principal),
      );
      if (times > 1 && unprocessed.length > 0)
        return raceFor(run, pick(unprocessed, of), { channel, principal, manner, times });
      const tx = pick(run.transactions, of);
      widen(run, tx);
      const isJoining = tx.inFlight > 0;
      script(tx, manner);
      const call = () =>
        callAndJudge(run, {
          tx,
          call: principal === 'terminal' ? zoned(tx, zone) : tx.call,
          channel: channelFor(principal, channel),
          principal,
        });
      if (isBeside && isJoining) beside(run, call);
      else await call();
    },
  }),
  steps(4, {
    name: 'race',
    args: fc.record({ call: NEW_CALL, times: fc.integer({ min: 2, max: 4 }), manner: MANNERS }),
    async run(run, { call, times, manner }) {
      const tx = transactionOf(run, call);
      if (!only(tx, 'absent')) return;
      if (!isRepeatable(run, tx, call.principal)) return;
      await raceFor(run, tx, { ...call, manner, times });
    },
  }),
  steps(7, {
    name: 'reverse',
    args: fc.record({
      of: small,
      principal: PRINCIPALS,
      channel: fc.nat({ max: 1 }),
      manner: fc.oneof(
        { weight: 5, arbitrary: MANNERS },
        { weight: 1, arbitrary: fc.constant<Manner>('hold') },
      ),
      seconds: fc.constantFrom(0, 0, 0, 1, 7200, 100_000),
    }),
    fits: (run, { of }) => reversible(run).length > 0 && pick(reversible(run), of) !== undefined,
    async run(run, { of, principal, channel, manner, seconds }) {
      const original = pick(reversible(run), of);
      widen(run, original);
      const reversal = reversalOf(run, original, principal, seconds);
      if (!isRepeatable(run, reversal, principal)) return;
      script(reversal, manner);
      const call = () =>
        callAndJudge(run, { tx: reversal, channel: channelFor(principal, channel), principal });
      if (original.inFlight === 0 && manner !== 'hold') {
        await call();
        return;
      }
      beside(run, call);
      // A later call with the same id would make its original another one, if it were saved first.
      const isSaved = async (): Promise<boolean> =>
        reversal.inFlight === 0 || (await look(run, reversal)).state !== 'absent';
      await until('the reversal is saved or has ended', isSaved);
    },
  }),
  steps(3, {
    name: 'reverse before it is made',
    args: fc.record({ call: NEW_CALL, principal: PRINCIPALS, channel: fc.nat({ max: 1 }), manner: MANNERS }),
    async run(run, { call, principal, channel, manner }) {
      const tx = transactionOf(run, { ...call, method: call.amount % 2 === 0 ? 'Deduct' : 'LoadAuth' });
      if (!only(tx, 'absent')) return;
      const reversal = reversalOf(run, tx, principal, 0);
      if (!isRepeatable(run, reversal, principal)) return;
      script(reversal, manner);
      await callAndJudge(run, { tx: reversal, channel: channelFor(principal, channel), principal });
    },
  }),
  steps(1, {
    name: 'reverse a refused call, and repeat it',
    args: fc.record({ call: NEW_CALL, method: fc.constantFrom('Deduct', 'LoadAuth') }),
    async run(run, { call, method }) {
      const { principal } = call;
      const channel = channelFor(principal, call.channel);
      const tx = transactionOf(run, { ...call, method });
      if (!only(tx, 'absent') || !isRepeatable(run, tx, principal)) return;
      script(tx, 'refuse403');
      await callAndJudge(run, { tx, channel, principal });
      const reversal = reversalOf(run, tx, principal, 0);
      if (!isRepeatable(run, reversal, principal)) return;
      await callAndJudge(run, { tx: reversal, channel, principal });
      widen(run, tx);
      script(tx, 'approve');
      await callAndJudge(run, { tx, channel, principal });
    },
  }),
  steps(6, {
    name: 'end a held call',
    args: fc.record({ of: small, manner: MANNERS }),
    fits: (run) => held(run).length > 0,
    async run(run, { of, manner }) {
      await endHeld(run, pick(held(run), of), manner);
    },
  }),
  steps(3, {
    name: 'reverse a held call in doubt, and end it',
    args: fc.record({ of: small, principal: PRINCIPALS, channel: fc.nat({ max: 1 }), manner: MANNERS }),
    fits: (run) => heldMoney(run).length > 0,
    async run(run, { of, principal, channel, manner }) {
      const tx = pick(heldMoney(run), of);
      await until('the held call has timed out', () => tx.inFlight === 0);
      widen(run, tx);
      const reversal = reversalOf(run, tx, principal, 0);
      if (!isRepeatable(run, reversal, principal)) return;
      await callAndJudge(run, { tx: reversal, channel: channelFor(principal, channel), principal });
      await endHeld(run, tx, manner);
    },
  }),
  steps(3, {
    name: 'answer after the deadline',
    args: fc.record({
      call: NEW_CALL,
      method: fc.constantFrom('Deduct', 'LoadAuth'),
      again: fc.option(fc.constantFrom<Manner>('cut', 'cutMoved', 'half', 'error500'), { freq: 2 }),
      decision: fc.constantFrom(null, null, null, 1, -9),
      manner: fc.constantFrom<Manner>('approve', 'partial', 'partial', 'decline'),
    }),
    async run(run, { call, method, ...then }) {
      await answerLate(run, { ...call, method }, then);
    },
  }),
  steps(1, {
    name: 'let held calls time out',
    args: fc.constant(null),
    fits: (run) => run.inFlight.size > 0,
    async run(run) {
      await Promise.all(run.inFlight);
    },
  }),
  steps(6, {
    name: 'read',
    args: fc.record({
      of: small,
      reader: fc.constantFrom<Principal | 'operator' | 'foreign'>(
        'client',
        'other',
        'bound',
        'operator',
        'foreign',
        'integrator',
        'network',
        'terminal',
      ),
      isGraphQL: fc.boolean(),
    }),
    fits: (run) => run.transactions.length > 0,
    async run(run, { of, reader, isGraphQL }) {
      await readAs(run, pick(run.transactions, of), reader, isGraphQL);
    },
  }),
  steps(3, {
    name: 'settle by operator',
    args: fc.record({ of: small, code: fc.constantFrom(1, 1, -9) }),
    fits: (run) => run.transactions.some(({ inFlight }) => inFlight === 0),
    async run(run, { of, code }) {
      const open = run.transactions.filter((tx) => tx.inFlight === 0);
      const likely = open.filter((tx) => maybe(tx, 'in_doubt', 'contradicted', 'unmatched'));
      await settle(run, pick(likely.length > 0 ? likely : open, of), code);
    },
  }),
  steps(4, {
    name: 'change and repeat',
    args: fc.record({
      of: small,
      change: fc.constantFrom<Change>('amount', 'narrative', 'shift', 'checksum'),
      channel: fc.nat({ max: 1 }),
    }),
    fits: (run) => run.transactions.some((tx) => isChangeable(run, tx)),
    async run(run, { of, change, channel }) {
      const tx = pick(
        run.transactions.filter((one) => isChangeable(run, one)),
        of,
      );
      // The checksum of a call with a key says nothing about other fields.
      if (change === 'shift' && tx.keyId !== null) return;
      await changeAndRepeat(run, tx, change, channel);
    },
  }),
];

/** Starts a call that runs beside the next steps. What it finds is thrown by a later one. */
export function beside(run: Run, call: () => Promise<unknown>): void {
  const running: Promise<void> = call()
    .then(() => undefined)
    .catch((error: unknown) => {
      run.world.violations.push(error as Violation);
    })
    .finally(() => run.inFlight.delete(running));
  run.inFlight.add(running);
}

/** Calls several times at once, on all nodes. */
async function raceFor(
  run: Run,
  tx: Transaction,
  args: Pick<NewCall, 'channel' | 'principal'> & { readonly manner: Manner; readonly times: number },
): Promise<void> {
  const { channel: first, principal, manner, times } = args;
  script(tx, manner, manner, manner, manner);
  const channels = Array.from({ length: times }, (_, index) => channelFor(principal, first + index));
  await Promise.all(channels.map((channel, node) => callAndJudge(run, { tx, channel, principal, node })));
  await lookAndNarrow(run, tx);
}

export async function callNew(run: Run, call: NewCall, manner: Manner): Promise<void> {
  const tx = transactionOf(run, call);
  if (!isRepeatable(run, tx, call.principal)) return refusedForBinding(run, tx, call);
  widen(run, tx);
  script(tx, manner);
  await callAndJudge(run, {
    tx,
    call: call.principal === 'terminal' ? zoned(tx, call.zone) : tx.call,
    channel: channelFor(call.principal, call.channel),
    principal: call.principal,
  });
}

/** A bound key may call for its own terminal only. */
async function refusedForBinding(run: Run, tx: Transaction, { principal, channel }: NewCall): Promise<void> {
  if (principal !== 'bound' || terminalOf(run, tx.call) === run.terminals[0]) return;
  const outcome = await exchange(run.world.url(), channelFor(principal, channel), tx.call, run.boundKey.key);
  note(run, `  ${tx.name} by ${principal} -> ${describe(outcome)}`);
  const code = run.isBoundKeyRevoked ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  const got = outcome.kind === 'error' ? outcome.code : outcome.kind;
  // The key cannot be read. A terminal keeps an advice that was not accepted.
  const isUnread = run.trouble.isStoreDown && (got === 'UNAVAILABLE' || got === 'not_accepted');
  if (!isUnread && got !== code)
    throw new Violation(`The bound key called for another terminal and got ${describe(outcome)}.`);
}

export const reversible = (run: Run): Transaction[] =>
  run.transactions.filter(({ rules, ownReversalOf }) => rules.effect === 'money' && ownReversalOf === null);

export const held = (run: Run): Transaction[] =>
  run.transactions.filter(({ sends }) => sends.some(({ end }) => end === 'open'));

const heldMoney = (run: Run): Transaction[] =>
  held(run).filter(({ rules, ownReversalOf }) => rules.effect === 'money' && ownReversalOf === null);

/** A call timed out. These things happen before the wallet service answers its first attempt. */
interface Meanwhile {
  /** It is made again, to no avail. */
  readonly again: Manner | null;
  /** An operator settles it. */
  readonly decision: number | null;
  readonly manner: Manner;
}

async function answerLate(run: Run, call: NewCall, { again, decision, manner }: Meanwhile): Promise<void> {
  const { principal } = call;
  const tx = transactionOf(run, call);
  if (!only(tx, 'absent') || !isRepeatable(run, tx, principal)) return;
  const make = () => callAndJudge(run, { tx, channel: channelFor(principal, call.channel), principal });
  script(tx, 'hold');
  beside(run, make);
  await until('the call has ended', () => tx.inFlight === 0);
  throwViolations(run);
  widen(run, tx);
  script(tx, again ?? 'approve');
  if (again !== null) await make();
  if (decision !== null) await settle(run, tx, decision);
  await endHeld(run, tx, manner);
}

async function endHeld(run: Run, tx: Transaction, manner: Manner): Promise<void> {
  const open = tx.sends.filter(({ end }) => end === 'open');
  for (const send of open) send.release(manner);
  await until('the held call has ended', () => tx.sends.every(({ end }) => end !== 'open'));
  note(run, `  the wallet service ends ${tx.name} with ${manner}`);
  if (tx.inFlight === 0) await settledLate(run, tx, open);
}

/** A late answer settles the doubt by itself, also one to an earlier attempt. */
async function settledLate(run: Run, tx: Transaction, ended: readonly Send[]): Promise<void> {
  const usable = ended.findLast(({ answer }) => answer !== null);
  if (usable?.answer == null || tx.rules.effect === 'none' || !maybe(tx, 'in_doubt', 'pending', 'queued'))
    return;
  if (run.trouble.isKilled) return;
  await until(
    `the late answer settles ${tx.name}`,
    async () => !['in_doubt', 'pending', 'queued'].includes((await look(run, tx)).state),
  );
  widen(run, tx);
  const isMoneyMoved = tx.rules.effect === 'money' && isApproved(usable.answer);
  tx.answers.add(usable.answer);
  // A reversal that waits may have left just before the answer came, and not have arrived yet.
  const mayBeReversed =
    isMoneyMoved && blockersOf(run.transactions, tx).some((one) => maybe(one, ...LEAVING));
  tx.possible = new Set<State>([
    ...(isMoneyMoved ? statesOfApproval(tx) : (['answered'] as const)),
    ...(mayBeReversed ? (['contradicted'] as const) : []),
  ]);
  note(run, `  ${tx.name} is ${await lookAndNarrow(run, tx)}`);
}

/** States of an advice that may leave at any moment. */
const LEAVING: readonly State[] = ['pending', 'queued', 'unmatched'];

/** States that an operator can settle. */
const OPEN_STATES: readonly State[] = ['in_doubt', 'queued', 'unmatched', 'contradicted'];

async function settle(run: Run, tx: Transaction, code: number): Promise<void> {
  widen(run, tx);
  const query =
    'mutation($input: SettleTransactionInput!) { settleTransaction(input: $input) { transaction { state } } }';
  const input = { requestId: tx.requestId, resultCode: code, reason: 'the model' };
  // A reversal that was accepted leaves at any moment.
  const mayBeReversed =
    code > 0 && tx.rules.effect === 'money' && blockersOf(run.transactions, tx).length > 0;
  const allowed = [...outcomesOfSettling(tx, code), ...(mayBeReversed ? ['contradicted'] : [])];
  const settled = [...tx.possible].filter((state) => OPEN_STATES.includes(state));
  const wasContradicted = settled.every((state) => state === 'contradicted');
  const wasSettled = tx.settledByOperator;
  // The gateway's reversal may leave before the operator's reply is here.
  tx.settledByOperator = true;
  const { data, errors } = await askGraphQL<{ settleTransaction: { transaction: { state: string } } }>(
    run.world.url(),
    query,
    {
      variables: { input },
      key: OPERATOR,
    },
  );
  const got =
    errors[0]?.extensions.code ?? data?.settleTransaction.transaction.state.toLowerCase() ?? 'nothing';
  note(run, `  the operator settles ${tx.name} with ${String(code)} -> ${got}`);
  if (!allowed.includes(got))
    throw new Violation(`The operator settled ${tx.name} and got ${got}; allowed: ${allowed.join(', ')}.`);
  if (errors[0] !== undefined) {
    tx.settledByOperator = wasSettled;
    return;
  }
  if (!wasContradicted) tx.answers.add({ resultCode: code, fields: { resultCode: code } });
  if (got === 'contradicted' || settled.includes('contradicted')) tx.wasContradicted = true;
  tx.possible = new Set([got as 'answered' | 'contradicted']);
}

function outcomesOfSettling(tx: Transaction, code: number): readonly string[] {
  const isMoved = tx.rules.effect === 'money' && code > 0;
  return [...tx.possible].flatMap((state): readonly string[] => {
    if (state === 'absent') return ['NOT_FOUND'];
    if (!OPEN_STATES.includes(state)) return ['BAD_REQUEST'];
    // It is not closed before its reversal is there.
    if (state === 'contradicted') return code > 0 ? ['answered', 'BAD_REQUEST'] : ['BAD_REQUEST'];
    // After a time-out the late answer may still come, and the operator has to wait for it.
    const early = state === 'in_doubt' ? ['BAD_REQUEST'] : [];
    return [...early, ...(isMoved ? statesOfApproval(tx) : ['answered'])];
  });
}

type Change = 'amount' | 'narrative' | 'shift' | 'checksum';

const isChangeable = (run: Run, tx: Transaction): boolean =>
  refusalOf(run, tx, 'terminal') === null &&
  declineOf(run, tx) === null &&
  tx.rules.effect === 'money' &&
  tx.ownReversalOf === null &&
  tx.inFlight === 0 &&
  // A wallet that was unknown then has no card that a key could name: the request id begins with 0.
  tx.call.cardId !== 0 &&
  tx.requestId.startsWith(`${String(tx.call.cardId)}_`) &&
  !maybe(tx, 'absent', 'pending');

/** The same request id with other content, or the same checksum over other field boundaries, or a wrong checksum. */
async function changeAndRepeat(run: Run, tx: Transaction, change: Change, channel: number): Promise<void> {
  const { fields } = tx.call;
  const sent = tx.sends.length;
  const isKeyless = change === 'shift' || change === 'checksum';
  const principal: Principal = isKeyless ? 'terminal' : 'client';
  const call = changed(tx, change);
  const { key, keyId } = keyFor(run, principal, terminalOf(run, call).programme);
  const outcome = await exchange(run.world.url(), channelFor(principal, channel), call, key);
  note(run, `  ${tx.name} with another ${change} by ${principal} -> ${describe(outcome)}`);
  const isOfOther = tx.keyId !== null && tx.keyId !== keyId;
  const field = isOfOther ? 'request_id' : change === 'amount' ? 'request_amount' : 'narrative';
  const isRight =
    outcome.kind === 'error' &&
    (isKeyless
      ? outcome.code === 'UNAUTHENTICATED'
      : outcome.code === 'IDEMPOTENCY_CONFLICT' && outcome.field === field);
  if (!isRight)
    throw new Violation(
      `${tx.name} came again with another ${change} (${fields['narrative']!}) and got ${describe(outcome)}.`,
    );
  if (tx.sends.length !== sent)
    throw new Violation(`${tx.name} came again with another ${change} and was sent.`);
}

function changed(tx: Transaction, change: Change): Call {
  const { fields } = tx.call;
  const amount = fields['request_amount']!;
  const narrative = fields['narrative']!;
  switch (change) {
    case 'amount':
      return { ...tx.call, fields: { ...fields, request_amount: String(Number(amount) + 1) } };
    case 'narrative':
      return { ...tx.call, fields: { ...fields, narrative: `${narrative}!` } };
    case 'checksum':
      return { ...tx.call, checksum: tx.checksum.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
    case 'shift':
      // The last character of the reference moves into the amount.
      return {
        ...tx.call,
        checksum: tx.checksum,
        fields: {
          ...fields,
          reference: fields['reference']!.slice(0, -1),
          request_amount: fields['reference']!.slice(-1) + amount,
        },
      };
  }
}
