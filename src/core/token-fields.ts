import { CardwayError } from '../errors.js';
import { integerCheck, stringCheck, type FieldProblem } from './field-checks.js';

/** Longest texts about a token, in code points. The network's own references have 48 and 11. */
export const MAX = {
  tokenReference: 255,
  tokenRequestorId: 64,
  walletId: 32,
  deviceType: 64,
  reasonCode: 64,
  reportId: 255,
  word: 64,
} as const;

/** Checks of one field each. Errors: BAD_REQUEST with the field, in snake case. */
export const checkField = {
  integer(jsonName: string, value: number): void {
    refuse(integerCheck({ jsonName })(value));
  },
  text(jsonName: string, value: string, lengthMax: number): void {
    refuse(stringCheck({ jsonName, lengthMax })(value));
  },
  optional(jsonName: string, value: string | null, lengthMax: number): void {
    if (value !== null) refuse(stringCheck({ jsonName, lengthMin: 0, lengthMax })(value));
  },
};

function refuse(problem: FieldProblem | undefined): void {
  if (problem !== undefined) throw new CardwayError('BAD_REQUEST', problem);
}
