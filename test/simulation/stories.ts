import { capturedCall, type PostedCall } from './captured.js';
import { keyCall, reversalCall, moveBoundaries, terminalCall, type Identity } from './calls.js';
import { KEYS, NEW_WALLET, TERMINALS, UNKNOWN_REFERENCE, WALLETS } from './directory.js';
import type { ReceivedReply, Principal } from './journal.js';
import type { Random } from './random.js';
import type { Setting } from './setting.js';
import type { VirtualTime } from './virtual-time.js';
import type { Wallet } from './wallet.js';

/** Actions of a caller. */
export interface Stage {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly setting: Setting;
  readonly wallet: Wallet;
  ask(principal: Principal, call: PostedCall): Promise<ReceivedReply>;
}

type Story = (stage: Stage, identity: Identity) => readonly Promise<unknown>[];

/** Runs one caller with one task. Resolves when the caller has given up or has the result. */
export async function printStory(stage: Stage, number: number): Promise<void> {
  const { time, random } = stage;
  await time.pause(random.int(0, 15_000));
  const story = random.pick<Story>([
    moneyOfTerminal,
    moneyOfTerminal,
    moneyOfTerminal,
    moneyOfKey,
    question,
    lonelyAdvice,
    purchaseOfLongAgo,
  ]);
  const identity: Identity = {
    terminalId: random.pick(TERMINALS),
    wallet: random.pick([...WALLETS, ...WALLETS, NEW_WALLET]),
    transactionId: `T-${String(number)}`,
    atMs: time.nowMs(),
  };
  await Promise.all(story(stage, identity));
}

const TERMINAL: Principal = { kind: 'terminal' };

/** Lets a terminal move money, send the same again, and reverse it before, while or after it runs. Others try forbidden calls. */
function moneyOfTerminal(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const { random } = stage;
  const [method, reversal] = random.pick([
    ['Deduct', 'DeductReversal'],
    ['Deduct', 'DeductReversal'],
    ['LoadAuth', 'LoadAuthReversal'],
  ] as const);
  const call = terminalCall(method, identity);
  const acts: Promise<unknown>[] = [again(stage, TERMINAL, call), ...capture(stage, call)];
  if (random.chance(0.1)) {
    // The transactionID is used again.
    acts.push(again(stage, TERMINAL, terminalCall(method, { ...identity, atMs: identity.atMs + 5_000 })));
  }
  if (random.chance(0.6)) acts.push(...reverse(stage, reversal, identity));
  if (random.chance(0.2)) acts.push(later(stage, () => stage.ask(TERMINAL, moveBoundaries(call))));
  if (random.chance(0.2)) {
    const replay = keyCall(method, identity, null);
    acts.push(later(stage, () => stage.ask({ kind: 'key', key: KEYS[0] }, replay)));
  }
  return acts;
}

/** Reverses a call. Some reversals miss the original by a second or an hour, come twice, or mean an older call with this id. */
function reverse(stage: Stage, method: string, identity: Identity): readonly Promise<unknown>[] {
  const { random, setting } = stage;
  const missedByMs = random.pick([0, 0, 1_000, -1_000, 3_600_000, -80_000_000]);
  const transactionId = `${identity.transactionId}-R`;
  if (!setting.hasLooseReversals) return [insist(stage, reversalCall(method, identity, { transactionId }))];
  const call = reversalCall(method, identity, { transactionId, missedByMs });
  const acts = [insist(stage, call), ...capture(stage, call)];
  if (random.chance(0.15)) {
    acts.push(insist(stage, reversalCall(method, identity, { transactionId: `${transactionId}2` })));
  }
  if (random.chance(0.15)) {
    const stranger = { transactionId: `${transactionId}3`, missedByMs: random.pick([-2, 2, -30]) * DAY_MS };
    acts.push(insist(stage, reversalCall(method, identity, stranger)));
  }
  return acts;
}

const DAY_MS = 86_400_000;

/** Lets a backend move money under its own request id and use that id again for another call. Another key tries it too. */
function moneyOfKey(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const { random } = stage;
  const requestId = `${String(identity.wallet.cards[0]?.cardId)}_20260101_${String(random.int(1, 10_000_000))}`;
  const call = keyCall('Deduct', identity, random.chance(0.8) ? requestId : null);
  const acts: Promise<unknown>[] = [again(stage, { kind: 'key', key: KEYS[0] }, call)];
  if (random.chance(0.5)) {
    const other = { ...call, fields: { ...call.fields, requestAmount: 900 } };
    acts.push(later(stage, () => stage.ask({ kind: 'key', key: KEYS[0] }, other)));
  }
  if (random.chance(0.6)) acts.push(later(stage, () => stage.ask({ kind: 'key', key: KEYS[1] }, call)));
  if (random.chance(0.3)) acts.push(...reverse(stage, 'DeductReversal', identity));
  return acts;
}

function question(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const method = stage.random.pick(['Balance', 'AdministrativeMessage'] as const);
  return [again(stage, TERMINAL, terminalCall(method, identity))];
}

/** Sends an advice about an unknown transaction, or one that needs no original. */
function lonelyAdvice(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const { random } = stage;
  const method = random.pick(['DeductReversal', 'DeductAdjustment'] as const);
  const wallet = random.pick([
    identity.wallet,
    NEW_WALLET,
    { reference: UNKNOWN_REFERENCE, customerId: 0, cards: [] },
  ]);
  const original = { ...identity, wallet, transactionId: `${identity.transactionId}-X` };
  return [insist(stage, reversalCall(method, original, { transactionId: identity.transactionId }))];
}

/** Reverses a purchase from before the gateway, or a purged one: only the wallet service knows it. */
function purchaseOfLongAgo(stage: Stage, identity: Identity): readonly Promise<unknown>[] {
  const { random, setting, wallet } = stage;
  if (!setting.hasLooseReversals) return lonelyAdvice(stage, identity);
  const transactionId = `${identity.transactionId}-O`;
  const original = { ...identity, transactionId, atMs: identity.atMs - random.int(1, 20) * DAY_MS };
  wallet.remember('Deduct', original);
  const missedByMs = random.pick([0, 0, 1_000, -7_200_000]);
  const call = reversalCall('DeductReversal', original, {
    transactionId: identity.transactionId,
    missedByMs,
  });
  return [insist(stage, call), ...capture(stage, call)];
}

/** Sends the call, and up to three copies at any moment, also at once. */
async function again(stage: Stage, principal: Principal, call: PostedCall): Promise<void> {
  const { random } = stage;
  const more = Array.from({ length: random.int(0, 3) }, () => later(stage, () => stage.ask(principal, call)));
  await Promise.all([stage.time.pause(random.int(0, 600)).then(() => stage.ask(principal, call)), ...more]);
}

/** Lets an eavesdropper post the call again, at any moment. */
function capture(stage: Stage, call: PostedCall): Promise<unknown>[] {
  const { random, setting } = stage;
  const copies = random.pick([0, 0, 0, 1, 3]);
  if (!setting.hasCapturedCalls) return [];
  return Array.from({ length: copies }, () =>
    later(stage, () => stage.ask(TERMINAL, capturedCall(random, call))),
  );
}

/** Repeats an advice until it is accepted, as a processor does. */
async function insist(stage: Stage, call: PostedCall): Promise<void> {
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
