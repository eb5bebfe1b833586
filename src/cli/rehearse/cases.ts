import { PARTIALLY_APPROVED } from '../../core/transactions/result-codes.js';
import { badPart, differs, moved, not, type Problem, shortly, verdictOn, wrongForms } from './answers.js';
import { type Call, LOAD, NotRun, type Stage } from './stage.js';

/** One case of the rehearsal. The ids are stable: scripts and docs/wallet-service.md name them. */
export interface Case {
  readonly id: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly title: string;
  readonly why: string;
  /** Change to make in the service. */
  readonly change: string;
  /** Returns what is wrong; nulls and an empty list are a pass. Errors: NotRun. */
  readonly run: (stage: Stage) => Promise<readonly Problem[]>;
}

/** Returns a run that plays a Deduct between two Balance calls, and finds a balance that moved by another number of units. */
function taking(
  units: number,
  play: (stage: Stage, deduct: Call) => Promise<readonly Problem[]>,
): Case['run'] {
  return async (stage) => {
    // No play but the load sends more than three Deducts.
    stage.require(Math.max(units, 3) * stage.unit);
    const before = await stage.balance();
    const problems = await play(stage, stage.deduct());
    return [...problems, moved(before - (await stage.balance()), units * stage.unit)];
  };
}

type Body = Pick<Case, 'why' | 'change' | 'run'>;

const must = (id: string, title: string, body: Body): Case => ({ id, level: 'MUST', title, ...body });
const should = (id: string, title: string, body: Body): Case => ({ id, level: 'SHOULD', title, ...body });

/** The first three move nothing, and the last two send nothing: `doctor` runs these too. */
export const CASES: readonly Case[] = [
  must('W01', 'A signed Balance is approved', {
    why: 'A service that cannot answer this answers no call.',
    change:
      'Verify X_msg_signature over the raw body, and answer HTTP 200 with customer_id and a resultCode.',
    async run(stage) {
      const { result, detail } = verdictOn(await stage.send(stage.compose('Balance')), stage.input.route);
      return [result === 'ok' ? null : detail];
    },
  }),
  must('W02', 'A wrong signature gets HTTP 401', {
    why: 'If the service does not check X_msg_signature, everybody who reaches it can move money.',
    change: 'Compare X_msg_signature before you read the body, and answer 401.',
    run: async (stage) => [
      not('HTTP 401', 'A Balance with a wrong signature', await stage.forge(stage.compose('Balance'))),
    ],
  }),
  must('W03', 'The inquiry about an unknown request id gets HTTP 404', {
    why: 'An answer in place of 404 settles a payment that never happened.',
    change: 'Answer 404 for a request_id that you never saved.',
    run: async (stage) => [
      not(
        'HTTP 404',
        'The inquiry about an unknown request id',
        await stage.inquire(stage.compose('Balance')),
      ),
    ],
  }),
  must('W04', 'A Deduct takes its amount; with a wrong signature it takes nothing', {
    why: 'The terminal pays out what the service approves.',
    change: 'Take request_amount, in minor units, from the balance that Balance shows as balanceAmount.',
    async run(stage) {
      if ((await stage.balance().catch(() => null)) === null)
        return ['The Balance names no integer balanceAmount or actualBalance.'];
      return taking(1, async (_, call) => [
        not('resultCode 1', 'A Deduct', await stage.send(call)),
        not('HTTP 401', 'A Deduct with a wrong signature', await stage.forge(stage.deduct())),
      ])(stage);
    },
  }),
  must('W05', 'The same request id again: one booking, the same answer', {
    why: 'Cardway sends a call in doubt again with its request id.',
    change: 'Save the answer by request_id in the transaction that moves the money, and repeat it.',
    run: taking(1, async (stage, call) => {
      const first = await stage.send(call);
      return [not('resultCode 1', 'A Deduct', first), differs(first, await stage.send(call))];
    }),
  }),
  must('W06', 'The same request id twice at once: one booking, the same answer', {
    why: 'A repeated call can arrive while the first one still works.',
    change: 'Make request_id unique in the database, and let the second call wait for the first.',
    run: taking(1, async (stage, call) => {
      const [first, second] = await Promise.all([stage.send(call), stage.send(call)]);
      return [not('resultCode 1', 'A Deduct', first), differs(first, second)];
    }),
  }),
  must('W07', 'The same request id with another amount moves nothing', {
    why: 'One request id is one transaction, whatever else a faulty sender writes.',
    change: 'Answer -3, or the first answer, to a known request_id, before you look at the amount.',
    run: taking(1, async (stage, call) => {
      const first = await stage.send(call);
      const more = { ...call.fields, requestAmount: 2 * stage.unit };
      const other = await stage.send(stage.compose('Deduct', more, { requestId: call.requestId }));
      const isFirst = differs(first, other) === null;
      return [
        not('resultCode 1', 'A Deduct', first),
        isFirst ? null : not('a negative resultCode', 'The other amount', other),
      ];
    }),
  }),
  must('W08', 'The same request id after the deadline: one booking, the same answer', {
    why: 'Cardway gives up at the deadline, and asks again later.',
    change: 'Keep answers for as long as a call may be repeated: 32 days, and not for seconds.',
    run: taking(1, async (stage, call) => {
      const sending = stage.send(call);
      await stage.input.runtime.timer.wait(stage.input.route.timeoutMs).done;
      const again = await stage.send(call);
      const first = await sending;
      return [
        not('resultCode 1', 'The later call', again),
        first.kind === 'timeout' ? null : differs(first, again),
      ];
    }),
  }),
  must('W09', 'The same request id after a cut connection: one booking', {
    why: 'A network can fail after the service read the call and before Cardway has the answer.',
    change: 'Finish and save a call also when its connection is gone. Until then, let the same call wait.',
    run: taking(1, async (stage, call) => {
      await stage.cut(call);
      return [not('resultCode 1', 'The Deduct after the cut', await stage.send(call))];
    }),
  }),
  must('W10', 'A DeductReversal gives the money back', {
    why: 'The terminal reverses a payment whose answer it did not get.',
    change: 'Undo the Deduct of this terminal_id, reference, reference_id and reference_date. Answer 1.',
    run: taking(0, async (stage, call) => [
      not('resultCode 1', 'A Deduct', await stage.send(call)),
      not('resultCode 1', 'Its reversal', await stage.send(stage.reversalOf(call))),
    ]),
  }),
  must('W11', 'A DeductReversal twice gives the money back once', {
    why: 'An advice goes out again until it is answered, and terminals repeat theirs with new ids.',
    change: 'Mark the Deduct as reversed. Answer 1 to each further reversal, and move nothing.',
    run: taking(0, async (stage, call) => {
      const reversal = stage.reversalOf(call);
      return [
        not('resultCode 1', 'A Deduct', await stage.send(call)),
        not('resultCode 1', 'Its reversal', await stage.send(reversal)),
        not('resultCode 1', 'The same reversal again', await stage.send(reversal)),
        not('resultCode 1', 'Another reversal of it', await stage.send(stage.reversalOf(call))),
      ];
    }),
  }),
  must('W12', 'A DeductReversal of an unknown Deduct moves nothing', {
    why: 'A terminal also reverses calls that never arrived.',
    change: 'Answer 1, and move nothing. A declined advice raises an alert.',
    run: taking(0, async (stage, call) => [
      not('resultCode 1', 'A reversal', await stage.send(stage.reversalOf(call))),
    ]),
  }),
  must('W13', 'A Deduct after its own reversal moves nothing', {
    why: 'Networks change the order of calls, and nobody reverses such a Deduct a second time.',
    change: 'Save the reversal, and answer -3 to the Deduct that it names.',
    run: taking(0, async (stage, call) => [
      not('resultCode 1', 'A reversal', await stage.send(stage.reversalOf(call))),
      not('a negative resultCode', 'The Deduct after its reversal', await stage.send(call)),
    ]),
  }),
  must('W14', 'The inquiry about an answered request id gets its answer', {
    why: 'It settles a payment in doubt without an operator.',
    change: 'Answer the inquiry with HTTP 200 and the saved answer.',
    run: taking(1, async (stage, call) => {
      const first = await stage.send(call);
      return [not('resultCode 1', 'A Deduct', first), differs(first, await stage.inquire(call))];
    }),
  }),
  must('W15', 'A wallet of another customer, and an unknown one, are declined', {
    why: 'A decline as HTTP 5xx leaves a payment in doubt; an approval takes money of the wrong person.',
    change: 'Look up reference and customer_id together. Decline with HTTP 200 and -4.',
    async run(stage) {
      const foreign = stage.compose('Balance', {}, { customerId: stage.input.wallet.customerId + 1 });
      const unknown = stage.compose('Balance', { reference: 'REHEARSE' });
      return [
        not('a negative resultCode', 'A foreign customer_id', await stage.send(foreign)),
        not('a negative resultCode', 'An unknown reference', await stage.send(unknown)),
      ];
    },
  }),
  should('W16', 'A partial approval names its amount', {
    why: 'The terminal hands out what approvalAmount says.',
    change: 'Answer resultCode 2 with the integer approvalAmount, and take exactly that.',
    async run(stage) {
      const before = await stage.balance();
      stage.require(before + 1);
      const call = stage.deduct({ requestAmount: before + 1, transactionData: PART });
      const outcome = await stage.send(call);
      const taken = before - (await stage.balance());
      if (outcome.kind !== 'answered') return [`A Deduct beyond the balance got ${shortly(outcome)}.`];
      const { resultCode, approvalAmount: part } = outcome.answer.response;
      if (resultCode === PARTIALLY_APPROVED) {
        if (typeof part === 'number') await stage.send(stage.reversalOf(call, part));
        return [badPart(outcome, taken, before + 1)];
      }
      if (resultCode < 0 && taken === 0) throw new NotRun(`It approves no part: ${shortly(outcome)}.`);
      return [moved(taken, resultCode < 0 ? 0 : before + 1)];
    },
  }),
  must('W17', `${String(LOAD)} Deducts at once are answered in time and booked once`, {
    why: 'Payments come in bursts, and one without an answer in time is in doubt.',
    change: 'Serve calls in parallel, and lock the wallet and not the service.',
    run: taking(LOAD, async (stage, call) => {
      const calls = [call, ...Array.from({ length: LOAD - 1 }, () => stage.deduct())];
      const outcomes = await Promise.all(calls.map((each) => stage.send(each)));
      const failed = outcomes.map((outcome) => not('resultCode 1', 'The first', outcome)).filter(isProblem);
      return failed
        .slice(0, 1)
        .map((first) => `${String(failed.length)} of ${String(LOAD)} failed. ${first}`);
    }),
  }),
  should('W18', 'A body that is no call gets HTTP 4xx', {
    why: 'A 5xx counts as a failure of the service, and its breaker stops the calls of others.',
    change: 'Answer 400 where the body is no JSON or lacks a member.',
    async run(stage) {
      const call = { ...stage.compose('Balance'), body: NO_CALL };
      return [not('HTTP 400', 'A signed body that is no JSON', await stage.send(call))];
    },
  }),
  should('W19', 'Each HTTP 429 and 503 has Retry-After', {
    why: 'The reader of a trace sees how long the service wants to be left alone.',
    change:
      'Send Retry-After in seconds. Prefer 429: it says that nothing was processed; 503 leaves a doubt.',
    run: ({ withoutRetryAfter }) => {
      const bare = [...new Set(withoutRetryAfter)].filter((status) => status === 429 || status === 503);
      return Promise.resolve(bare.map((status) => `HTTP ${String(status)} came without Retry-After.`));
    },
  }),
  should('W20', 'Answers name the customer, and amounts are integers as JSON numbers', {
    why: 'Cardway reads other forms too, but terminals and exports get what you write.',
    change: 'Write customer_id and all amounts as JSON integers of at most 9007199254740991.',
    run: ({ outcomes }) => {
      const problems = outcomes.flatMap((outcome) =>
        outcome.kind === 'answered' ? wrongForms(outcome) : [],
      );
      return Promise.resolve([...new Set(problems)]);
    },
  }),
];

/** The terminal can take a part of the amount (KLV 925). */
const PART = { supports_partial_auth: '1' };

const NO_CALL = Buffer.from('{"request": REHEARSE');

export function isProblem(problem: Problem): problem is string {
  return problem !== null;
}
