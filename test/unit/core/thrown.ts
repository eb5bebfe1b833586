import { CardwayError } from '../../../src/platform/errors.js';

/** The error of the register that an act ends in; anything else it throws goes on. */
export function thrownBy(act: () => unknown): CardwayError | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof CardwayError) return error;
    throw error;
  }
  return undefined;
}
