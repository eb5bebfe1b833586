import { isNote, lookUp, type Note } from './opening.js';
import type { Sessions } from './sessions.js';

export type Fate = 'committed' | 'not committed' | 'unknown';

/**
 * What became of a commit that was sent and never acknowledged. Its note is in the database or it is not; only as long as the
 * transaction may still go on, on a connection that the server has not given up yet, neither means anything. The number alone
 * would not do: a server that crashed gives it to another transaction.
 */
export async function fateOf(
  sessions: Sessions,
  lost: { readonly transactionId: string; readonly note: Note; readonly untilMs: number },
): Promise<Fate> {
  const calls = lookUp({ transactionId: lost.transactionId, writer: lost.note.writer });
  while (performance.now() < lost.untilMs) {
    const found = await sessions.run(calls).catch(() => []);
    const [standing, note] = found.map(({ rows }) => rows[0]) as [{ ended: number }?, { value: string }?];
    if (standing?.ended === 1) return isNote(note?.value, lost.note) ? 'committed' : 'not committed';
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return 'unknown';
}

const PAUSE_MS = 20;
