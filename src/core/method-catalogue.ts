import {
  AIRPORT_FEE_AMOUNT,
  DEDUCT_TYPE,
  DOWN_PAYMENT_AMOUNT,
  GRACE_PERIOD,
  INSTALLMENT_PAYMENT_AMOUNT,
  INSTALLMENT_PAYMENT_NUMBER,
  INSTALLMENT_PAYMENT_TOTAL_AMOUNT,
  INSTALLMENT_PAYMENT_TYPE,
  LOAD_TYPE,
  MESSAGE_DATA,
  MESSAGE_NAME,
  NARRATIVE,
  PIN_BLOCK,
  REFERENCE,
  REFERENCE_DATE,
  REFERENCE_ID,
  REQUEST_AMOUNT,
  STOP_REASON,
  TERMINAL_ID,
  TOTAL_INSTALLMENTS,
  TOTAL_NUMBER_OF_INSTALLMENTS,
  TRANSACTION_CURRENCY_CODE,
  TRANSACTION_DATA,
  TRANSACTION_DATE,
  TRANSACTION_ID,
  TYPE_OF_CREDIT,
  VOUCHER_NUMBER,
  type Parameter,
} from './method-parameters.js';

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
  readonly parameters: readonly Parameter[];
  readonly answer: readonly AnswerMember[];
  /** The result codes that mean approved. */
  readonly approvedResultCodes: readonly number[];
  /** Fields that the envelope of an XML call gets besides the parameters. They are in no checksum. */
  readonly fixed?: Readonly<Record<string, number>>;
  /** Fields that JSON and GraphQL callers may give besides the parameters (service.md 2.2). They are in no checksum. */
  readonly beside?: readonly Parameter[];
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

const AUTHORISATION: readonly Parameter[] = [TERMINAL_ID, REFERENCE, REQUEST_AMOUNT, NARRATIVE];
const IDENTIFICATION: readonly Parameter[] = [TRANSACTION_ID, TRANSACTION_DATE];

/** Reversals and adjustments name their original. */
const REFERRING: readonly Parameter[] = [
  ...AUTHORISATION,
  TRANSACTION_DATA,
  REFERENCE_ID,
  REFERENCE_DATE,
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
    parameters: [TERMINAL_ID, REFERENCE, NARRATIVE, TRANSACTION_DATA, ...IDENTIFICATION],
    answer: BALANCE_ANSWER,
    approvedResultCodes: [1],
    fixed: { request_amount: 0 },
    beside: [
      { ...REQUEST_AMOUNT, isOptional: true },
      { ...DEDUCT_TYPE, isOptional: true },
    ],
  },
  {
    name: 'Deduct',
    effect: 'money',
    purpose: 'Authorises a debit of a wallet.',
    parameters: [...AUTHORISATION, DEDUCT_TYPE, TRANSACTION_DATA, ...IDENTIFICATION],
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
    parameters: [...AUTHORISATION, LOAD_TYPE, TRANSACTION_DATA, ...IDENTIFICATION],
    answer: RESULT,
    approvedResultCodes: [1],
  },
  referring('LoadAuthReversal', 'Undoes a LoadAuth.', ['LoadAuth']),
  {
    name: 'AdministrativeMessage',
    effect: 'state',
    purpose: 'Carries a tokenisation or 3-D Secure message.',
    parameters: [TERMINAL_ID, REFERENCE, MESSAGE_NAME, MESSAGE_DATA, ...IDENTIFICATION],
    answer: MESSAGE_ANSWER,
    approvedResultCodes: [1],
  },
  {
    ...ADVICE,
    name: 'Stop',
    purpose: 'Reports that a card was stopped.',
    parameters: [TERMINAL_ID, REFERENCE, VOUCHER_NUMBER, STOP_REASON, TRANSACTION_DATA, ...IDENTIFICATION],
  },
  {
    name: 'ValidatePIN',
    effect: 'state',
    purpose: 'Checks the PIN of a card.',
    parameters: [TERMINAL_ID, REFERENCE, PIN_BLOCK, ...IDENTIFICATION],
    answer: RESULT,
    approvedResultCodes: [1],
  },
  {
    ...ADVICE,
    name: 'BrazilianInstallmentSettled',
    purpose: 'Reports that an instalment was settled in Brazil.',
    parameters: [
      TERMINAL_ID,
      REFERENCE,
      REFERENCE_ID,
      REFERENCE_DATE,
      TOTAL_INSTALLMENTS,
      INSTALLMENT_PAYMENT_TYPE,
      INSTALLMENT_PAYMENT_TOTAL_AMOUNT,
      INSTALLMENT_PAYMENT_NUMBER,
      INSTALLMENT_PAYMENT_AMOUNT,
      AIRPORT_FEE_AMOUNT,
      DOWN_PAYMENT_AMOUNT,
    ],
  },
  {
    ...ADVICE,
    name: 'MexicanInstallmentSettled',
    purpose: 'Reports that an instalment was settled in Mexico.',
    parameters: [
      TERMINAL_ID,
      REFERENCE,
      REFERENCE_ID,
      REFERENCE_DATE,
      TYPE_OF_CREDIT,
      TOTAL_NUMBER_OF_INSTALLMENTS,
      GRACE_PERIOD,
      TRANSACTION_CURRENCY_CODE,
    ],
  },
];
