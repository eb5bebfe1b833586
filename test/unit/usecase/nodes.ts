/** Processes of the gateway on one store, whose waits move the clock. */
import { createSealer } from '../../../src/core/access/seal.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import { createBackground, createNamedBackground } from '../../../src/platform/background.js';
import { toCardwayError } from '../../../src/platform/errors.js';
import type { Store } from '../../../src/store/store.js';
import type { Terminal, Wallet } from '../../../src/use-cases/directory/directory-port.js';
import type {
  DownstreamCall,
  DownstreamOutcome,
  Route,
} from '../../../src/use-cases/transactions/downstream-port.js';
import type { Envelope } from '../../../src/core/transactions/envelope.js';
import type { Observer } from '../../../src/use-cases/ports.js';
import type { TransactionCall } from '../../../src/use-cases/transactions/call/call.js';
import type { TransactionRow } from '../../../src/use-cases/transactions/ledger-port.js';
import { ownReversalOf } from '../../../src/use-cases/transactions/settle/own-reversals.js';
import { createRunningTransactions } from '../../../src/use-cases/transactions/call/running.js';
import { settleLate } from '../../../src/use-cases/transactions/settle/settle.js';
import type { SweepDeps } from '../../../src/use-cases/transactions/advice/sweep.js';
import { createTransact } from '../../../src/use-cases/transactions/call/transact.js';
import type { TransactDeps } from '../../../src/use-cases/transactions/transact-deps.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';
import { type Identity, PASSWORD, PROGRAMME, requestIdOf, WALLET } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';

export const START_MS = Date.UTC(2026, 0, 1, 22, 0, 0);
export const DEDUCT: Identity = {
  terminalId: '0068766621',
  transactionId: 'T-1',
  atMs: START_MS,
};
export const DOUBT: DownstreamOutcome = {
  ...{ kind: 'in_doubt', reason: 'status', httpStatus: 500, raw: '' },
  ...{ sentAtMs: START_MS, answeredAtMs: START_MS },
};

export type Deps = TransactDeps & SweepDeps;

/** Store and time of a test. */
export const world = {} as { store: Store; file: string; nowMs: number };

/** Gives each test of a file a store of its own. */
export function useStore(): void {
  let place: ReturnType<typeof temporaryFolder>;
  beforeEach(async () => {
    place = temporaryFolder();
    world.file = place.file;
    world.nowMs = START_MS;
    const clock = { nowMs: () => world.nowMs, monotonicMs: () => world.nowMs };
    world.store = await migratedStore({
      ...place,
      clock: { ...clock, set: (ms: number) => void (world.nowMs = ms) },
    });
  });
  afterEach(() => world.store.close());
}

/** A process of the gateway on the store. Its waits move the clock. */
export function createNode(owner: string) {
  const sent: { readonly route: string; readonly envelope: Envelope }[] = [];
  const contradicted: string[] = [];
  const alerts: Parameters<Observer['alert']>[] = [];
  const state = {
    send: (_call: DownstreamCall): Promise<DownstreamOutcome> => Promise.resolve(answerOf(1)),
    wallets: [WALLET] as readonly Wallet[],
    passwords: [PASSWORD],
    route: { name: 'old', timeoutMs: 1800, dedupes: true } as Route,
    /** Routes of which no method goes to. */
    otherRoutes: [] as readonly Route[],
    onTerminal: async (): Promise<void> => undefined,
  };
  const sealer = createSealer({
    masterKey: Buffer.alloc(32, 7),
    hashKey: Buffer.alloc(32, 8),
    random: (size) => Buffer.alloc(size),
  });
  const deps = {
    methods: methodTable(),
    hasher: sealer,
    sealer,
    directoryMode: 'required',
    dateWindow: { maxAgeMs: null, maxAheadMs: Number.POSITIVE_INFINITY },
    ledger: world.store.ledger,
    clock: { nowMs: () => world.nowMs, monotonicMs: () => world.nowMs },
    timer: {
      wait(ms: number) {
        world.nowMs += ms;
        return { done: new Promise((resolve) => setImmediate(resolve)), cancel: () => undefined };
      },
    },
    directory: {
      async terminal(terminalId: string) {
        await state.onTerminal();
        const terminal = { terminalId, programme: PROGRAMME, checksumAlgorithm: 'sha256' };
        const { passwords } = state;
        return { ...terminal, passwords, allowedNetworks: null } as unknown as Terminal;
      },
      wallet: (reference: string) =>
        Promise.resolve(state.wallets.find((one) => one.reference === reference) ?? null),
      apiKey: () => Promise.resolve(null),
    },
    downstream: {
      route: () => state.route,
      namedRoute: (name: string) => [state.route, ...state.otherRoutes].find((route) => route.name === name),
      inquiryRoutes: [],
      inquire: () => Promise.resolve({ kind: 'no_answer' }),
      send(call: DownstreamCall) {
        sent.push({ route: call.route, envelope: JSON.parse(call.body.toString()) as Envelope });
        return call.methodName.includes('Reversal') ? Promise.resolve(answerOf(1)) : state.send(call);
      },
    },
    observer: {
      alert: (...alert: Parameters<Observer['alert']>) => void alerts.push(alert),
      replayed: () => undefined,
      completed: () => undefined,
    },
    onRefused: () => undefined,
    onUnknownWallet: () => undefined,
    rateLimits: { take: () => ({ kind: 'taken' }) },
    running: createRunningTransactions(),
    background: createBackground(() => undefined),
    calls: createNamedBackground(() => undefined),
    process: { owner },
    leaseMs: 2800,
    ...{
      replayNoneMs: 60_000,
      joinPollMs: 100,
      settleReserveMs: 60,
      longestCallMs: 1800,
      settleRetryMs: 500,
    },
    ...{ adviceRetryMs: 1000, adviceRetryMaxMs: 30_000, matchEveryMs: 2000, batchMax: 100 },
    ...{
      inquiryMinMs: 2000,
      inquiryMaxMs: 60_000,
      timeoutReplies: new Map(),
      lateMs: 60_000,
    },
    random: () => 0.5,
    ownReversal(row: TransactionRow) {
      contradicted.push(row.requestId);
      return ownReversalOf(deps, row);
    },
  } as unknown as Deps;
  const transact = createTransact(deps);
  const receivedAt = () => ({ epochMs: world.nowMs, monotonicMs: world.nowMs });
  return {
    deps,
    sent,
    contradicted,
    alerts,
    state,
    /** Returns the resultCode that the terminal gets. */
    call: (call: TransactionCall): Promise<number> =>
      transact(call, { channel: 'xmlrpc', key: null, receivedAt: receivedAt() } as never).then(
        ({ response }) => response.resultCode,
        (error: unknown) => toCardwayError(error).resultCode,
      ),
    /** A backend's call, whose checksum the gateway computes. */
    callByKey: ({ fields: { checksum: _, ...fields }, ...call }: TransactionCall) =>
      transact(
        {
          ...call,
          fields,
          requestId: null,
          customerId: WALLET.customerId,
          cardId: WALLET.cards[0]?.cardId ?? 0,
        },
        {
          ...{ channel: 'graphql', receivedAt: receivedAt() },
          key: { keyId: 'backend', programme: PROGRAMME, terminalIds: null },
        } as never,
      ),
  };
}

export const rowOf = async (requestId: string) => (await world.store.ledger.find(requestId))!;

/** Makes a call whose process dies while it sends. The row is in doubt when its lease has ended. */
export async function dieSending(call: TransactionCall, by: ReturnType<typeof createNode>): Promise<string> {
  const requestId = requestIdOf(call);
  const isSent = new Promise<void>((resolve) => {
    by.state.send = () => {
      resolve();
      return new Promise(() => undefined);
    };
  });
  void by.call(call);
  await isSent;
  world.nowMs += 10_000;
  return requestId;
}

/** Makes a call that is in doubt, and whose terminal got so. */
export async function doubted(call: TransactionCall, by: ReturnType<typeof createNode>): Promise<string> {
  by.state.send = () => Promise.resolve(DOUBT);
  await by.call(call);
  by.state.send = () => Promise.resolve(answerOf(1));
  return requestIdOf(call);
}

export async function approve(
  node: ReturnType<typeof createNode>,
  requestId: string,
  response = {},
): Promise<void> {
  const answered = answerOf(1);
  const answer = { ...answered.answer, response: { ...answered.answer.response, ...response } };
  const awaited = { ...(await rowOf(requestId)), wasInDoubt: true, reply: null };
  await settleLate(node.deps, awaited, { ...answered, answer });
}

export const idle = (node: ReturnType<typeof createNode>): Promise<void> =>
  (node.deps.background as ReturnType<typeof createBackground>).idle();
