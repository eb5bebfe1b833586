import { momentOf } from '../../src/core/moment.js';
import type { TransactionRow } from '../../src/usecase/ports.js';
import { requestIdOf } from './calls.js';
import { faultyLedger } from './faulty-ledger.js';
import { startGateway, type Gateway, type GatewayDeps } from './gateway.js';
import { violationsOf, type Violation } from './invariants.js';
import { createJournal, type Asked, type Heard, type Journal } from './journal.js';
import { createMemoryLedger } from './memory-ledger.js';
import { networkOf } from './network.js';
import { seededRandom, type Random } from './random.js';
import { settingOf, type Setting } from './setting.js';
import { tell, type Stage } from './stories.js';
import { virtualTime, type VirtualTime } from './virtual-time.js';
import { createWallet, type Wallet } from './wallet.js';

export interface Run {
  readonly seed: number;
  readonly setting: Setting;
  readonly journal: Journal;
  readonly wallet: Wallet;
  /** The ledger as it is in the end. */
  readonly rows: readonly TransactionRow[];
  readonly violations: readonly Violation[];
}

/** A bug: the dependencies of every process are changed by it. */
export type Bug = (deps: GatewayDeps) => GatewayDeps;

/** Runs the use cases through everything that a seed brings, and looks whether all invariants held. */
export async function simulate(seed: number, bug: Bug = (deps) => deps): Promise<Run> {
  const random = seededRandom(seed);
  const setting = settingOf(random);
  const time = virtualTime(setting.startMs);
  const journal = createJournal(() => time.nowMs());
  const wallet = createWallet({ random: random.fork(), journal, dedupes: setting.dedupes });
  const rows = new Map<string, TransactionRow>();
  const world = { setting, time, journal, wallet, rows, random, bug };
  const gateways = startGateways(world);
  const stage = stageOf(world, gateways);
  const stories = Array.from({ length: random.int(2, 6) }, (_, index) => tell(stage, index + 1));
  let failure: unknown = null;
  void Promise.all(stories).catch((error: unknown) => (failure = error));
  await time.run(setting.endMs);
  if (failure !== null) throw new Error('A story went wrong.', { cause: failure });
  const run = { seed, setting, journal, wallet, rows: [...rows.values()] };
  return { ...run, violations: violationsOf(run) };
}

interface SimulatedWorld {
  readonly setting: Setting;
  readonly time: VirtualTime;
  readonly journal: Journal;
  readonly wallet: Wallet;
  /** What is durable. */
  readonly rows: Map<string, TransactionRow>;
  readonly random: Random;
  readonly bug: Bug;
}

function startGateways(world: SimulatedWorld): readonly Gateway[] {
  const { setting, time, journal, rows } = world;
  const gateways: Gateway[] = [];
  let by = '';
  const ledger = createMemoryLedger({
    clock: time,
    onChange: (row) => {
      rows.set(row.requestId, row);
      journal.write({ kind: 'saved', row, by });
    },
  });
  const start = (place: number, generation: number): void => {
    const owner = `process-${String(place)}.${String(generation)}`;
    const random = world.random.fork();
    const isFaulty = (): boolean => time.nowMs() < setting.healthyFromMs;
    gateways[place] = startGateway({
      owner,
      setting,
      time,
      random,
      journal,
      change: world.bug,
      ledgerOf: (life, die) =>
        faultyLedger(ledger, {
          time,
          random,
          life,
          failure: () => (isOut(setting, time.nowMs()) ? 1 : isFaulty() ? setting.failure : 0),
          death: () => (isFaulty() ? setting.death : 0),
          stall: () => (isFaulty() ? setting.stall : 0),
          die: () => {
            die();
            time.at(time.nowMs() + random.int(10, 4_000), () => {
              start(place, generation + 1);
            });
          },
          enter: () => {
            by = owner;
          },
        }),
      downstreamOf: (life) =>
        networkOf({ ...world, ...setting, random, route: routeOf(setting) }, life, (requestId) => {
          journal.write({ kind: 'left', requestId, by: owner, row: rows.get(requestId) ?? null });
        }),
    });
  };
  for (let place = 0; place < setting.processes; place += 1) start(place, 1);
  return gateways;
}

function isOut({ outage }: Setting, nowMs: number): boolean {
  return outage !== null && nowMs >= outage.fromMs && nowMs < outage.toMs;
}

function routeOf({ timeoutMs, dedupes }: Setting) {
  return { name: 'default', timeoutMs, dedupes };
}

function stageOf(world: SimulatedWorld, gateways: readonly Gateway[]): Stage {
  const { time, journal, rows, setting } = world;
  const random = world.random.fork();
  return {
    time,
    random,
    setting,
    async ask(principal, call) {
      const asked: Asked = { principal, call, requestId: requestIdOf(call) };
      const gateway = gateways[random.int(0, gateways.length - 1)];
      journal.write({ kind: 'asked', asked, by: gateway?.owner ?? '' });
      const key = principal.kind === 'key' ? principal.key : null;
      const door = key === null ? 'xmlrpc' : 'graphql';
      const heard: Heard =
        gateway === undefined || gateway.life.isOver
          ? { kind: 'cut' }
          : await gateway.transact(call, { door, key, receivedAt: momentOf(time) });
      // A wallet that became known meanwhile gives the call another card, and so another id.
      const requestId = (heard.kind === 'result' ? heard.result.requestId : null) ?? asked.requestId;
      journal.write({ kind: 'told', asked, heard, row: rows.get(requestId) ?? null });
      return heard;
    },
  };
}
