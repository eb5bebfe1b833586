import { UsageError } from './shell.js';

/** Epoch milliseconds of an ISO 8601 date or time; without a zone it is UTC. Errors: UsageError. */
export function timeOption(option: string, text: string): number {
  const match = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  const isZoned = match?.[4] !== undefined || match?.[1] === undefined;
  const epochMs = match === null ? Number.NaN : Date.parse(isZoned ? text : `${text}Z`);
  if (Number.isNaN(epochMs))
    throw new UsageError(`${option} must be an ISO 8601 time, as in 2026-01-31 or 2026-01-31T12:00:00Z.`);
  return epochMs;
}
