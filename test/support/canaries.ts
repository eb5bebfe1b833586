import {
  administrativeMessage,
  balance,
  deduct,
  klvText,
  loadAuth,
  validatePin,
  type Call,
} from './doors/index.js';

/** What must never be told (trust.md R15). */
export const CANARIES = {
  pan: '4111111111111111',
  groupedPan: '5555 5555 5555 4444',
  otherPan: '378282246310005',
  pinBlock: 'C0FFEE00D15EA5ED',
  klvPinBlock: 'FACADE0012345DEF',
  oneTimePassword: '73519284',
  activationCode: '86420975',
  terminalPassword: 'terminal_password_canary',
  signingKey: 'signing_key_canary_41c7',
  masterKey: '5a17c0de'.repeat(8),
  wrongKey: 'wrong_bearer_canary_7d1f',
  tracingToken: 'collector_canary_22ee',
} as const;

const SECRET_DATA = klvText([
  ['052', CANARIES.klvPinBlock],
  ['254', CANARIES.pan],
  ['900', CANARIES.oneTimePassword],
  ['901', CANARIES.activationCode],
]);

/** A sentence that tells what it should not. */
export const INDISCRETION = `${CANARIES.pan} and ${CANARIES.groupedPan}, Bearer ${CANARIES.wrongKey}`;

/** Canaries in every field. Amounts, dates and ids are what they are by definition: see core/scrub. */
export function canaryCalls(): readonly Call[] {
  const secret = { narrative: INDISCRETION, transaction_data: SECRET_DATA };
  return [
    deduct(secret),
    balance(secret),
    loadAuth(secret),
    deduct({ ...secret, transaction_type: CANARIES.otherPan.slice(0, 2) }),
    validatePin({ pin_block: CANARIES.pinBlock }),
    administrativeMessage({ message_name: 'note', message_data: SECRET_DATA }),
    deduct({ ...secret, reference: CANARIES.pan }),
    { ...deduct(secret), password: CANARIES.terminalPassword },
    { ...deduct(secret), method: CANARIES.pan },
  ];
}

/** Which canaries a text holds, each with what stands around it. */
export function canariesIn(text: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const lower = text.toLowerCase();
  return Object.entries({ ...CANARIES, ungroupedPan: '5555555555554444', ...more }).flatMap(
    ([name, canary]) => {
      const at = lower.indexOf(canary.toLowerCase());
      return at < 0 ? [] : [`${name}: ${text.slice(Math.max(0, at - 120), at + canary.length + 40)}`];
    },
  );
}
