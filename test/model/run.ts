/** One run of the model: its directory entries, its transactions, and the script of its steps. */
import { askGraphQL, envelopeOf, type Call, type Channel, type Reply } from '../support/channels/index.js';
import { lookAndNarrow, widen } from './looks.js';
import { describe, isCut, outcomeOf, Violation, type Outcome } from './outcome.js';
import type { ProvisionedCard, Provisioning } from './provisioning.js';
import {
  blockersOf,
  certainBlockersOf,
  createTransaction,
  isApproved,
  isKnownApproved,
  isOneBeingReversed,
  maybe,
  METHODS,
  momentOf,
  only,
  originalOf,
  type MethodName,
  type Transaction,
  type State,
} from './transaction.js';
import { judge, type Asked } from './verdicts.js';
import { differenceOf, type Manner, type Send } from './wallet-service.js';
import {
  keyIdOf,
  keyOf,
  LATE_AFTER_MS,
  OPERATOR,
  REPLAY_NONE_MS,
  type KeyName,
  type Programme,
  type World,
} from './world.js';

export interface Terminal {
  readonly id: string;
  readonly programme: Programme;
  /** Passwords that its checksums may be under, the current one first. */
  passwords: readonly string[];
  isEnabled: boolean;
}

export interface Card {
  readonly cardId: number;
  readonly trackingNumber: string | null;
}

export interface Wallet {
  readonly reference: string;
  readonly programme: Programme;
  readonly customerId: number;
  readonly cards: readonly Card[];
  defaultCardId: number;
  isBlocked: boolean;
  /** Whether the directory has it. */
  isKnown: boolean;
}

/** Who calls: a terminal by its checksum, or a key. */
export type Principal = 'terminal' | KeyName | 'bound';

/** Faults at this moment. */
export interface Trouble {
  isKilled: boolean;
  /** The store may refuse calls. */
  isStoreDown: boolean;
  /** Since when the store can save nothing at all; null where it can. */
  storeLostSince: number | null;
}

export interface Run {
  readonly world: World;
  readonly number: number;
  readonly terminals: readonly Terminal[];
  readonly wallets: readonly Wallet[];
  readonly transactions: Transaction[];
  /** Steps so far, one line each. */
  readonly script: string[];
  readonly counts: Map<string, number>;
  /** Date of the first call, in milliseconds. */
  readonly startMs: number;
  /** Calls that run beside the following steps. */
  readonly inFlight: Set<Promise<void>>;
  /** Key that is bound to the first terminal. */
  readonly boundKey: { readonly keyId: string; readonly key: string };
  isBoundKeyRevoked: boolean;
  trouble: Trouble;
  /** When a clock was last set. */
  clockSetAt: number;
  /** Cards on their way into wallets. */
  readonly provisioning: Provisioning;
}

/** Opens a run with terminals, wallets and a key that no other run has. */
export async function openRun(world: World): Promise<Run> {
  const number = world.nextNumber();
  const run: Run = {
    world,
    number,
    terminals: [0, 1, 2].map((index) => ({
      id: `${String(number).padStart(8, '0')}T${String(index)}`,
      programme: index === 2 ? 'model-b' : 'model-a',
      passwords: [`password ${String(number)}-${String(index)}`],
      isEnabled: true,
    })),
    wallets: [0, 1, 2, 3].map((index) => walletOf(number, index)),
    transactions: [],
    script: [],
    counts: new Map(),
    startMs: Math.floor(Date.now() / 1000) * 1000 - 3 * 86_400_000,
    inFlight: new Set(),
    boundKey: { keyId: `bound-${String(number)}`, key: '' },
    isBoundKeyRevoked: false,
    trouble: { isKilled: false, isStoreDown: false, storeLostSince: null },
    clockSetAt: Number.NEGATIVE_INFINITY,
    provisioning: { cards: [], tokens: [] },
  };
  Object.assign(run.provisioning, {
    cards: run.wallets.filter(({ isKnown }) => isKnown).map(provisionedCard),
  });
  for (const { id, programme, passwords } of run.terminals) {
    await operate(
      run,
      'mutation($input: AddTerminalInput!) { addTerminal(input: $input) { terminal { id } } }',
      {
        input: { terminalId: id, programme, password: passwords[0] },
      },
    );
  }
  for (const wallet of run.wallets.filter(({ isKnown }) => isKnown)) await putWallet(run, wallet);
  const made = await operate<{ createKey: { secret: string } }>(
    run,
    'mutation($input: CreateKeyInput!) { createKey(input: $input) { secret } }',
    {
      input: {
        keyId: run.boundKey.keyId,
        role: 'CLIENT',
        programme: 'model-a',
        terminalIds: [run.terminals[0]!.id],
      },
    },
  );
  Object.assign(run.boundKey, { key: made.createKey.secret });
  world.attach(
    run.terminals.map(({ id }) => id),
    { onArrival: (send) => onArrival(run, send) },
  );
  return run;
}

/** Wallets: one card, two cards, one of the other programme, one that the directory does not know yet. */
function walletOf(number: number, index: number): Wallet {
  const base = number * 100 + index * 10;
  return {
    reference: `wallet-${String(number)}-${String(index)}`,
    programme: index === 2 ? 'model-b' : 'model-a',
    customerId: 1_000_000 + base,
    cards: (index === 1 ? [0, 1] : [0]).map((card) => ({
      cardId: 5_000_000 + base + card,
      trackingNumber: card === 1 ? `TRACK-${String(base)}` : null,
    })),
    defaultCardId: 5_000_000 + base,
    isBlocked: false,
    isKnown: index !== 3,
  };
}

/** The last card of a wallet goes into other wallets. */
function provisionedCard({ cards, programme, reference }: Wallet): ProvisionedCard {
  const { cardId } = cards.at(-1)!;
  return { cardId, programme, reference, attempts: [], secrets: new Set(), wrongCodes: 0 };
}

export async function putWallet(run: Run, wallet: Wallet): Promise<void> {
  const { reference, programme, customerId, cards, defaultCardId, isBlocked } = wallet;
  const input = {
    reference,
    programme,
    customerId,
    blocked: isBlocked,
    cards: cards.map(({ cardId, trackingNumber }) => ({
      cardId,
      default: cardId === defaultCardId,
      ...(trackingNumber === null ? {} : { trackingNumber }),
    })),
  };
  await operate(run, 'mutation($input: PutWalletInput!) { putWallet(input: $input) { wallet { id } } }', {
    input,
  });
}

/** Asks as the operator. Throws where there is an error. */
export async function operate<Data>(
  run: Run,
  query: string,
  variables: Record<string, unknown>,
  node?: number,
): Promise<Data> {
  const { data, errors } = await askGraphQL<Data>(run.world.url(node), query, { variables, key: OPERATOR });
  const [error] = errors;
  if (error !== undefined || data === null)
    throw new Violation(
      `The operator got ${error?.extensions.code ?? 'nothing'} ${error?.message ?? ''} for ${query}`,
    );
  return data;
}

export function note(run: Run, line: string): void {
  run.script.push(line);
}

export function count(run: Run, what: string): void {
  run.counts.set(what, (run.counts.get(what) ?? 0) + 1);
}

/** Manners of the next calls to the wallet service, by request id. Any further call is approved. */
const MANNERS = new WeakMap<Transaction, Manner[]>();

export function script(tx: Transaction, ...manners: readonly Manner[]): void {
  MANNERS.set(tx, [...manners]);
}

/** Looks at a call that arrives at the wallet service, and says what the service does with it. */
function onArrival(run: Run, send: Omit<Send, 'manner'>): Manner {
  const fail = (why: string): void => void run.world.violations.push(new Violation(why, run.script));
  const tx =
    run.transactions.find(({ requestId }) => requestId === send.requestId) ?? ownReversal(run, send, fail);
  if (tx === null) return 'decline';
  const expected = expectedEnvelope(run, tx);
  const difference = expected === null ? null : envelopeDifference(expected, send.envelope);
  if (difference !== null) fail(`${tx.name} reached the wallet service with another ${difference}`);
  const open = tx.sends.filter(({ end, manner }) => end !== 'refused' && manner !== 'refuse403');
  const isReread = tx.rules.effect === 'none' || tx.rules.dedupes;
  if (open.length > 0 && !isReread)
    fail(
      `${tx.name} was sent again, on a route that does not dedupe, after ${open.map(({ manner, end }) => `${manner} (${end})`).join(', ')}`,
    );
  if (tx.rules.dedupes && tx.sends.some(({ answer }) => answer !== null) && only(tx, 'answered'))
    fail(`${tx.name} was sent again after its answer was known`);
  if (tx.rules.effect === 'money') {
    const left = certainBlockersOf(run.transactions, tx).filter(({ sends }) => sends.length > 0);
    if (left.length > 0 && tx.sends.length === 0)
      fail(`${tx.name} was sent after its reversal ${left[0]!.name}`);
  }
  const manner = MANNERS.get(tx)?.shift() ?? 'approve';
  noteEarly(run, tx, manner.startsWith('refuse'));
  tx.sends.push(send as Send);
  // What was sent was saved before.
  tx.possible = new Set([...tx.possible].map((state) => (state === 'absent' ? 'pending' : state)));
  return manner;
}

/**
 * A reversal that leaves while its original is in doubt gives nothing back of what the original moves later. One that is refused was
 * not processed: it leaves again, perhaps after the original.
 */
function noteEarly(run: Run, { rules, original, call: { fields } }: Transaction, isRefused: boolean): void {
  if (rules.reverses.length > 0 && original === undefined)
    // Any call of that id may be its original.
    for (const tx of run.transactions)
      if (tx.call.fields['transaction_id'] === fields['reference_id'] && tx.reversedEarly === 'no')
        tx.reversedEarly = 'maybe';
  if (rules.reverses.length === 0 || original == null) return;
  // After a reply of a store in trouble it may have been contradicted, as far as the model knows.
  const isCertain = only(original, 'in_doubt') && !original.wasContradicted && !isRefused;
  if (isCertain) original.reversedEarly = 'yes';
  else if (maybe(original, 'in_doubt') && original.reversedEarly === 'no') original.reversedEarly = 'maybe';
}

function envelopeDifference(
  expected: Readonly<Record<string, unknown>>,
  got: Readonly<Record<string, unknown>>,
): string | null {
  const { request: one, ...outside } = expected as { request: Record<string, unknown> };
  const { request: other, ...aroundOther } = got as { request: Record<string, unknown> };
  return differenceOf(outside, aroundOther) ?? differenceOf(one, other);
}

/** Returns null where the model does not know the bytes: those of the gateway's own reversals, and of advices without a wallet. */
function expectedEnvelope(run: Run, tx: Transaction): Readonly<Record<string, unknown>> | null {
  if (tx.ownReversalOf !== null || knownWalletOf(run, tx.call) === null) return null;
  return envelopeOf(tx.call);
}

/** Takes in a reversal of the gateway's own; null where it may not make one. */
function ownReversal(run: Run, send: Omit<Send, 'manner'>, fail: (why: string) => void): Transaction | null {
  const { request } = send.envelope as { request: Record<string, string> };
  const methodName = String(request['method_name']) as MethodName;
  const named = run.transactions.filter(
    ({ method, call: { fields } }) =>
      (METHODS[methodName] as { reverses?: readonly string[] } | undefined)?.reverses?.includes(method) ===
        true &&
      fields['transaction_id'] === request['reference_id'] &&
      fields['transaction_date'] === request['reference_date'] &&
      fields['terminal_id'] === request['terminal_id'] &&
      String(request['transaction_id']).startsWith('REVERSAL-'),
  );
  const original = likeliest(run, named, String(request['request_amount']));
  if (original === undefined) {
    fail(`The wallet service got a call that nobody made: ${JSON.stringify(send.envelope)}`);
    return null;
  }
  const own = createTransaction({
    name: `the gateway's reversal of ${original.name}`,
    method: methodName,
    call: {
      method: methodName,
      fields: Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)])),
      requestId: send.requestId,
    },
    keyId: null,
    ownReversalOf: original,
  });
  const before = run.transactions.find(({ ownReversalOf }) => ownReversalOf === original);
  if (before !== undefined) fail(`${original.name} was reversed by the gateway twice`);
  if (!isKnownApproved(original)) fail(`The gateway reversed ${original.name}, whose approval nobody knows`);
  const moved = amountMoved(original);
  if (!original.settledByOperator && String(request['request_amount']) !== moved)
    fail(
      `The gateway gave ${String(request['request_amount'])} of ${original.name} back, and ${moved} moved`,
    );
  own.possible = new Set(['pending', 'queued', 'answered', 'in_doubt']);
  own.original = original;
  original.wasContradicted = true;
  original.possible = new Set([
    'contradicted',
    ...(original.settledByOperator ? (['answered'] as const) : []),
  ]);
  run.transactions.push(own);
  return own;
}

/** Returns the call that a reversal of the gateway's own gives back. Several calls may have one transaction id and date. */
function likeliest(run: Run, named: readonly Transaction[], amount: string): Transaction | undefined {
  const weigh = (tx: Transaction): number =>
    (run.transactions.some(({ ownReversalOf }) => ownReversalOf === tx) ? 0 : 8) +
    (amountMoved(tx) === amount ? 4 : 0) +
    (isKnownApproved(tx) ? 2 : 0) +
    (maybe(tx, 'contradicted', 'in_doubt', 'pending') ? 1 : 0);
  return named.toSorted((one, other) => weigh(other) - weigh(one))[0];
}

function amountMoved({ sends, call: { fields } }: Transaction): string {
  const approval = sends.findLast(({ answer }) => answer !== null && isApproved(answer))?.answer;
  return String(approval?.fields['approvalAmount'] ?? fields['request_amount']);
}

export interface CallArgs {
  readonly tx: Transaction;
  readonly call?: Call;
  readonly channel: Channel;
  readonly principal: Principal;
  readonly node?: number;
}

export function keyFor(
  run: Run,
  principal: Principal,
  programme: Programme,
): { readonly keyId: string | null; readonly key: string | null } {
  if (principal === 'terminal') return { keyId: null, key: null };
  if (principal === 'bound') return run.boundKey;
  return { keyId: keyIdOf(programme, principal), key: keyOf(programme, principal) };
}

/** Makes one call. A connection that ends without a reply is an outcome too. */
export async function exchange(
  url: string,
  channel: Channel,
  call: Call,
  key: string | null,
): Promise<Outcome> {
  let reply: Reply;
  try {
    reply = await channel.call(url, call, { key });
  } catch (error) {
    if (isCut(error)) return { kind: 'cut' };
    throw error instanceof SyntaxError
      ? new Violation(`A reply on ${channel.name} cannot be read: ${error.message}`)
      : new Violation(`A reply on ${channel.name} is not as documented: ${(error as Error).message}`);
  }
  return outcomeOf(channel, reply);
}

/** Calls and judges the reply. */
export async function callAndJudge(
  run: Run,
  { tx, call = tx.call, channel, principal, node }: CallArgs,
): Promise<Outcome> {
  const programme = run.terminals.find(({ id }) => id === tx.call.fields['terminal_id'])!.programme;
  const { keyId, key } = keyFor(run, principal, programme);
  const blockers = certainBlockersOf(run.transactions, tx);
  if (only(tx, 'absent') && tx.rules.reverses.length > 0) tx.original = originalOf(run.transactions, tx);
  // The first caller is its principal.
  if (only(tx, 'absent') && tx.inFlight === 0) tx.keyId = keyId;
  const before = tx.possible;
  if (before.has('absent')) tx.possible = new Set([...before, 'pending']);
  const refusal = refusalOf(run, tx, principal);
  const isWalletUnknown = knownWalletOf(run, tx.call) === null;
  const decline = declineOf(run, tx);
  const sent = tx.sends.length;
  tx.inFlight += 1;
  tx.callCount += 1;
  const number = tx.callCount;
  const isJoining = tx.inFlight > 1;
  const startedAt = performance.now();
  if (!isJoining) tx.inFlightSince = sinceOf(before, startedAt);
  const since = tx.inFlightSince;
  const outcome = await exchange(run.world.url(node), channel, call, key);
  const elapsedMs = performance.now() - startedAt;
  // The call that began first may end last: the others came and went while it ran.
  const isShared = isJoining || tx.callCount > number;
  tx.inFlight -= 1;
  const asked: Asked = {
    tx,
    keyId,
    before,
    sends: isShared ? tx.sends : tx.sends.slice(sent),
    isLate: elapsedMs > LATE_AFTER_MS,
    isClockSet: startedAt - run.clockSetAt < CLOCK_SET_MS,
    isJoinedLate: performance.now() - since > LATE_AFTER_MS,
    isShared,
    blockers: {
      certain: blockers.some((blocker) => !maybe(blocker, 'absent')),
      possible: blockersOf(run.transactions, tx).length > 0 || isOneBeingReversed(run.transactions, tx),
    },
    trouble: run.trouble,
    isUnsaved: !isShared && isUnsaved(run, tx, startedAt),
    refusal,
    isWalletUnknown,
    decline,
    mayBeStale: mayBeStale(run, tx, elapsedMs),
  };
  if (tx.original != null) widen(run, tx.original);
  throwViolations(run);
  judge(asked, outcome);
  remember(tx, outcome, startedAt);
  for (const state of tx.possible) count(run, `state ${state}`);
  if (isShared && tx.inFlight === 0 && !run.trouble.isKilled)
    await lookAndNarrow(run, tx).catch((error: unknown) => {
      // The node may die during the look.
      if (!run.trouble.isKilled || !isCut(error)) throw error;
    });
  note(
    run,
    `  ${tx.name} by ${principal} on ${channel.name} -> ${describe(outcome)}; ${[...tx.possible].join(' or ')}`,
  );
  throwViolations(run);
  return outcome;
}

/** Keeps the age of the answer, and what the transaction has been in. */
function remember(tx: Transaction, outcome: Outcome, startedAt: number): void {
  // The time in the ledger is that before the commit, which a store in trouble makes wait.
  if (outcome.kind === 'answer' && !outcome.replayed)
    LAST_SETTLED.set(tx, tx.sends.findLast(({ answer }) => answer !== null)?.endedAt ?? startedAt);
  if (maybe(tx, 'in_doubt')) tx.doubts.max += 1;
  if (maybe(tx, 'contradicted')) tx.wasContradicted = true;
}

/** Whether an answer of effect `none` may be older than its replay time, as the node sees it that got the call. */
const mayBeStale = (run: Run, tx: Transaction, elapsedMs: number): boolean =>
  run.world.clocksDiffer() ||
  (LAST_SETTLED.get(tx) ?? 0) <
    Math.max(run.clockSetAt + CLOCK_SET_MS, performance.now() - REPLAY_NONE_MS + elapsedMs + 200);

/** How long after the signal a process may notice that its clock was set. */
export const CLOCK_SET_MS = 2000;

/** Whether the store could save nothing when the call came, or when its answer did. */
function isUnsaved(
  { trouble: { storeLostSince: since } }: Run,
  { sends }: Transaction,
  startedAt: number,
): boolean {
  return since !== null && (startedAt > since || (sends.at(-1)?.endedAt ?? 0) > since);
}

/** Error that this caller must get before the ledger is asked. */
export function refusalOf(run: Run, tx: Transaction, principal: Principal): string | null {
  const { isEnabled, passwords } = terminalOf(run, tx.call);
  const isRevoked = principal === 'bound' && run.isBoundKeyRevoked;
  const isProven = isEnabled && passwords.includes(tx.call.password!);
  return isRevoked || !isProven || isOutsideWindow(tx) ? 'UNAUTHENTICATED' : null;
}

/** A row that is pending while nobody calls was left behind: its lease may end at any time. */
function sinceOf(before: ReadonlySet<State>, startedAt: number): number {
  return before.has('pending') ? Number.NEGATIVE_INFINITY : startedAt;
}

/** Code of the directory's decline of a call that was not processed before. */
export function declineOf(run: Run, { call, rules }: Transaction): number | null {
  if (rules.effect === 'advice') return null;
  const wallet = knownWalletOf(run, call);
  if (wallet === null) return -4;
  return wallet.isBlocked && rules.effect === 'money' ? -29 : null;
}

export const terminalOf = (run: Run, { fields }: Call): Terminal =>
  run.terminals.find(({ id }) => id === fields['terminal_id'])!;

/** The wallet, where the directory has it in the programme of the terminal. */
export function knownWalletOf(run: Run, call: Call): Wallet | null {
  const { programme } = terminalOf(run, call);
  const wallet = run.wallets.find(({ reference }) => reference === call.fields['reference']);
  return wallet?.isKnown === true && wallet.programme === programme ? wallet : null;
}

/** Card of a terminal's call: the one that it names, else the default one; 0 where the wallet is unknown. */
export function cardOfTerminal(run: Run, call: Call): number {
  const wallet = knownWalletOf(run, call);
  const data = call.fields['transaction_data'] ?? call.fields['message_data'] ?? '';
  const named = wallet?.cards.find(({ trackingNumber: text }) => text !== null && data.includes(text));
  return named?.cardId ?? wallet?.defaultCardId ?? 0;
}

/** Returns whether the date is more than 48 h ahead. Steps of a clock are less than an hour. */
function isOutsideWindow({ call: { fields } }: Transaction): boolean {
  return momentOf(fields['transaction_date'] ?? '') > Date.now() + 49 * 3_600_000;
}

/** Times of the last new answers, for answers that are replayed for a limited time. */
const LAST_SETTLED = new WeakMap<Transaction, number>();

export function throwViolations(run: Run): void {
  const [violation] = run.world.violations.splice(0);
  if (violation !== undefined) throw violation;
}
