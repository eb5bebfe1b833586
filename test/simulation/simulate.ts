import { momentOf } from '../../src/platform/clock.js';
import type { Caller } from '../../src/use-cases/transactions/call.js';
import type { Ledger, TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';
import { requestIdOf } from './calls.js';
import type { PostedCall } from './captured.js';
import { faultyLedger } from './faulty-ledger.js';
import { type Gateway, type GatewayDeps, startGateway } from './gateway.js';
import { type Violation, violationsOf } from './invariants.js';
import { type Asked, createJournal, type ReceivedReply, type Journal } from './journal.js';
import { createMemoryLedger } from './memory-ledger.js';
import { networkOf } from './network.js';
import { createMachine, type NodeClock } from './node-clock.js';
import { type Random, seededRandom } from './random.js';
import { type Hardship, HARDSHIPS, isWithin, type Setting, settingOf } from './setting.js';
import { type Stage, printStory } from './stories.js';
import { virtualTime, type VirtualTime } from './virtual-time.js';
import { createWallet, type Wallet } from './wallet.js';

export interface Run {
  readonly seed: number;
  readonly setting: Setting;
  readonly journal: Journal;
  readonly wallet: Wallet;
  /** Rows of the ledger at the end. */
  readonly rows: readonly TransactionRow[];
  readonly violations: readonly Violation[];
}

export interface Bug {
  /** Changes the dependencies of every process. */
  readonly deps?: (deps: GatewayDeps) => GatewayDeps;
  /** Broken promises of the parts around the use cases. */
  readonly broken?: Partial<Promises>;
}

/** Promises that the simulator makes in place of the simulated parts: the store and the connection to the wallet service. */
export interface Promises {
  /** Leases end by the store's clock, not by that of the asking process. */
  readonly storeHasClock: boolean;
  /** A store whose file is away acknowledges nothing. */
  readonly noticesLostFile: boolean;
  /** Deadline and claim of a call that waited for its connection are checked again before the first byte. */
  readonly looksAgain: boolean;
  /** The reading that makes a call's checksum right defines its dates. */
  readonly provesDates: boolean;
  /** Processes measure durations by a clock that nobody can set. */
  readonly countsSteadily: boolean;
}

const KEPT: Promises = {
  storeHasClock: true,
  noticesLostFile: true,
  looksAgain: true,
  provesDates: true,
  countsSteadily: true,
};

export interface SimulateOptions {
  readonly bug?: Bug | undefined;
  /** Hardships of the run. Left out, all of them. */
  readonly hardships?: readonly Hardship[] | undefined;
}

/** Runs the use cases through all faults of a seed, and checks all invariants. */
export async function simulate(seed: number, { bug = {}, hardships }: SimulateOptions = {}): Promise<Run> {
  const random = seededRandom(seed);
  const newer = seededRandom(~seed);
  const setting = settingOf(random, newer, new Set(hardships ?? HARDSHIPS));
  const time = virtualTime(setting.startMs);
  const journal = createJournal(() => time.nowMs());
  const wallet = createWallet({ random: random.fork(), journal, ...setting });
  const rows = new Map<string, TransactionRow>();
  const promises = { ...KEPT, ...bug.broken };
  const world = { setting, time, journal, wallet, rows, random, newer, bug, promises };
  const gateways = startGateways(world);
  const stage = stageOf(world, gateways);
  const stories = Array.from({ length: random.int(2, 6) }, (_, index) => printStory(stage, index + 1));
  let failure: unknown = null;
  void Promise.all(stories).catch((error: unknown) => (failure = error));
  await time.run(setting.endMs);
  if (failure !== null) throw new Error('A story went wrong.', { cause: failure });
  const run = { seed, setting, journal, wallet, rows: [...rows.values()] };
  return { ...run, violations: violationsOf(run) };
}

interface SimulatedRuntime {
  readonly setting: Setting;
  readonly time: VirtualTime;
  readonly journal: Journal;
  readonly wallet: Wallet;
  /** Durable rows. */
  readonly rows: Map<string, TransactionRow>;
  readonly random: Random;
  /** As in settingOf. */
  readonly newer: Random;
  readonly bug: Bug;
  readonly promises: Promises;
}

function startGateways(world: SimulatedRuntime): readonly Gateway[] {
  const gateways: Gateway[] = [];
  const store = openStore(world, gateways);
  world.setting.places.forEach(({ aheadMs, steps, freezes }, place) => {
    const machine = createMachine(world.time, aheadMs);
    for (const { atMs, byMs } of steps) {
      world.time.at(atMs, () => {
        machine.stepBy(byMs);
        world.journal.write({ kind: 'struck', what: `clock ${String(place)} is set by ${String(byMs)} ms` });
      });
    }
    for (const { fromMs, toMs } of freezes) world.time.at(fromMs, () => gateways[place]?.freeze(toMs));
    const start = (generation: number): void => {
      const clock = countedBy(machine.startProcess(), world.promises);
      const owner = `process-${String(place)}.${String(generation)}`;
      world.journal.write({ kind: 'started', by: owner });
      gateways[place] = startProcess(world, { owner, clock, store }, () => start(generation + 1));
    };
    start(1);
  });
  restartWhenFound(world, gateways);
  return gateways;
}

function countedBy(clock: NodeClock, { countsSteadily }: Promises): NodeClock {
  return countsSteadily ? clock : { ...clock, monotonicMs: () => clock.nowMs() };
}

/** Restarts the process that lost its file, when the file is back. */
function restartWhenFound({ setting, time, journal }: SimulatedRuntime, gateways: readonly Gateway[]): void {
  const { lostFile } = setting;
  if (lostFile === null) return;
  time.at(lostFile.fromMs, () => journal.write({ kind: 'struck', what: 'the file is away' }));
  time.at(lostFile.toMs, () => {
    journal.write({ kind: 'struck', what: 'the file is there again' });
    for (const gateway of gateways) gateway.die();
  });
}

interface Store {
  /** Returns the ledger that is served now. */
  current(): Ledger;
  /** Announces the next owner, its operation and its clock. */
  enter(owner: string, operation: keyof Ledger, clock: NodeClock): void;
  isLost(): boolean;
}

function openStore(world: SimulatedRuntime, gateways: readonly Gateway[]): Store {
  const { setting, time, journal, rows, promises } = world;
  const databaseClock = createMachine(time, setting.storeAheadMs).startProcess();
  let last: { by: string; during: keyof Ledger; clock: NodeClock } = {
    by: '',
    during: 'find',
    clock: databaseClock,
  };
  const nowMs = (): number => {
    if (!promises.storeHasClock) return last.clock.nowMs();
    return (setting.store === 'shared' ? databaseClock : last.clock).steadyMs();
  };
  const clock = { nowMs, monotonicMs: nowMs };
  const ledger = createMemoryLedger({
    clock,
    onChange: (row) => {
      const owner = rows.get(row.requestId)?.owner;
      const isMakingIt = gateways.some((one) => one.owner === owner && one.isMaking(row.requestId));
      rows.set(row.requestId, row);
      journal.write({ kind: 'saved', row, by: last.by, during: last.during, isMakingIt });
    },
  });
  const nothing = createMemoryLedger({ clock });
  const isAway = (): boolean => isWithin(setting.lostFile, time.nowMs());
  return {
    current: () => (isAway() && !promises.noticesLostFile ? nothing : ledger),
    enter(by, during, ofProcess) {
      last = { by, during, clock: ofProcess };
    },
    isLost: () => isAway() && promises.noticesLostFile,
  };
}

interface Process {
  readonly owner: string;
  readonly clock: NodeClock;
  readonly store: Store;
}

function startProcess(
  world: SimulatedRuntime,
  { owner, clock, store }: Process,
  startNext: () => void,
): Gateway {
  const { setting, time, journal, rows, bug, promises } = world;
  const random = world.random.fork();
  const newer = world.newer.fork();
  const isFaulty = (): boolean => time.nowMs() < setting.healthyFromMs;
  const gateway = startGateway({
    owner,
    setting,
    time,
    clock,
    random,
    journal,
    change: bug.deps ?? ((deps) => deps),
    onDeath: () => {
      time.at(time.nowMs() + random.int(10, 4_000), startNext);
    },
    ledgerOf: (life, die) =>
      faultyLedger(() => store.current(), {
        time,
        random,
        life,
        failure: () => (isWithin(setting.outage, time.nowMs()) ? 1 : isFaulty() ? setting.failure : 0),
        death: () => (isFaulty() ? setting.death : 0),
        stall: () => (isFaulty() ? setting.stall : 0),
        isLost: () => store.isLost(),
        losesAcknowledgement: () => newer.chance(isFaulty() ? setting.lostAcknowledgement : 0),
        die,
        enter: (operation) => store.enter(owner, operation, clock),
      }),
    downstreamOf: (life) => {
      const { looksAgain } = promises;
      const parts = { ...world, ...setting, clock, random, looksAgain, route: routeOf(setting) };
      return networkOf(parts, life, (requestId) => {
        journal.write({ kind: 'left', requestId, by: owner, row: rows.get(requestId) ?? null });
      });
    },
  });
  return gateway;
}

function routeOf({ timeoutMs, dedupes }: Setting) {
  return { name: 'default', timeoutMs, dedupes };
}

function stageOf(world: SimulatedRuntime, gateways: readonly Gateway[]): Stage {
  const { time, journal, rows, setting, wallet, promises } = world;
  const random = world.random.fork();
  let asked = 0;
  return {
    time,
    random,
    setting,
    wallet,
    async ask(principal, call) {
      const asking: Asked = {
        number: (asked += 1),
        principal,
        call,
        requestId: requestIdOf(call.captured ?? call),
      };
      const gateway = gateways[random.int(0, gateways.length - 1)];
      // A process that stands still reads nothing.
      await time.pause(Math.max(0, (gateway?.life.frozenUntilMs ?? 0) - time.nowMs()));
      journal.write({ kind: 'asked', asked: asking, by: gateway?.owner ?? '' });
      const heard =
        gateway === undefined || gateway.life.isOver
          ? CUT
          : await gateway.transact(call, callerOf(asking, gateway, promises));
      const row = rowOf([...rows.values()], asking, heard);
      const requestId = row?.requestId ?? asking.requestId;
      journal.write({ kind: 'told', asked: { ...asking, requestId }, heard, row });
      return heard;
    },
  };
}

const CUT: ReceivedReply = { kind: 'cut' };

function callerOf({ principal, call }: Asked, { clock }: Gateway, promises: Promises): Caller {
  const key = principal.kind === 'key' ? principal.key : null;
  const checksumTexts = promises.provesDates ? call.checksumTexts : textsAlone(call);
  return { channel: key === null ? 'xmlrpc' : 'graphql', key, receivedAt: momentOf(clock), checksumTexts };
}

/** Returns the texts without their readings of the dates. */
function textsAlone({ checksumTexts }: PostedCall): PostedCall['checksumTexts'] {
  return checksumTexts === undefined
    ? undefined
    : () => checksumTexts().map(({ args, message }) => ({ args, message }));
}

/** Returns the durable row that a call went into. */
function rowOf(rows: readonly TransactionRow[], asked: Asked, heard: ReceivedReply): TransactionRow | null {
  const { principal, call } = asked;
  const requestId = heard.kind === 'result' ? (heard.result.requestId ?? asked.requestId) : asked.requestId;
  const named = rows.find((row) => row.requestId === requestId);
  if (named !== undefined || principal.kind === 'key') return named ?? null;
  const checksum = String(call.fields['checksum']).toLowerCase();
  const isSame = (row: TransactionRow): boolean =>
    row.keyId === null && row.checksum === checksum && row.methodName === call.methodName;
  return rows.find((row) => isSame(row) && row.terminalId === call.fields['terminalId']) ?? null;
}
