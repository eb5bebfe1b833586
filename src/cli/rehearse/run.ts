import { type Case, CASES, isProblem } from './cases.js';
import { NotRun, type Stage } from './stage.js';

export interface Result extends Pick<Case, 'id' | 'level' | 'title'> {
  readonly result: 'pass' | 'fail' | 'not run';
  /** What was seen of a case that failed, or why it was not run. Null for a pass. */
  readonly seen: string | null;
  /** Null unless it failed. */
  readonly why: string | null;
  readonly change: string | null;
}

/** Plays the cases in their order. After each one the money goes back. Without a first answer none of the others is played. */
export async function playCases(
  stage: Stage,
  cases = CASES,
  show: (result: Result) => void = () => undefined,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const each of cases) {
    const [first] = stage.outcomes;
    const isAnswered = first === undefined || first.kind === 'answered';
    const result = isAnswered
      ? await playCase(stage, each)
      : resultOf(each, 'not run', `${CASES[0]?.id ?? ''} failed.`);
    results.push(result);
    show(result);
  }
  return results;
}

async function playCase(stage: Stage, each: Case): Promise<Result> {
  try {
    if (stage.input.isStopped?.() === true) throw new NotRun('The run was stopped.');
    const problems = (await each.run(stage)).filter(isProblem);
    return problems.length === 0 ? resultOf(each, 'pass') : resultOf(each, 'fail', problems.join(' '));
  } catch (error) {
    if (error instanceof NotRun) return resultOf(each, 'not run', error.message);
    throw error;
  } finally {
    await stage.giveBack();
  }
}

function resultOf(each: Case, result: Result['result'], seen: string | null = null): Result {
  const { id, level, title } = each;
  const [why, change] = result === 'fail' ? [each.why, each.change] : [null, null];
  return { id, level, result, title, seen, why, change };
}
