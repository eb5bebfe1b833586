import { type TaskOutcome, Unacknowledged } from '../operation.js';
import { isNote, lookUp, type Note } from './opening.js';
import type { Sessions } from './session.js';

type Fate = 'committed' | 'not committed' | 'unknown';

/** A commit that was sent and never acknowledged. */
interface LostCommit {
  readonly transactionId: string;
  readonly note: Note;
}

interface AskedServer {
  readonly sessions: Sessions;
  /** Returns whether the store is closed: nobody waits any more. */
  readonly isClosed: () => boolean;
}

/**
 * Learns the fate of a lost commit. The database has its note or not. Neither counts while the transaction may still continue on a
 * connection that the server has not given up. The number alone is not enough: a server that crashed gives it to another
 * transaction.
 */
export async function fateOf(
  { sessions, isClosed }: AskedServer,
  lost: LostCommit,
  { forMs, pauseMs }: { readonly forMs: number; readonly pauseMs: number },
): Promise<Fate> {
  const calls = lookUp({ transactionId: lost.transactionId, writer: lost.note.writer });
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs && !isClosed()) {
    const found = await sessions.run(calls).catch(() => []);
    const [standing, note] = found.map(({ rows }) => rows[0]) as [{ ended: number }?, { value: string }?];
    if (standing?.ended === 1) return isNote(note?.value, lost.note) ? 'committed' : 'not committed';
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return 'unknown';
}

/** Goes on asking after the callers were refused. The note must stay meanwhile. */
export function lateFateOf(asked: AskedServer, lost: LostCommit): Promise<Fate> {
  return fateOf(asked, lost, { forMs: LATE_MS, pauseMs: LATE_PAUSE_MS });
}

/** A server that is away for longer needs a person. Notes stay for a day. */
const LATE_MS = 3_600_000;
const LATE_PAUSE_MS = 250;

/** Returns the failure of all tasks of a lost commit. */
export function unacknowledged(
  { outcomes, error }: { readonly outcomes: readonly TaskOutcome[]; readonly error: unknown },
  fate: Promise<Fate>,
): readonly TaskOutcome[] {
  return outcomes.map((outcome) => {
    const late = fate.then((known) =>
      known === 'committed' && outcome.kind === 'done' ? outcome.value : null,
    );
    return { kind: 'trouble', error: new Unacknowledged(late, error) };
  });
}
