import { CardwayError } from '../../src/platform/errors.js';
import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import type { Random } from './random.js';
import { type Life, never, type VirtualTime } from './virtual-time.js';

export interface InjectedFault {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly life: Life;
  /** Probability that an operation fails without effect, and that the process dies before or after one. */
  readonly failure: () => number;
  readonly death: () => number;
  /** Probability that an operation takes longer than a lease, before or after its effect. */
  readonly stall: () => number;
  /** Whether the file is away: the store then acknowledges nothing. */
  readonly isLost: () => boolean;
  /** Whether an operation that took effect fails now. */
  readonly losesAcknowledgement: () => boolean;
  readonly die: () => void;
  /** Called right before an operation takes effect. */
  readonly enter: (operation: keyof Ledger) => void;
}

/**
 * Returns a ledger as one process sees it: slow at times, unavailable at times, and cut off for ever when the process dies. Calls
 * `ledger` for each operation, because another file may be in its place.
 */
export function faultyLedger(ledger: () => Ledger, trouble: InjectedFault): Ledger {
  const { time, random, life } = trouble;

  async function breathe(): Promise<void> {
    if (random.chance(trouble.death())) trouble.die();
    if (life.isOver) await never();
    if (random.chance(0.3))
      await time.pause(random.chance(0.1) ? random.int(10, 400) : random.int(1, 4), life);
    if (random.chance(trouble.stall())) await time.pause(random.int(1_000, 30_000), life);
    if (life.isOver) await never();
  }

  async function through<T>(name: keyof Ledger, operation: () => Promise<T>): Promise<T> {
    await breathe();
    if (random.chance(trouble.failure())) throw new CardwayError('UNAVAILABLE');
    const isLost = trouble.isLost();
    // Rows that were written before the loss was noticed are in the file when it is found again.
    if (isLost && !random.chance(0.2)) throw new CardwayError('UNAVAILABLE');
    trouble.enter(name);
    const outcome = await operation();
    if (isLost || trouble.isLost()) throw new CardwayError('UNAVAILABLE');
    await breathe();
    if (trouble.losesAcknowledgement()) throw new CardwayError('UNAVAILABLE');
    return outcome;
  }

  const names = Object.keys(ledger()) as (keyof Ledger)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: never) => through<unknown>(name, () => ledger()[name](input) as Promise<unknown>),
    ]),
  ) as unknown as Ledger;
}
