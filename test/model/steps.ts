import type fc from 'fast-check';
import { count, note, throwViolations, type Run } from './run.js';

/** One step of a run. Steps name what they are about by numbers, so that they still fit when others are left out. */
export class Step<Args> implements fc.AsyncCommand<object, Run> {
  constructor(
    private readonly about: Kind<Args>,
    private readonly args: Args,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_model: object, run: Run): Promise<void> {
    if (this.about.fits !== undefined && !this.about.fits(run, this.args)) return;
    count(run, `step ${this.about.name}`);
    note(run, `${String(run.counts.get('steps') ?? 0).padStart(3)}. ${this.toString()}`);
    count(run, 'steps');
    await this.about.run(run, this.args);
    throwViolations(run);
  }

  toString(): string {
    return `${this.about.name} ${JSON.stringify(this.args)}`;
  }
}

export interface Kind<Args> {
  readonly name: string;
  readonly args: fc.Arbitrary<Args>;
  /** Whether the step can be made now. One that cannot is left out. */
  readonly fits?: (run: Run, args: Args) => boolean;
  readonly run: (run: Run, args: Args) => Promise<void>;
}

/** Steps of one kind, and how often they are drawn. */
export interface Steps {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<fc.AsyncCommand<object, Run>>;
}

/** Makes the arbitrary of a kind of steps. */
export function steps<Args>(weight: number, kind: Kind<Args>): Steps {
  return { weight, arbitrary: kind.args.map((args) => new Step(kind, args)) };
}

/** Returns one of the items by a number that may be too large. */
export function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length]!;
}
