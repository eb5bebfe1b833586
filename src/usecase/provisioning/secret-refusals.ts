import { CardwayError, wholeSeconds } from '../../errors.js';

export function rateLimited(retryAfterMs: number, message: string): CardwayError {
  return new CardwayError('RATE_LIMITED', {
    message,
    retryAfterSeconds: wholeSeconds(retryAfterMs),
  });
}

/** Contract section 7: beyond the limit no secret is issued or taken; everything else goes on. */
export function clockDrifted(driftMs: number): CardwayError {
  return new CardwayError('UNAVAILABLE', {
    message: 'Secrets are refused while the clock of this gateway is wrong.',
    retryAfterSeconds: null,
    cause: new Error(`The database's clock is ${String(driftMs)} ms ahead of this machine's.`),
  });
}
