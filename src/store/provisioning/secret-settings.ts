import type { SecretSettings } from '../../usecase/ports.js';

/** The columns of a programme's settings under the names of SecretSettings. */
export const SECRET_SETTINGS = [
  'otp_digits as digits',
  'otp_algorithm as algorithm',
  'otp_step_ms as stepMs',
  'otp_derivation as derivation',
  'secret_validity_ms as validityMs',
  'verifier',
] as const;

/** Of a row that has more columns. */
export function secretSettingsOf(row: SecretSettings): SecretSettings {
  const { digits, algorithm, stepMs, derivation, validityMs, verifier } = row;
  return { digits, algorithm, stepMs, derivation, validityMs, verifier };
}
