import type { Clock } from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { DIRECTORY } from '../locks.js';
import { run, type Operation, type Step } from '../operation.js';

/** What was done to what; `before` and `after` must hold no secret. */
export interface Done {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

export type Record = (done: Done) => Step<void>;

/** Runs a change as one commit; whatever it records is part of it. */
export type Change = <T>(operation: (record: Record, nowMs: number) => Operation<T>) => Promise<T>;

export function createChange(args: {
  readonly dialect: StoreDialect;
  readonly commits: CommitQueue;
  readonly clock: Clock;
}): Change {
  const audit = compileAuditEntry(args.dialect);
  return (operation) =>
    args.commits.submit(
      () => {
        const atMs = args.clock.nowMs();
        return operation(function* record({ before, after, ...done }) {
          const texts = { before: JSON.stringify(before), after: JSON.stringify(after) };
          yield* run(audit, { ...done, ...texts, reason: '', atMs });
        }, atMs);
      },
      { locks: [DIRECTORY] },
    );
}
