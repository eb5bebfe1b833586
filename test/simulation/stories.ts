import type { TransactionCall } from '../../src/usecase/transactions/call.js';
import { keyCall, reversalCall, shiftBorders, terminalCall, type Identity } from './calls.js';
import { KEYS, TERMINALS, UNKNOWN_REFERENCE, WALLETS } from './directory.js';
import type { Heard, Principal } from './journal.js';
import type { Random } from './random.js';
import type { Setting } from './setting.js';
import type { VirtualTime } from './virtual-time.js';

/** What a caller can do. */
export interface Stage {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly setting: Setting;
  ask(principal: Principal, call: TransactionCall): Promise<Heard>;
}

type Story = (stage: Stage, identity: Identity) => readonly Promise<unknown>[];

/** One caller with one thing to do; resolves when the caller has given up or got what it wants. */
export async function tell(stage: Stage, number: number): Promise<void> {
  const { time, random } = stage;
  await time.pause(random.int(0, 15_000));
  const story = random.pick<Story>([
    moneyOfTerminal,
    moneyOfTerminal,
    moneyOfTerminal,
    moneyOfKey,
    question,
    lonelyAdvice,
  ]);
  const identity: Identity = {
    terminalId: random.pick(TERMINALS),
    wallet: random.pick(WALLETS),
    transactionId: `T-${String(number)}`,
    atMs: time.nowMs(),
  };
  await Promise.all(story(stage, identity));
}

const TERMINAL: Principal = { kind: 'terminal' };

/** A terminal moves money, sends the same again, reverses it before, while or after it runs; others try what they should not. */
function moneyOfTerminal(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const { random } = stage;
  const [method, reversal] = random.pick([
    ['Deduct', 'DeductReversal'],
    ['Deduct', 'DeductReversal'],
    ['LoadAuth', 'LoadAuthReversal'],
  ] as const);
  const call = terminalCall(method, identity);
  const acts = [again(stage, TERMINAL, call)];
  if (random.chance(0.1)) {
    // The transactionID is used again.
    acts.push(again(stage, TERMINAL, terminalCall(method, { ...identity, atMs: identity.atMs + 5_000 })));
  }
  if (random.chance(0.6)) {
    // Some terminals are a second off when they name what they reverse.
    const named = { ...identity, atMs: identity.atMs + random.pick([0, 0, 0, 0, 1_000, -2_000]) };
    acts.push(insist(stage, reversalCall(reversal, named, `${identity.transactionId}-R`)));
  }
  if (random.chance(0.2)) acts.push(later(stage, () => stage.ask(TERMINAL, shiftBorders(call))));
  if (random.chance(0.2)) {
    const replay = keyCall(method, identity, null);
    acts.push(later(stage, () => stage.ask({ kind: 'key', key: KEYS[0] }, replay)));
  }
  return acts;
}

/** A backend moves money under a request id of its own, uses it again for something else, and another key tries it. */
function moneyOfKey(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const { random } = stage;
  const requestId = `${String(identity.wallet.cards[0]?.cardId)}_20260101_${String(random.int(1, 10_000_000))}`;
  const call = keyCall('Deduct', identity, random.chance(0.8) ? requestId : null);
  const acts = [again(stage, { kind: 'key', key: KEYS[0] }, call)];
  if (random.chance(0.5)) {
    const other = { ...call, fields: { ...call.fields, request_amount: 900 } };
    acts.push(later(stage, () => stage.ask({ kind: 'key', key: KEYS[0] }, other)));
  }
  if (random.chance(0.6)) acts.push(later(stage, () => stage.ask({ kind: 'key', key: KEYS[1] }, call)));
  if (random.chance(0.3)) {
    acts.push(insist(stage, reversalCall('DeductReversal', identity, `${identity.transactionId}-R`)));
  }
  return acts;
}

function question(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const method = stage.random.pick(['Balance', 'AdministrativeMessage'] as const);
  return [again(stage, TERMINAL, terminalCall(method, identity))];
}

/** An advice about something that the gateway does not know, or that needs no original. */
function lonelyAdvice(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const { random } = stage;
  const method = random.pick(['DeductReversal', 'DeductAdjustment'] as const);
  const wallet = random.chance(0.3)
    ? { reference: UNKNOWN_REFERENCE, customerId: 0, cards: [] }
    : identity.wallet;
  const original = { ...identity, wallet, transactionId: `${identity.transactionId}-X` };
  return [insist(stage, reversalCall(method, original, identity.transactionId))];
}

/** The call, and up to three more of the same at any moment, also at once. */
async function again(stage: Stage, principal: Principal, call: TransactionCall): Promise<void> {
  const { random } = stage;
  const more = Array.from({ length: random.int(0, 3) }, () => later(stage, () => stage.ask(principal, call)));
  await Promise.all([stage.time.pause(random.int(0, 600)).then(() => stage.ask(principal, call)), ...more]);
}

/** A processor sends its advice until somebody takes it. */
async function insist(stage: Stage, call: TransactionCall): Promise<void> {
  await later(stage, () => Promise.resolve());
  for (let attempt = 0; attempt < ADVICE_ATTEMPTS_MAX; attempt += 1) {
    const heard = await stage.ask(TERMINAL, call);
    const isDone = heard.kind === 'result' && stage.random.chance(0.8);
    if (isDone) return;
    await stage.time.pause(stage.random.int(500, 5_000));
  }
}

const ADVICE_ATTEMPTS_MAX = 30;

async function later(stage: Stage, act: () => Promise<unknown>): Promise<void> {
  const { random, setting, time } = stage;
  const longestMs = random.pick([5, 600, setting.timeoutMs, 3 * setting.timeoutMs, 30_000]);
  await time.pause(random.int(0, longestMs));
  await act();
}
