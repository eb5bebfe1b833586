import { once } from 'node:events';
import { startChild, type Child } from './child/start.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

const KILLS = 10;

describe('a process that is killed', () => {
  const folder = temporaryFolder();

  afterAll(() => {
    folder.remove();
  });

  it('leaves every acknowledged row behind, however often it happens', async () => {
    const acknowledged = new Map<string, string>();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (const line of await runAndKill(folder.file, kill)) {
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
  }, 120_000);
});

/** The lines that the child had written when it died; the last may be cut. */
async function runAndKill(file: string, kill: number): Promise<string[]> {
  const child = startChild('claim-and-settle.ts', file, String(kill));
  await untilLines(child, 1 + Math.floor(Math.random() * 400));
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
