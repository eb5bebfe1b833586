import { CardwayError } from '../../src/errors.js';
import type { Ledger } from '../../src/usecase/ports.js';
import type { Random } from './random.js';
import { never, type Life, type VirtualTime } from './virtual-time.js';

export interface Trouble {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly life: Life;
  /** How probable it is that an operation fails without effect, and that the process dies before or after one. */
  readonly failure: () => number;
  readonly death: () => number;
  /** How probable it is that an operation takes longer than a lease, before or after its effect. */
  readonly stall: () => number;
  readonly die: () => void;
  /** Told right before an operation takes effect. */
  readonly enter: () => void;
}

/** A ledger as one process sees it: slow at times, unavailable at times, and cut off for ever when the process dies. */
export function faultyLedger(ledger: Ledger, trouble: Trouble): Ledger {
  const { time, random, life } = trouble;

  async function breathe(): Promise<void> {
    if (random.chance(trouble.death())) trouble.die();
    if (life.isOver) await never();
    if (random.chance(0.3))
      await time.pause(random.chance(0.1) ? random.int(10, 400) : random.int(1, 4), life);
    if (random.chance(trouble.stall())) await time.pause(random.int(1_000, 30_000), life);
    if (life.isOver) await never();
  }

  async function through<T>(operation: () => Promise<T>): Promise<T> {
    await breathe();
    if (random.chance(trouble.failure())) throw new CardwayError('UNAVAILABLE');
    trouble.enter();
    const outcome = await operation();
    await breathe();
    return outcome;
  }

  return {
    claim: (input) => through(() => ledger.claim(input)),
    reclaim: (input) => through(() => ledger.reclaim(input)),
    settle: (input) => through(() => ledger.settle(input)),
    markEarly: (input) => through(() => ledger.markEarly(input)),
    requeue: (input) => through(() => ledger.requeue(input)),
    sealedBody: (requestId) => through(() => ledger.sealedBody(requestId)),
    confirm: (input) => through(() => ledger.confirm(input)),
    find: (requestId) => through(() => ledger.find(requestId)),
    keyless: (named) => through(() => ledger.keyless(named)),
    linked: (requestId) => through(() => ledger.linked(requestId)),
    list: (page) => through(() => ledger.list(page)),
    count: (filter) => through(() => ledger.count(filter)),
    expireLeases: (input) => through(() => ledger.expireLeases(input)),
    takeOver: (input) => through(() => ledger.takeOver(input)),
    tell: (input) => through(() => ledger.tell(input)),
    leaseDoubts: (input) => through(() => ledger.leaseDoubts(input)),
    leaseQueued: (input) => through(() => ledger.leaseQueued(input)),
  };
}
