import { DERIVATIONS, isSharedKeyId, OTP_ALGORITHMS, OTP_DIGITS_MAX } from '../../core/access/secret.js';
import { isCurrency } from '../../core/transactions/money.js';
import { demand } from '../access/administrator.js';
import type {
  AddSharedKeyInput,
  ProvisioningAdmin,
  PutProgrammeInput,
  SharedKeyChange,
} from '../provisioning/provisioning-port.js';
import type { CurrencyDirectory } from './directory-port.js';

export type AdministerProgrammes = ReturnType<typeof createAdministerProgrammes>;

/**
 * Administers programmes and their shared keys, for operators. The audit log has every change, but no key. Errors: BAD_REQUEST (a
 * value outside its bounds, a key id in use), NOT_FOUND, UNAVAILABLE.
 */
export function createAdministerProgrammes(admin: ProvisioningAdmin, directory: CurrencyDirectory) {
  return {
    /** Returns the programmes whose short name or name begins with the text, in any case. Left out, all. */
    async list(text = '') {
      const wanted = text.toLowerCase();
      const begins = (name: string): boolean => name.toLowerCase().startsWith(wanted);
      return (await admin.programmes()).filter(({ programme, name }) => begins(programme) || begins(name));
    },
    currencyOf: (programme: string) => directory.currencyOf(programme),
    sharedKeys: (args: { readonly programme?: string | undefined }) => admin.sharedKeys(args),
    setSharedKeyState: (change: SharedKeyChange) => admin.setSharedKeyState(change),
    async put(input: PutProgrammeInput) {
      checkProgramme(input);
      return admin.putProgramme(input);
    },
    async addSharedKey(input: AddSharedKeyInput) {
      demand('key_id', isSharedKeyId(input.sharedKeyId), 'must be 1 to 16 letters, digits, _ or -');
      const { length } = input.key;
      demand('key', length >= KEY_BYTES_MIN && length <= KEY_BYTES_MAX, `must have ${KEY_BYTES}`);
      return admin.addSharedKey(input);
    },
  };
}

/** Length limits. RFC 4226 section 4 asks for 16 bytes or more; the longest seed in RFC 6238, for SHA-512, has 64. */
const KEY_BYTES_MIN = 16;
const KEY_BYTES_MAX = 64;
const KEY_BYTES = `${String(KEY_BYTES_MIN)} to ${String(KEY_BYTES_MAX)} bytes`;

const STEP_MS_MAX = 3_600_000;
const VALIDITY_MS_MAX = 3_600_000;

function checkProgramme(input: PutProgrammeInput): void {
  const { programme, name, currency, digits, algorithm, stepMs, derivation, validityMs } = input;
  demand('programme', /^[A-Za-z0-9._-]{1,64}$/.test(programme), 'must be 1 to 64 letters, digits, ., _ or -');
  demand('name', name === undefined || /^.{1,200}$/su.test(name), 'must have 1 to 200 characters');
  const isCode = currency === undefined || isCurrency(currency);
  demand('currency', isCode, 'must be an ISO 4217 code in capitals, for example EUR');
  demand('digits', isWithin(digits, 1, OTP_DIGITS_MAX), `must be from 1 to ${String(OTP_DIGITS_MAX)}`);
  demand('algorithm', isOneOf(algorithm, OTP_ALGORITHMS), `must be one of ${OTP_ALGORITHMS.join(', ')}`);
  demand('derivation', isOneOf(derivation, DERIVATIONS), `must be one of ${DERIVATIONS.join(', ')}`);
  const isStep = isWithin(stepMs, 1000, STEP_MS_MAX) && (stepMs ?? 0) % 1000 === 0;
  demand('step_seconds', isStep, 'must be a whole number from 1 to 3600');
  demand('validity_seconds', isWithin(validityMs, 1000, VALIDITY_MS_MAX), 'must be from 1 to 3600');
}

/** Accepts undefined too: a field that is left out keeps its value. */
function isWithin(value: number | undefined, min: number, max: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && value >= min && value <= max);
}

function isOneOf(value: string | undefined, allowed: readonly string[]): boolean {
  return value === undefined || allowed.includes(value);
}
