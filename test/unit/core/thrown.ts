import { CardwayError } from '../../../src/platform/errors.js';

/** Returns the register's error that an act throws. Throws any other error again. */
export function thrownBy(act: () => unknown): CardwayError | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof CardwayError) return error;
    throw error;
  }
  return undefined;
}
