/**
 * A model plays against the real program (docs/testing-internals.md): it draws calls, faults and administration, and checks after
 * every step that the contract allows what the outside sees. A longer run:
 *
 *   npm run test:night -- --model --minutes 60      an hour on each database, in night-report.md
 *
 * CARDWAY_MODEL_MINUTES sets the length too. CARDWAY_MODEL_SEED repeats the same choices. CARDWAY_MODEL_PATH and CARDWAY_MODEL_REPLAY
 * repeat one failed run.
 */
import { printSize, sizeOf } from '../fault/size.js';
import { play, summaryOf } from './play.js';
import { startWorld, type DatabaseKind } from './world.js';

const MINUTES = Number(process.env['CARDWAY_MODEL_MINUTES'] ?? 0.5);
const SEED = sizeOf('CARDWAY_MODEL_SEED', 20260817);
const PATH = process.env['CARDWAY_MODEL_PATH'];
const REPLAY = process.env['CARDWAY_MODEL_REPLAY'];

/** Far beyond the slowest machine. */
const LONGEST_MS = MINUTES * 60_000 * 10 + 600_000;

export function modelSuite(kind: DatabaseKind): void {
  it(
    `the gateway on ${kind} does what the model of the contract allows, and nothing else`,
    async () => {
      const world = await startWorld({ kind });
      try {
        const played = await play(world, {
          seed: SEED,
          minutes: MINUTES,
          ...(PATH === undefined ? {} : { path: PATH }),
          ...(REPLAY === undefined ? {} : { replayPath: REPLAY }),
        });
        printSize(summaryOf(world, played));
        if (played.failure !== null) throw new Error(played.failure);
        expect(played.counts.get('steps')).toBeGreaterThan(20);
      } finally {
        await world.close();
      }
    },
    LONGEST_MS,
  );
}
