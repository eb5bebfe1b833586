import type { Random } from './random.js';

/** Faults besides dying processes, slow stores and bad networks. */
export const HARDSHIPS = [
  /** The clocks of the machines differ, and none shows the true time. */
  'skew',
  /** Clocks are set forward and back, by up to hours. */
  'steps',
  /** A connection is made long after it was asked for. */
  'late_connections',
  /** The database file is gone for a while. */
  'lost_file',
  /** A process stands still for a while, and then continues without knowing. */
  'freezes',
  /** Somebody posts terminals' calls again, with the date in another form and the same checksum. */
  'captured_calls',
  /** Reversals name their original inexactly, or one that only the wallet service knows, or a very old one. */
  'loose_reversals',
  /** The directory learns of a wallet after its first calls. */
  'new_wallets',
  /** Operations of the ledger take effect, and then fail: the acknowledgement of a commit is lost. */
  'lost_acknowledgements',
] as const;

export type Hardship = (typeof HARDSHIPS)[number];

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export function isWithin(span: Span | null, nowMs: number): boolean {
  return span !== null && nowMs >= span.fromMs && nowMs < span.toMs;
}

/** A machine that serves. */
export interface Location {
  /** Clock of the machine minus the true time, at the beginning. */
  readonly aheadMs: number;
  readonly steps: readonly { readonly atMs: number; readonly byMs: number }[];
  readonly freezes: readonly Span[];
}

/** World that a seed describes: the route, the settings, and the amount of faults. */
export interface Setting {
  readonly startMs: number;
  /** Time at which faults end. Clocks stay as wrong as they are. */
  readonly healthyFromMs: number;
  /** Time by which all work must have ended. */
  readonly endMs: number;
  readonly places: readonly Location[];
  /**
   * Store. `shared`: all processes use one database, which has its own clock. `alone`: a file that one process serves at a time.
   */
  readonly store: 'shared' | 'alone';
  /** Clock of the shared database minus the true time. */
  readonly storeAheadMs: number;
  readonly dedupes: boolean;
  /** Whether the wallet service declines some of the reversals. */
  readonly declinesReversals: boolean;
  readonly isInquirable: boolean;
  readonly reverseContradicted: boolean;
  readonly timeoutMs: number;
  readonly leaseMs: number;
  readonly lateMs: number;
  /** Probability for each operation of the ledger. */
  readonly failure: number;
  /** Probability before and after each operation of the ledger. */
  readonly death: number;
  /** Probability before and after each operation of the ledger. */
  readonly stall: number;
  /** Probability for each connection. */
  readonly lateConnection: number;
  /** Part of the faulty time in which the store accepts nothing. */
  readonly outage: Span | null;
  /** Time without the file. The finder of the file starts the process again. */
  readonly lostFile: Span | null;
  readonly hasCapturedCalls: boolean;
  readonly hasLooseReversals: boolean;
  /** Time from which the directory knows the new wallet. Null where it knows it from the beginning. */
  readonly newWalletFromMs: number | null;
  /** Probability that an operation of the ledger takes effect, and then fails. */
  readonly lostAcknowledgement: number;
}

export function settingOf(
  random: Random,
  /** Stream of the hardships that are newer than the seeds of planted bugs. It shifts no older choice. */
  newer: Random,
  hardships: ReadonlySet<Hardship>,
): Setting {
  const startMs = Date.UTC(2026, 0, 1, 22, 0, 0);
  const healthyFromMs = startMs + FAULTY_MS;
  const outage = spanOf(random, startMs, 5_000);
  const processes = random.int(1, 3);
  const store = processes === 1 && random.chance(0.7) ? 'alone' : 'shared';
  const setting = {
    startMs,
    healthyFromMs,
    endMs: healthyFromMs + 200_000,
    dedupes: random.chance(0.4),
    declinesReversals: random.chance(0.3),
    isInquirable: random.chance(0.4),
    reverseContradicted: random.chance(0.7),
    timeoutMs: random.pick([1_000, 3_000, 8_000]),
    leaseMs: random.pick([1_000, 10_000]),
    lateMs: random.pick([4_000, 20_000]),
    failure: random.pick([0, 0, 0.02, 0.15]),
    death: random.pick([0, 0, 0.004, 0.02]),
    stall: random.pick([0, 0, 0, 0.01]),
    outage: random.chance(0.2) ? outage : null,
  };
  // Each draws from its own stream, so that an omitted hardship does not change the others.
  const of = <T>(hardship: Hardship, draw: (own: Random) => T, without: T, from = random): T => {
    const drawn = draw(from.fork());
    return hardships.has(hardship) ? drawn : without;
  };
  return {
    ...setting,
    store,
    storeAheadMs: of('skew', aheadOf, 0),
    places: locationsOf(processes, startMs, of),
    lateConnection: of('late_connections', (own) => own.pick([0, 0.05, 0.3]), 0),
    lostFile: of('lost_file', (own) => lossOf(own, store, startMs), null),
    hasCapturedCalls: of('captured_calls', () => true, false),
    hasLooseReversals: of('loose_reversals', () => true, false),
    newWalletFromMs: of('new_wallets', (own) => startMs + own.int(0, 2 * FAULTY_MS), null),
    lostAcknowledgement: of('lost_acknowledgements', (own) => own.pick([0, 0, 0.02, 0.1]), 0, newer),
  };
}

/** Duration of the faults. */
const FAULTY_MS = 30_000;

type Of = <T>(hardship: Hardship, draw: (own: Random) => T, without: T) => T;

function locationsOf(processes: number, startMs: number, of: Of): readonly Location[] {
  return Array.from({ length: processes }, () => ({
    aheadMs: of('skew', aheadOf, 0),
    steps: of('steps', (own) => stepsOf(own, startMs), []),
    freezes: of('freezes', (own) => (own.chance(0.3) ? [spanOf(own, startMs, 20_000)] : []), []),
  }));
}

function aheadOf(random: Random): number {
  return random.pick([0, 0, 1]) * wayOf(random);
}

function stepsOf(random: Random, startMs: number): Location['steps'] {
  return Array.from({ length: random.pick([0, 0, 1, 2]) }, () => ({
    atMs: startMs + random.int(0, FAULTY_MS),
    byMs: wayOf(random),
  }));
}

function wayOf(random: Random): number {
  return random.pick([-1, 1]) * random.pick([2_000, 12_000, 15_000, 60_000, 3_600_000, 10_800_000]);
}

function lossOf(random: Random, store: Setting['store'], startMs: number): Span | null {
  const span = spanOf(random, startMs, 10_000);
  return store === 'alone' && random.chance(0.5) ? span : null;
}

function spanOf(random: Random, startMs: number, longestMs: number): Span {
  const fromMs = startMs + random.int(0, 20_000);
  return { fromMs, toMs: fromMs + random.int(500, longestMs) };
}
