/** A field of a call: a positional parameter in XML-RPC, a member of `request` in JSON, an argument in GraphQL. */
export interface Field {
  /** Camel-case name, for the program and GraphQL. */
  readonly name: string;
  /** Snake-case name, for JSON and error texts. */
  readonly jsonName: string;
  /** Name in the processor's documentation. */
  readonly xmlName: string;
  /** `klv` is a text in XML, and an object of texts by KLV names everywhere else. */
  readonly type: 'string' | 'int' | 'date' | 'klv';
  /** One sentence, for schemas and documentation. */
  readonly description?: string;
  /** Limits in code points of a `string`, or of the whole text of a `klv`. */
  readonly lengthMin?: number;
  readonly lengthMax?: number;
  /** Limits of an `int`. */
  readonly valueMin?: number;
  readonly valueMax?: number;
  /** True when JSON and GraphQL callers may omit it. The checksum then covers an empty text in its place. */
  readonly isOptional?: boolean;
  /** Never saved and never logged (PCI DSS 3.3.1). */
  readonly isSecret?: boolean;
  /** The documented values. Other values are forwarded too, because networks add codes without notice. */
  readonly values?: Readonly<Record<string, string>>;
  /** Storage rule of a value with the shape of its kind. Default: stored like any text, with card numbers masked. */
  readonly storage?: 'identifier' | 'date' | 'amount' | 'checksum' | 'klv';
}

/** Fields of the built-in methods. Each method lists its fields in order (methods.ts). */
export const FIELDS = {
  terminalId: text('terminalID', 10, 10, {
    description: 'Terminal that makes the call.',
    storage: 'identifier',
  }),
  reference: text('reference', 1, 255, { description: 'Wallet reference.', storage: 'identifier' }),
  requestAmount: amount('requestAmount', 'Amount in minor units of the currency of the programme.'),
  narrative: text('narrative', 1, 255, { description: 'Description of the terminal or the merchant.' }),
  deductType: text('transactionType', 2, 2, {
    description: 'Type of the debit.',
    values: {
      '00': 'point of sale',
      '01': 'cash machine',
      '09': 'cashback at the point of sale',
      '10': 'account funding (AFT)',
      '30': 'balance enquiry, only to carry acquirer fees',
    },
  }),
  loadType: text('transactionType', 2, 2, {
    description: 'Type of the credit.',
    values: { '20': 'refund', '26': 'original credit (Visa OCT)', '28': 'MoneySend payment' },
  }),
  transactionData: klv('transactionData', 'Extra information about the transaction (KLV).'),
  transactionId: text('transactionID', 1, 255, {
    description: 'Id that the terminal chose; not unique over time.',
    storage: 'identifier',
  }),
  transactionDate: date('transactionDate', 'Date of the transaction.'),
  referenceId: text('referenceID', 1, 255, {
    description: 'Transaction id of the original.',
    storage: 'identifier',
  }),
  referenceDate: date('referenceDate', 'Transaction date of the original.'),
  messageName: text('messageName', 0, 2048, {
    description: 'Name of the message, for example digitization.complete.',
  }),
  messageData: klv('messageData', 'Content of the message (KLV).'),
  // No limit is documented.
  voucherNumber: text('voucherNumber', 1, 255, { description: 'Masked card number.' }),
  stopReason: integer('stopReason', 'Reason for which the card was stopped.', {
    '1': 'lost',
    '2': 'stolen',
    '3': 'pending query',
    '4': 'consolidation',
    '5': 'inactive',
    '6': 'PIN tries exceeded',
    '7': 'suspected fraud',
    '8': 'replaced',
    '9': 'to be re-issued',
    '10': 'scheduled stop',
    '11': 'offline PIN attempts exceeded',
  }),
  // Documented as 1 to 10 characters. The published sample has the 16 hex digits of a 3DES block.
  pinBlock: text('PINBlock', 1, 16, {
    description: 'Encrypted PIN block; forwarded, never stored.',
    isSecret: true,
  }),
  totalInstallments: text('totalInstallments', 1, 2, { description: 'Number of instalments.' }),
  installmentPaymentType: integer('installmentPaymentType', 'Type of the instalments.', {
    '403': 'with interest',
    '407': 'without interest',
    '410': 'CrediDolar',
    '488': 'IATA',
  }),
  installmentPaymentTotalAmount: amount(
    'installmentPaymentTotalAmount',
    'Sum of all instalments in minor units.',
  ),
  installmentPaymentNumber: text('installmentPaymentNumber', 1, 2, {
    description: 'Number of this instalment.',
  }),
  installmentPaymentAmount: amount('installmentPaymentAmount', 'Amount of this instalment in minor units.'),
  airportFeeAmount: amount('airportFeeAmount', 'Airport fee in minor units.'),
  downPaymentAmount: amount('downPaymentAmount', 'Down payment in minor units.'),
  typeOfCredit: integer('typeOfCredit', 'Type of the credit.', {
    '0': 'none',
    '3': 'without interest',
    '5': 'with interest',
    '7': 'buy now, pay later',
  }),
  totalNumberOfInstallments: text('totalNumberOfInstallments', 1, 2, {
    description: 'Number of instalments.',
  }),
  gracePeriod: integer('gracePeriod', 'Grace period in months.'),
  transactionCurrencyCode: integer('transactionCurrencyCode', 'Currency, ISO 4217 numeric.'),
} as const satisfies Readonly<Record<string, Field>>;

/** Members of `request` that are not parameters. No checksum covers them. */
export const CHECKSUM: Field = {
  ...text('checksum', 0, 64, {
    description: 'Hex HMAC-SHA256 under the password of the terminal.',
    storage: 'checksum',
  }),
};
export const METHOD_NAME: Field = text('methodName', 1, 255, { description: 'Name of the method.' });

/** Derives the names of a field from its documented name: `terminalID` is `terminal_id` in JSON and `terminalId` in GraphQL. */
export function fieldNames(xmlName: string): Pick<Field, 'name' | 'jsonName' | 'xmlName'> {
  const jsonName = xmlName
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
  return { name: camelCase(jsonName), jsonName, xmlName };
}

export function camelCase(snake: string): string {
  return snake.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns the description of a field with its limits, in sentences. */
export function describeField({ description, type, lengthMin, lengthMax, values }: Field): string {
  const range = lengthMin === lengthMax ? String(lengthMax) : `${String(lengthMin)} to ${String(lengthMax)}`;
  const known = Object.entries(values ?? {})
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([value, meaning]) => `${value} ${meaning}`);
  return [
    description,
    type === 'string' ? `${range} characters.` : type === 'date' ? 'yyyyMMddTHH:mm:ss, UTC.' : undefined,
    known.length === 0 ? undefined : `Documented values: ${known.join(', ')}.`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function text(xmlName: string, lengthMin: number, lengthMax: number, more: Partial<Field>): Field {
  return { ...fieldNames(xmlName), type: 'string', lengthMin, lengthMax, ...more };
}

function integer(xmlName: string, description: string, values?: Field['values']): Field {
  const limits = { valueMin: 0, valueMax: Number.MAX_SAFE_INTEGER };
  const known = values === undefined ? {} : { values };
  return { ...fieldNames(xmlName), type: 'int', description, ...limits, ...known };
}

function amount(xmlName: string, description: string): Field {
  return { ...integer(xmlName, description), storage: 'amount' };
}

function date(xmlName: string, description: string): Field {
  return { ...fieldNames(xmlName), type: 'date', description, storage: 'date' };
}

/** Builds an optional field of 0 to 2048 characters. An absent object means the same as an empty one. */
function klv(xmlName: string, description: string): Field {
  const limits = { lengthMin: 0, lengthMax: 2048 };
  return { ...fieldNames(xmlName), type: 'klv', description, ...limits, isOptional: true, storage: 'klv' };
}
