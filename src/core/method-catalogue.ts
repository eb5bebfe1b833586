import { FIELDS, type Field } from './transactions/fields.js';

/**
 * What a method does, and so how it may be answered and sent again (contract section 4): `none` only asks, `money` takes or
 * holds money, an `advice` reports what has happened and is never declined, `state` is everything else.
 */
export type Effect = 'none' | 'money' | 'advice' | 'state';

/** A member of the answer's struct (wire.md 1.4). */
export interface AnswerMember {
  readonly name: string;
  /** `array`: of structs with `type` and `value`. */
  readonly type: 'int' | 'string' | 'array';
  readonly isOptional: boolean;
  readonly meaning: string;
}

export interface Method {
  /** `methodName` of XML-RPC, `method_name` of JSON. Case counts. */
  readonly name: string;
  readonly effect: Effect;
  /** One sentence, for `system.methodHelp` and the documentation. */
  readonly purpose: string;
  /** In positional order. The checksum, always the last parameter, is not among them. */
  readonly parameters: readonly Field[];
  readonly answer: readonly AnswerMember[];
  /** The result codes that mean approved. */
  readonly approvedResultCodes: readonly number[];
  /** Fields that the envelope of an XML call gets besides the parameters. They are in no checksum. */
  readonly fixed?: Readonly<Record<string, number>>;
  /** Fields that JSON and GraphQL callers may give besides the parameters (service.md 2.2). They are in no checksum. */
  readonly beside?: readonly Field[];
  /** For reversals: the methods whose transaction this one undoes. */
  readonly reverses?: readonly string[];
}

const int = (name: string, meaning: string): AnswerMember => ({
  name,
  type: 'int',
  isOptional: true,
  meaning,
});

const RESULT: readonly AnswerMember[] = [
  { name: 'resultCode', type: 'int', isOptional: false, meaning: 'The outcome; see the result codes.' },
  { name: 'resultText', type: 'string', isOptional: true, meaning: 'The outcome in words.' },
];

const ACTUAL_BALANCE = int('actualBalance', 'Settled balance in minor units.');
const ADDRESS_VERIFICATION = int('addressVerificationResult', 'How far the address matched.');

const BALANCE_ANSWER: readonly AnswerMember[] = [
  ...RESULT,
  { name: 'balanceAmount', type: 'int', isOptional: false, meaning: 'Available balance in minor units.' },
  ACTUAL_BALANCE,
  ADDRESS_VERIFICATION,
];

const DEDUCT_ANSWER: readonly AnswerMember[] = [
  ...RESULT,
  int('approvalAmount', 'Approved amount in minor units, with result code 2.'),
  int('balanceAmount', 'Available balance in minor units.'),
  ACTUAL_BALANCE,
  ADDRESS_VERIFICATION,
];

const MESSAGE_ANSWER: readonly AnswerMember[] = [
  ...RESULT,
  { name: 'activationMethods', type: 'array', isOptional: true, meaning: 'Ways to send an activation code.' },
  { name: 'maskedContactDetails', type: 'array', isOptional: true, meaning: 'Masked phone and e-mail.' },
];

const AUTHORISATION: readonly Field[] = [
  FIELDS.terminalId,
  FIELDS.reference,
  FIELDS.requestAmount,
  FIELDS.narrative,
];
const IDENTIFICATION: readonly Field[] = [FIELDS.transactionId, FIELDS.transactionDate];

/** Reversals and adjustments name their original. */
const REFERRING: readonly Field[] = [
  ...AUTHORISATION,
  FIELDS.transactionData,
  FIELDS.referenceId,
  FIELDS.referenceDate,
  ...IDENTIFICATION,
];

function referring(name: string, purpose: string, reverses?: readonly string[]): Method {
  return { ...ADVICE, name, purpose, parameters: REFERRING, ...(reverses === undefined ? {} : { reverses }) };
}

const ADVICE = { effect: 'advice', answer: RESULT, approvedResultCodes: [1] } as const;

/** The methods of wire.md 1.2, in its order. */
export const BUILT_IN_METHODS: readonly Method[] = [
  {
    name: 'Balance',
    effect: 'none',
    purpose: 'Retrieves the balance of a wallet.',
    parameters: [
      FIELDS.terminalId,
      FIELDS.reference,
      FIELDS.narrative,
      FIELDS.transactionData,
      ...IDENTIFICATION,
    ],
    answer: BALANCE_ANSWER,
    approvedResultCodes: [1],
    fixed: { requestAmount: 0 },
    beside: [
      { ...FIELDS.requestAmount, isOptional: true },
      { ...FIELDS.deductType, isOptional: true },
    ],
  },
  {
    name: 'Deduct',
    effect: 'money',
    purpose: 'Authorises a debit of a wallet.',
    parameters: [...AUTHORISATION, FIELDS.deductType, FIELDS.transactionData, ...IDENTIFICATION],
    answer: DEDUCT_ANSWER,
    approvedResultCodes: [1, 2],
  },
  referring('DeductReversal', 'Undoes a Deduct.', ['Deduct']),
  referring('DeductAdjustment', 'Corrects a debit later, as by settlement or exchange rate.'),
  referring('LoadAdjustment', 'Corrects a credit later, or reports a refund or chargeback.'),
  referring('LoadReversal', 'Undoes a load, wholly or in part.', ['LoadAuth', 'LoadAdjustment']),
  {
    name: 'LoadAuth',
    effect: 'money',
    purpose: 'Authorises a credit to a wallet.',
    parameters: [...AUTHORISATION, FIELDS.loadType, FIELDS.transactionData, ...IDENTIFICATION],
    answer: RESULT,
    approvedResultCodes: [1],
  },
  referring('LoadAuthReversal', 'Undoes a LoadAuth.', ['LoadAuth']),
  {
    name: 'AdministrativeMessage',
    effect: 'state',
    purpose: 'Carries a tokenisation or 3-D Secure message.',
    parameters: [
      FIELDS.terminalId,
      FIELDS.reference,
      FIELDS.messageName,
      FIELDS.messageData,
      ...IDENTIFICATION,
    ],
    answer: MESSAGE_ANSWER,
    approvedResultCodes: [1],
  },
  {
    ...ADVICE,
    name: 'Stop',
    purpose: 'Reports that a card was stopped.',
    parameters: [
      FIELDS.terminalId,
      FIELDS.reference,
      FIELDS.voucherNumber,
      FIELDS.stopReason,
      FIELDS.transactionData,
      ...IDENTIFICATION,
    ],
  },
  {
    name: 'ValidatePIN',
    effect: 'state',
    purpose: 'Checks the PIN of a card.',
    parameters: [FIELDS.terminalId, FIELDS.reference, FIELDS.pinBlock, ...IDENTIFICATION],
    answer: RESULT,
    approvedResultCodes: [1],
  },
  {
    ...ADVICE,
    name: 'BrazilianInstallmentSettled',
    purpose: 'Reports that an instalment was settled in Brazil.',
    parameters: [
      FIELDS.terminalId,
      FIELDS.reference,
      FIELDS.referenceId,
      FIELDS.referenceDate,
      FIELDS.totalInstallments,
      FIELDS.installmentPaymentType,
      FIELDS.installmentPaymentTotalAmount,
      FIELDS.installmentPaymentNumber,
      FIELDS.installmentPaymentAmount,
      FIELDS.airportFeeAmount,
      FIELDS.downPaymentAmount,
    ],
  },
  {
    ...ADVICE,
    name: 'MexicanInstallmentSettled',
    purpose: 'Reports that an instalment was settled in Mexico.',
    parameters: [
      FIELDS.terminalId,
      FIELDS.reference,
      FIELDS.referenceId,
      FIELDS.referenceDate,
      FIELDS.typeOfCredit,
      FIELDS.totalNumberOfInstallments,
      FIELDS.gracePeriod,
      FIELDS.transactionCurrencyCode,
    ],
  },
];
