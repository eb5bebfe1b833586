import { Field, InputType } from 'type-graphql';
import { CardwayError } from '../platform/errors.js';

@InputType({ description: 'A span of time.' })
export class TimeRangeInput {
  @Field(() => String, { nullable: true, description: 'ISO 8601, inclusive' })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601, exclusive' })
  to?: string | null;
}

/** Epoch milliseconds of an ISO 8601 time. Errors: BAD_REQUEST with the field. */
export function timeOf(field: string, text: string): number {
  const epochMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(epochMs))
    throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be an ISO 8601 time.` });
  return epochMs;
}

export function isoTime(epochMs: number): string;
export function isoTime(epochMs: number | null): string | null;
export function isoTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
