/**
 * Plants holes of the past into builds of the gateway, and plays the model against each until it finds the hole
 * (docs/testing-internals.md). A hole that the model does not find in time is a failure of the model. The whole report of each is in
 * .cache/holes/NAME/found.txt.
 *
 *   npm test -- test/model/holes             the few that are found in seconds
 *   npm run test:night -- --holes            all of them
 *   CARDWAY_MODEL_HOLES=late-deduct,zone-ignored npm test -- test/model/holes
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printSize, sizeOf } from '../fault/size.js';
import { whyNoPostgres } from '../support/postgres.js';
import { HOLES } from './holes.js';
import { buildWith } from './patched-build.js';
import { play } from './play.js';
import { startWorld } from './world.js';

/** Time to find one hole, in minutes. */
const MINUTES = sizeOf('CARDWAY_MODEL_HOLE_MINUTES', 10);
const SEED = sizeOf('CARDWAY_MODEL_SEED', 20260817);
const WANTED = process.env['CARDWAY_MODEL_HOLES'] ?? 'zone-ignored,answer-not-saved';
const wanted = WANTED === 'all' ? HOLES.map(({ name }) => name) : WANTED.split(',');

const without = whyNoPostgres();
const holes = HOLES.filter(({ name }) => wanted.includes(name)).filter(
  ({ kind }) => kind === 'SQLite' || without === null,
);
if (without !== null) process.stderr.write(`Skipped on PostgreSQL: ${without}\n`);

describe('the model finds', () => {
  it.each(holes)(
    '$name: $what',
    async (hole) => {
      const main = await buildWith(hole);
      const world = await startWorld({ kind: hole.kind, main });
      try {
        const { failure, seconds, counts } = await play(world, {
          seed: SEED,
          minutes: MINUTES,
          shrinks: false,
        });
        const steps = String(counts.get('steps') ?? 0);
        const why = failure?.split('\n')[0] ?? 'not found';
        writeFileSync(join(dirname(main), '..', 'found.txt'), failure ?? 'nothing');
        printSize(`Hole ${hole.name}: ${seconds.toFixed(1)} s, ${steps} steps: ${why}`);
        expect(failure).not.toBeNull();
      } finally {
        await world.close();
      }
    },
    2 * MINUTES * 60_000,
  );
});
