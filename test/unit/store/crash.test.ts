import { once } from 'node:events';
import { sizeOf } from '../../fault/size.js';
import { seededRandom } from '../../support/random.js';
import { startChild, type Child } from './child/start.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

/** Number of kills. The night run has 50. */
const KILLS = sizeOf('CARDWAY_STORE_KILLS', 4);
const SEED = sizeOf('CARDWAY_TEST_SEED', 20_260_817);

describe('a killed process', () => {
  const folder = temporaryFolder();

  it(`leaves every acknowledged row after any number of kills (seed ${String(SEED)})`, async () => {
    const random = seededRandom(SEED).next;
    const acknowledged = new Map<string, string>();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (const line of await runAndKill(folder.file, kill, 1 + Math.floor(random() * 400))) {
        const [state = '', requestId = ''] = line.split(' ');
        acknowledged.set(requestId, state);
      }
    }
    const store = await migratedStore({ file: folder.file });
    const lost: string[] = [];
    for (const [requestId, state] of acknowledged) {
      const row = await store.ledger.find(requestId);
      // A settlement that was durable but not yet acknowledged is no loss.
      const isKept = row !== null && (state === 'claimed' || row.state === state);
      if (!isKept) lost.push(`${requestId} was ${state}`);
    }
    await store.close();
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    expect(lost).toEqual([]);
  }, 600_000);
});

/** Returns the lines that the child had written when it died. The last may be cut. */
async function runAndKill(file: string, kill: number, lines: number): Promise<string[]> {
  const child = startChild('claim-and-settle.ts', file, String(kill));
  await untilLines(child, lines);
  child.process.kill('SIGKILL');
  const output = await child.ended;
  return output.split('\n').slice(0, -1);
}

async function untilLines(child: Child, count: number): Promise<void> {
  while (child.output().split('\n').length <= count) {
    if (child.process.stdout === null) throw new Error('The child has no output.');
    await once(child.process.stdout, 'data');
  }
}
