import { CardwayError } from '../../errors.js';

/** For a place that nobody can go on from without a gap. */
export function expiredCursor(): CardwayError {
  return new CardwayError('BAD_REQUEST', {
    field: 'after',
    message: 'after is too old: what came next is no longer kept. Start without it.',
  });
}
