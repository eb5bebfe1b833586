import { once } from 'node:events';
import { answer, startWallet, type ReceivedCall, type TestWallet } from '../support/wallet/index.js';
import {
  deduct,
  freshId,
  JSON_PROXY,
  requestIdOf,
  reversalOf,
  RPC2,
  type Call,
  type Channel,
  type Reply,
} from '../support/channels/index.js';
import { untilCounted } from '../support/counts.js';
import type { LedgerRow } from '../support/channels/ledger.js';
import { until } from '../life/until.js';
import type { RestartingGateway } from './restarting-gateway.js';
import { seededRandom } from '../support/random.js';
import { sizeOf, printSize } from './size.js';
import { constants } from '../support/constants.js';

const KILLS = sizeOf('CARDWAY_FAULT_KILLS', 2);
const ACKNOWLEDGED = sizeOf('CARDWAY_FAULT_ACKNOWLEDGED', 100);
const PER_KILL = Math.ceil(ACKNOWLEDGED / KILLS);
const IN_FLIGHT = sizeOf('CARDWAY_FAULT_IN_FLIGHT', 16);
const SEED = sizeOf('CARDWAY_FAULT_SEED', 20260817);
const DEADLINE_MS = 1000;

/**
 * Message of an outcome in doubt. It comes with -7, or with the -9 that the terminal got while the database was away and then
 * gets for ever (docs/reference/transactions.md#timeout-replies).
 */
const IN_DOUBT = 'The outcome of this transaction is in doubt.';

/** Message of a call that was certainly not processed. A terminal gets it for ever; a backend's call is sent on its retry. */
const REFUSED = 'The wallet service did not process the call.';

/** Time limit far beyond that of the slowest machine. Each wait gives up a little earlier, and reports its reason. */
const LONGEST_MS = 180_000 + KILLS * 30_000 + ACKNOWLEDGED * 50;

/** Gateway that gets calls and is killed. */
export interface KillPoint {
  readonly gateway: RestartingGateway;
  readonly rows: () => Promise<readonly LedgerRow[]>;
  query<Row>(sql: string): Promise<Row[]>;
  /** Restarts the database, where it is a process that can die too. */
  readonly restartDatabase?: () => Promise<void>;
  close(): Promise<void>;
}

interface Acknowledged {
  readonly requestId: string;
  readonly call: Call;
  readonly channel: Channel;
  readonly heard: Reply;
  /** Number of times that the client had to send it. */
  readonly attempts: number;
}

/** A call that its client has to repeat, and the number of each reply to it. */
interface Waiting {
  readonly call: Call;
  readonly channel: Channel;
  readonly heard: Map<string, number>;
}

interface Run {
  readonly gateway: RestartingGateway;
  readonly random: () => number;
  readonly acknowledged: Acknowledged[];
  readonly waiting: Set<Waiting>;
  readonly gaveUp: AbortSignal;
  /** Number of calls without an answer, because the gateway died. */
  cut: number;
  kills: number;
}

let wallet: TestWallet;
let place: KillPoint;
let rows: readonly LedgerRow[];
let run: Run;

/**
 * Defines the tests of R1 for the calling file: no acknowledged call is lost and none is sent twice. `open` gets the settings.
 */
export function killSuite(
  name: string,
  open: (env: Readonly<Record<string, string>>) => Promise<KillPoint>,
): void {
  beforeAll(async () => {
    const random = seededRandom(SEED).next;
    wallet = await startWallet({ behaviour: numbered(random) });
    place = await open({
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: String(DEADLINE_MS),
      ...constants({ LEASE_MS: 200, SWEEP_EVERY_MS: 100, ADVICE_RETRY_MIN_MS: 100 }),

      CARDWAY_LOG_LEVEL: 'silent',
    });
    run = {
      ...{ gateway: place.gateway, random, acknowledged: [], cut: 0, kills: 0 },
      ...{ waiting: new Set(), gaveUp: AbortSignal.timeout(Math.round(LONGEST_MS * 0.7)) },
    };
    const clients = Array.from({ length: IN_FLIGHT }, () => client(run));
    await Promise.race([Promise.all([killAgainAndAgain(run), ...clients]), unlessItTakesForEver(run)]);
    await until('nothing is under way any more', async () => {
      rows = await place.rows();
      return !rows.some((row) => isOpen(row) || isOwed(row));
    });
    printSize(`${name}: ${summary()}`);
  }, LONGEST_MS);

  afterAll(async () => {
    await run.gateway.stop();
    await wallet.close();
    await place.close();
  });

  describe(`after ${String(KILLS)} kills of ${name}`, () => {
    it('every call that was acknowledged is in the ledger, with the answer that was heard', () => {
      const byId = rowsById();
      const missing = run.acknowledged.filter(({ requestId }) => !byId.has(requestId));
      expect(missing.map(({ requestId }) => requestId)).toEqual([]);
      const differing = run.acknowledged.filter((one) => !isSaved(one, byId.get(one.requestId)!));
      expect(differing.map((one) => [one.requestId, replyOf(one), byId.get(one.requestId)])).toEqual([]);
      expect(run.acknowledged.length).toBeGreaterThanOrEqual(ACKNOWLEDGED);
    });

    it('no call was sent twice, those included that the client repeated', () => {
      const twice = [...sentCounts()].filter(([, count]) => count > 1);
      expect(twice).toEqual([]);
      expect(run.cut).toBeGreaterThan(0);
    });

    it('nothing was sent that the ledger does not know', () => {
      const byId = rowsById();
      expect([...sentCounts().keys()].filter((requestId) => !byId.has(requestId))).toEqual([]);
    });

    it('an answer that a client heard is the one that the wallet service gave', () => {
      const given = givenNumbers();
      const approved = run.acknowledged.filter(({ heard }) => heard.fields?.['balanceAmount'] !== undefined);
      expect(
        approved.filter(({ requestId, heard }) => heard.fields?.['balanceAmount'] !== given.get(requestId)),
      ).toEqual([]);
      expect(approved.length).toBeGreaterThan(ACKNOWLEDGED / 2);
    });

    it('money whose outcome nobody knows is in doubt, never declined or approved by the gateway', () => {
      const counts = sentCounts();
      expect(rows.filter(({ state, request_id: id }) => state === 'refused' && counts.has(id))).toEqual([]);
      const money = rows.filter(({ effect, state }) => effect === 'money' && state !== 'refused');
      expect(money.filter(({ state }) => !['answered', 'in_doubt', 'contradicted'].includes(state))).toEqual(
        [],
      );
      const madeUp = money.filter(({ state, raw_answer }) => state !== 'in_doubt' && raw_answer === null);
      expect(madeUp).toEqual([]);
    });

    it('no reversal is lost: each was answered, or is in doubt where it was perhaps sent', () => {
      const reversals = run.acknowledged.filter(({ call }) => call.method === 'DeductReversal');
      expect(reversals.length).toBeGreaterThan(ACKNOWLEDGED / 10);
      expect(reversals.filter(({ heard }) => heard.resultCode !== 1)).toEqual([]);
      const byId = rowsById();
      const counts = sentCounts();
      const lost = reversals.filter(({ requestId }) => {
        const row = byId.get(requestId)!;
        if (row.state === 'in_doubt') return false;
        const isMoved = counts.get(requestId) === 1 || isGivenBack(row) || isNothingToReverse(row);
        return row.state !== 'answered' || !isMoved;
      });
      expect(lost.map(({ requestId }) => byId.get(requestId))).toEqual([]);
    });

    it(
      'every transaction is counted once, as it is now',
      async () => untilCounted(await run.gateway.url(), (sql) => place.query(sql)),
      LONGEST_MS,
    );
  });
}

/** Returns a behaviour that numbers each answer, so that a test can follow it from the wallet service to the client. */
function numbered(random: () => number) {
  return async (received: ReceivedCall) => {
    const number = wallet.calls.indexOf(received) + 1;
    // Answers take time and overtake each other: a kill finds calls in every state.
    const turns = Math.floor(random() * 8);
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
    return answer({ resultCode: 1, balanceAmount: number }, { customerId: 1001 });
  };
}

async function killAgainAndAgain(state: Run): Promise<void> {
  const { gateway, random } = state;
  for (; state.kills < KILLS && !state.gaveUp.aborted; state.kills += 1) {
    // A kill needs traffic. Its moment is random.
    await until(
      'there are calls to kill',
      () => state.acknowledged.length >= PER_KILL * (state.kills + random()),
      LONGEST_MS,
    );
    await new Promise((resolve) => setTimeout(resolve, random() * 20));
    const isDatabase = state.kills % 3 === 1;
    await (isDatabase ? (place.restartDatabase ?? gateway.killAndRestart) : gateway.killAndRestart)();
  }
}

/** Repeats each Deduct until it is acknowledged, and reverses every third one. */
async function client(state: Run): Promise<void> {
  while (state.kills < KILLS || state.acknowledged.length < ACKNOWLEDGED) {
    // A client is at most the share of one kill ahead.
    await until(
      'it was killed often enough',
      () => state.acknowledged.length < PER_KILL * (state.kills + 2),
      LONGEST_MS,
    );
    const channel = state.random() < 0.5 ? JSON_PROXY : RPC2;
    const payment = deduct({ transaction_id: freshId() });
    await untilAcknowledged(state, channel, payment);
    if (state.random() < 0.34) await untilAcknowledged(state, channel, reversalOf(payment));
    if (state.gaveUp.aborted) return;
  }
}

async function untilAcknowledged(state: Run, channel: Channel, call: Call): Promise<void> {
  const waiting: Waiting = { call, channel, heard: new Map() };
  state.waiting.add(waiting);
  for (let attempts = 1; !state.gaveUp.aborted; attempts += 1) {
    const heard = await channel.call(await state.gateway.url(), call).catch(() => null);
    if (heard === null) state.cut += 1;
    else if (isFinal(channel, heard)) {
      state.acknowledged.push({ requestId: requestIdOf(call), call, channel, heard, attempts });
      state.waiting.delete(waiting);
      return;
    }
    const answer = heard === null ? 'no answer' : [heard.status, heard.resultCode, heard.message].join(' ');
    waiting.heard.set(answer, (waiting.heard.get(answer) ?? 0) + 1);
    // A failed process needs a moment to come back.
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, attempts * 2)));
  }
}

/** Returns true for a reply that the same call gets for ever. Any other -9 says that a repetition may have an outcome. */
function isFinal(channel: Channel, { resultCode, message }: Reply): boolean {
  if (resultCode === 1 || resultCode === -7 || message === IN_DOUBT) return true;
  return channel === RPC2 && message === REFUSED;
}

/** Fails with the replies of a request that is refused for ever. */
async function unlessItTakesForEver({ gaveUp, waiting, acknowledged }: Run): Promise<never> {
  await once(gaveUp, 'abort');
  const calls = [...waiting].map(({ call, channel, heard }) => {
    const counts = [...heard].map(([answer, count]) => `\n    ${String(count)} times ${answer}`);
    return `\n  ${call.method} ${requestIdOf(call)} by ${channel.name} heard${counts.join('')}`;
  });
  throw new Error(`${String(acknowledged.length)} are acknowledged, these are not:${calls.join('')}`);
}

/** Returns true where the gateway's own reversal already gave back money that moved although its terminal got a decline. */
function isGivenBack({ reply_reason: reason, original_request_id: original }: LedgerRow): boolean {
  const own = rows.filter((row) => row.channel === 'gateway' && row.original_request_id === original);
  return (
    reason === 'reversed_by_gateway' &&
    own.length === 1 &&
    ['answered', 'in_doubt'].includes(String(own[0]!.state))
  );
}

/** Returns true where the call that the reversal names was refused, so nothing moved. */
function isNothingToReverse({ reply_reason: reason, original_request_id: original }: LedgerRow): boolean {
  const refused = rows.find((row) => row.request_id === original && row.state === 'refused');
  return reason === 'original_not_processed' && refused !== undefined;
}

function isOpen({ state }: LedgerRow): boolean {
  return state === 'pending' || state === 'queued';
}

/** Returns true for money that moved although its terminal got a decline, and that nobody has given back yet. */
function isOwed({ effect, state, request_id: id }: LedgerRow): boolean {
  return (
    effect === 'money' && state === 'contradicted' && !rows.some((row) => row.original_request_id === id)
  );
}

function rowsById(): Map<string, LedgerRow> {
  return new Map(rows.map((row) => [row.request_id, row]));
}

function sentCounts(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const call of wallet.calls) {
    const requestId = String(call.envelope()['request_id']);
    counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
  }
  return counts;
}

function givenNumbers(): Map<string, number> {
  return new Map(wallet.calls.map((call, index) => [String(call.envelope()['request_id']), index + 1]));
}

/** Returns true where reply and row agree: an answer with its number, a doubt as a doubt, an advice as accepted. */
function isSaved({ heard, call, channel }: Acknowledged, row: LedgerRow): boolean {
  if (heard.resultCode === 1 && call.method === 'Deduct') {
    const saved = JSON.parse(row.answer ?? 'null') as { response: Record<string, unknown> } | null;
    return row.state === 'answered' && saved?.response['balanceAmount'] === heard.fields?.['balanceAmount'];
  }
  if (heard.resultCode === 1) return row.state === 'answered' || row.state === 'in_doubt';
  if (heard.message === REFUSED) return row.state === 'refused';
  // On a starved machine an answer may come after the deadline, and settles the doubt that its caller got. A backend with a key
  // gets it on its retry. If a reversal had left by then, the row is contradicted for every caller.
  const isSettledLate =
    row.raw_answer !== null &&
    (row.state === 'contradicted' || (channel !== RPC2 && row.state === 'answered'));
  return row.state === 'in_doubt' || isSettledLate;
}

function replyOf({ channel, call, heard, attempts }: Acknowledged): unknown {
  return { channel: channel.name, method: call.method, attempts, status: heard.status, fields: heard.fields };
}

function summary(): string {
  const states = new Map<string, number>();
  for (const { effect, state } of rows) {
    const name = `${String(effect)} ${state}`;
    states.set(name, (states.get(name) ?? 0) + 1);
  }
  const counted = [...states].map(([name, count]) => `${name} ${String(count)}`).join(', ');
  return `${String(KILLS)} kills, ${String(run.acknowledged.length)} acknowledged, ${String(run.cut)} cut and repeated, ${String(wallet.calls.length)} sent; ledger: ${counted}; seed ${String(SEED)}`;
}
