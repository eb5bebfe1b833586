import type { Call, Operation, Result, Task, TaskOutcome } from '../../operation.js';
import { causeOf, isOfStatement } from './errors.js';
import { RoundFailed, type CallResult } from './round.js';
import { createSchedule } from './schedule.js';
import type { Session } from './session.js';

/** A task failed by itself, after it had written or by a statement that the server refused: nothing of the transaction can stay. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  constructor(
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super();
  }
}

interface Running {
  readonly index: number;
  readonly operation: Operation<unknown>;
  call: Call;
  hasWritten: boolean;
}

/**
 * Runs tasks in a transaction that `opening` begins, in lock-step: the next calls of all of them make one exchange with the server. The
 * opening goes with the first of them, and the end is left to the caller.
 *
 * Errors: TaskFailed; whatever else the server or the connection says, which is no task's fault.
 */
export async function runTasks(args: {
  readonly session: Session;
  readonly tasks: readonly Task[];
  readonly opening: readonly Call[];
  readonly timeoutMs: number;
}): Promise<RunTasks> {
  const { session, tasks, timeoutMs } = args;
  const run = createRun(tasks);
  let opening: readonly Call[] = args.opening;
  let opened: readonly CallResult[] = [];
  while (run.active.length > 0) {
    const running = run.active;
    const begun = opening.length;
    const results = await session
      .run([...opening, ...running.map(({ call }) => call)], timeoutMs)
      .catch((error: unknown) => {
        const failing = error instanceof RoundFailed ? running[error.index - begun] : undefined;
        const cause = causeOf(error);
        throw failing !== undefined && isOfStatement(cause) ? new TaskFailed(failing.index, cause) : cause;
      });
    if (opening.length > 0) opened = results.slice(0, opening.length);
    run.advance(results.slice(opening.length));
    opening = [];
  }
  return { outcomes: run.outcomes, opened, hasWritten: run.hasWritten };
}

export interface RunTasks {
  readonly outcomes: readonly TaskOutcome[];
  /** What the opening brought; empty where no task had anything to ask, and nothing was begun. */
  readonly opened: readonly CallResult[];
  readonly hasWritten: boolean;
}

interface Run {
  readonly outcomes: TaskOutcome[];
  active: readonly Running[];
  hasWritten: boolean;
  advance(results: readonly CallResult[]): void;
}

function createRun(tasks: readonly Task[]): Run {
  const schedule = createSchedule(tasks);
  const outcomes: TaskOutcome[] = [];
  const run: Run = { outcomes, active: [], hasWritten: false, advance };

  function advance(results: readonly CallResult[]): void {
    const next: Running[] = [];
    for (const [position, running] of run.active.entries()) {
      const result = results[position];
      if (result === undefined) continue;
      running.hasWritten ||= result.isWrite;
      run.hasWritten ||= result.isWrite;
      step(running, result, next);
    }
    run.active = next;
  }

  function begin(indexes: readonly number[], next: Running[]): void {
    for (const index of indexes) {
      const task = tasks[index];
      if (task === undefined) continue;
      const running = { index, operation: task.start(), call: NO_CALL, hasWritten: false };
      step(running, NO_RESULT, next);
    }
  }

  function step(running: Running, result: Result<unknown>, next: Running[]): void {
    const outcome = outcomeOf(running, result);
    if (outcome === null) next.push(running);
    else {
      outcomes[running.index] = outcome;
      begin(schedule.ended(running.index), next);
    }
  }

  const first: Running[] = [];
  begin(schedule.ready, first);
  run.active = first;
  return run;
}

/** Null while the task has more to ask. What only looked before it failed leaves no trace, and need not stop the others. */
function outcomeOf(running: Running, result: Result<unknown>): TaskOutcome | null {
  try {
    const step = running.operation.next(result);
    if (step.done === true) return { kind: 'done', value: step.value };
    running.call = step.value;
    return null;
  } catch (error) {
    if (running.hasWritten) throw new TaskFailed(running.index, error);
    return { kind: 'failed', error };
  }
}

const NO_CALL: Call = { sql: '', values: [] };
const NO_RESULT: Result<never> = { rows: [], changes: 0 };
