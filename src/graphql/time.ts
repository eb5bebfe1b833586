import { Field, InputType } from 'type-graphql';
import { DateTime } from './scalars.js';

@InputType({ description: 'A span of time. Give its begin, its end or both.' })
export class TimeRangeInput {
  @Field(() => DateTime, { nullable: true, description: 'Begin of the span, inclusive.' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'End of the span, exclusive.' })
  to?: Date | null;
}

/** Returns the bounds of a span under the given names, in epoch milliseconds; a bound that is not given is left out. */
export function boundsOf<From extends string, To extends string>(
  range: TimeRangeInput | null | undefined,
  [from, to]: readonly [From, To],
): Readonly<Partial<Record<From | To, number>>> {
  return {
    ...(range?.from == null ? {} : { [from]: range.from.getTime() }),
    ...(range?.to == null ? {} : { [to]: range.to.getTime() }),
  } as Readonly<Partial<Record<From | To, number>>>;
}

export function isoTime(epochMs: number): string;
export function isoTime(epochMs: number | null): string | null;
export function isoTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
