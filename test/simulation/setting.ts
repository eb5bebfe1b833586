import type { Random } from './random.js';

/** What one seed makes of the world: the route, the settings, how much goes wrong. */
export interface Setting {
  readonly startMs: number;
  /** From then on nothing goes wrong any more. */
  readonly healthyFromMs: number;
  /** By then everything must have come to rest. */
  readonly endMs: number;
  readonly processes: number;
  readonly dedupes: boolean;
  readonly isInquirable: boolean;
  readonly reverseContradicted: boolean;
  readonly timeoutMs: number;
  readonly leaseMs: number;
  readonly lateMs: number;
  /** From then on the directory knows the wallet that it did not; null: it never does. */
  readonly walletKnownFromMs: number | null;
  /** For each operation of the ledger. */
  readonly failure: number;
  /** Before and after each operation of the ledger. */
  readonly death: number;
  /** Before and after each operation of the ledger. */
  readonly stall: number;
  /** Part of the faulty time in which the store takes nothing at all. */
  readonly outage: { readonly fromMs: number; readonly toMs: number } | null;
}

export function settingOf(random: Random): Setting {
  const startMs = Date.UTC(2026, 0, 1, 22, 0, 0);
  const healthyFromMs = startMs + 30_000;
  const outageFromMs = startMs + random.int(0, 20_000);
  return {
    startMs,
    healthyFromMs,
    endMs: healthyFromMs + 200_000,
    processes: random.int(1, 3),
    dedupes: random.chance(0.4),
    isInquirable: random.chance(0.4),
    reverseContradicted: random.chance(0.7),
    timeoutMs: random.pick([1_000, 3_000, 8_000]),
    leaseMs: random.pick([1_000, 10_000]),
    lateMs: random.pick([4_000, 20_000]),
    walletKnownFromMs: random.chance(0.5) ? startMs + random.int(0, 40_000) : null,
    failure: random.pick([0, 0, 0.02, 0.15]),
    death: random.pick([0, 0, 0.004, 0.02]),
    stall: random.pick([0, 0, 0, 0.01]),
    outage: random.chance(0.2) ? { fromMs: outageFromMs, toMs: outageFromMs + random.int(500, 5_000) } : null,
  };
}
