import { CardwayError } from '../../platform/errors.js';
import { type TransactionData, transactionDataText } from '../wire/klv.js';
import { CHECKSUM, type Field, FIELDS, METHOD_NAME } from './fields.js';
import { knownNames, type KnownNames } from './known-names.js';

/**
 * Effect of a method, which decides how it may be answered and sent again (docs/reference/transactions.md#effects). `none` only
 * asks. `money` moves or holds money. An `advice` reports a past fact and is never declined. `state` is everything else.
 */
export const EFFECTS = ['none', 'money', 'advice', 'state'] as const;

export type Effect = (typeof EFFECTS)[number];

/** A member of the answer's struct (docs/reference/protocol.md#answer-members). */
interface AnswerMember {
  readonly name: string;
  /** `array` holds structs with `type` and `value`. */
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
  /** Parameters in positional order, without the checksum, which is always last. */
  readonly parameters: readonly Field[];
  readonly answer: readonly AnswerMember[];
  /** Fields that the envelope of an XML call gets besides the parameters. They are in no checksum. */
  readonly fixed?: Readonly<Record<string, number>>;
  /**
   * Fields that JSON and GraphQL callers may give besides the parameters (docs/reference/protocol.md#methods). They are in no
   * checksum.
   */
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

export const RESULT_CODE: AnswerMember = {
  name: 'resultCode',
  type: 'int',
  isOptional: false,
  meaning: 'The outcome; see the result codes.',
};

const RESULT: readonly AnswerMember[] = [
  RESULT_CODE,
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

const ADVICE = { effect: 'advice', answer: RESULT } as const;

/** The built-in methods, in the order of the processor's documentation (docs/reference/protocol.md#methods). */
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
  },
  referring('DeductReversal', 'Undoes a Deduct.', ['Deduct']),
  referring(
    'DeductAdjustment',
    'Corrects an earlier debit, for example after settlement or a change of the exchange rate.',
  ),
  referring('LoadAdjustment', 'Corrects a credit later, or reports a refund or chargeback.'),
  referring('LoadReversal', 'Undoes a load, wholly or in part.', ['LoadAuth', 'LoadAdjustment']),
  {
    name: 'LoadAuth',
    effect: 'money',
    purpose: 'Authorises a credit to a wallet.',
    parameters: [...AUTHORISATION, FIELDS.loadType, FIELDS.transactionData, ...IDENTIFICATION],
    answer: RESULT,
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

export interface MethodTable {
  /** Built-in methods first, then those of the configuration, in their order. */
  readonly all: readonly Method[];
  find(name: string): Method | undefined;
  /** Members of `request` that any method takes. */
  readonly requestNames: KnownNames;
  /**
   * Returns the methods that block this one: if such a reversal is accepted first, this method is never sent
   * (docs/reference/transactions.md#blocked-originals).
   */
  reversalsOf(name: string): readonly string[];
}

/**
 * Builds the table of methods that a gateway answers: the built-in ones and those of its configuration file.
 *
 * Errors: INTERNAL where `methodProblems(extra)` finds any. The configuration calls it first and reports all problems.
 */
export function methodTable(extra: readonly Method[] = []): MethodTable {
  const [problem] = methodProblems(extra);
  if (problem !== undefined) throw new CardwayError('INTERNAL', { cause: new Error(problem) });
  const all = [...BUILT_IN_METHODS, ...extra];
  const byName = new Map(all.map((method) => [method.name, method]));
  const reversals = new Map(all.map((method) => [method.name, reversalsOf(method, all)]));
  return {
    all,
    find: (name) => byName.get(name),
    requestNames: knownNames([CHECKSUM.jsonName, METHOD_NAME.jsonName, ...all.flatMap(jsonNamesOf)]),
    reversalsOf: (name) => reversals.get(name) ?? [],
  };
}

/**
 * Returns the positional texts that the checksum of a JSON or GraphQL call covers (docs/reference/protocol.md#checksum). Texts
 * and dates stay unchanged, integers are decimal, klv objects are KLV text with ascending keys, a missing field is empty text.
 *
 * Errors: INTERNAL for fields that `checkFields` would refuse.
 */
export function checksumArguments(method: Method, fields: Readonly<Record<string, unknown>>): string[] {
  return method.parameters.map((parameter) => argumentText(parameter, fields[parameter.name]));
}

function jsonNamesOf({ parameters, beside = [] }: Method): readonly string[] {
  return [...parameters, ...beside].map(({ jsonName }) => jsonName);
}

function argumentText(parameter: Field, value: unknown): string {
  if (value === undefined) return '';
  if (parameter.type === 'klv') {
    // checkFields ensures that every member is a text.
    if (typeof value === 'object' && value !== null) return transactionDataText(value as TransactionData);
  } else if (parameter.type === 'int') {
    if (typeof value === 'number') return String(value);
  } else if (typeof value === 'string') return value;
  throw new CardwayError('INTERNAL', { cause: new Error(`${parameter.jsonName} was not checked before.`) });
}

function reversalsOf(original: Method, all: readonly Method[]): readonly string[] {
  const names = all
    .filter((method) => method.reverses?.includes(original.name) === true)
    .map((method) => method.name);
  // The reversal of only this method comes first: the gateway uses it for its own reversals.
  const own = `${original.name}Reversal`;
  return names.includes(own) ? [own, ...names.filter((name) => name !== own)] : names;
}

/**
 * Returns the problems of methods from a configuration file, one sentence each; empty when none exist. A method must name a
 * terminal (to authenticate), a wallet (to look up) and a date (for the request id: docs/reference/transactions.md#request-ids).
 */
export function methodProblems(extra: readonly Method[]): string[] {
  const names = new Set(BUILT_IN_METHODS.map((method) => method.name));
  return extra.flatMap((method) => {
    const isTaken = names.has(method.name);
    names.add(method.name);
    return [...(isTaken ? [`There are two methods named ${method.name}.`] : []), ...problemsOf(method)];
  });
}

function problemsOf(method: Method): string[] {
  return [...nameProblems(method), ...missingParameters(method), ...parameterProblems(method)];
}

function nameProblems({ name }: Method): string[] {
  if (!RPC_NAME.test(name)) return [`${name} is not a name that XML-RPC allows.`];
  return name.startsWith('system.') ? [`${name} is reserved: system methods are the gateway's own.`] : [];
}

function missingParameters({ name, parameters }: Method): string[] {
  return REQUIRED.filter(
    ({ names, type }) =>
      !parameters.some((it) => names.includes(it.jsonName) && it.type === type && it.isOptional !== true),
  ).map(({ names, type }) => `${name} needs the parameter ${names.join(' or ')} of type ${type}.`);
}

function parameterProblems({ name, parameters }: Method): string[] {
  const seen = new Set(RESERVED);
  return parameters.flatMap((parameter) => {
    const isTaken = seen.has(parameter.jsonName);
    seen.add(parameter.jsonName);
    return [
      ...(JSON_NAME.test(parameter.jsonName) ? [] : [`${name}: ${parameter.jsonName} is not in snake case.`]),
      ...(isTaken ? [`${name}: ${parameter.jsonName} is there twice, or the gateway's own.`] : []),
      ...(hasRoom(parameter) ? [] : [`${name}: the limits of ${parameter.jsonName} leave no room.`]),
    ];
  });
}

function hasRoom(parameter: Field): boolean {
  const { lengthMin = 0, lengthMax = Infinity, valueMin = -Infinity, valueMax = Infinity } = parameter;
  return lengthMin <= lengthMax && valueMin <= valueMax;
}

const RPC_NAME = /^[A-Za-z0-9_.:/]+$/;
const JSON_NAME = /^[a-z][a-z0-9_]*$/;
const REQUIRED: readonly { names: readonly string[]; type: Field['type'] }[] = [
  { names: [FIELDS.terminalId.jsonName], type: 'string' },
  { names: [FIELDS.reference.jsonName], type: 'string' },
  { names: [FIELDS.transactionDate.jsonName, FIELDS.referenceDate.jsonName], type: 'date' },
];
/** Members of `request` that are not parameters. */
const RESERVED: readonly string[] = [CHECKSUM.jsonName, METHOD_NAME.jsonName];
