/** One positional parameter of a method (wire.md 1.2), and the field of the JSON request that carries it. */
export interface Parameter {
  /** As the processor's documentation writes it. */
  readonly xmlName: string;
  /** The member of `request`: the snake case of `xmlName` (contract 4.3). */
  readonly name: string;
  /** `klv` is a text in XML and an object of texts (service.md 2.3) everywhere else. */
  readonly type: 'string' | 'int' | 'date' | 'klv';
  /** Code points, for `string`; of the whole text for `klv`. */
  readonly lengthMin?: number;
  readonly lengthMax?: number;
  /** For `int`. */
  readonly valueMin?: number;
  readonly valueMax?: number;
  /** JSON and GraphQL callers may leave it out; it is then empty text in the checksum. */
  readonly isOptional?: boolean;
  /** Never saved and never logged (PCI DSS 3.3.1). */
  readonly isSecret?: boolean;
  /** The values that are documented. Others are passed on as well: networks add codes without notice. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The snake case of a parameter's documented name: `terminalID` is `terminal_id`, `PINBlock` is `pin_block`. */
export function fieldName(xmlName: string): string {
  return xmlName
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function text(
  xmlName: string,
  lengthMin: number,
  lengthMax: number,
  more: Partial<Parameter> = {},
): Parameter {
  return { xmlName, name: fieldName(xmlName), type: 'string', lengthMin, lengthMax, ...more };
}

function integer(xmlName: string, values?: Parameter['values']): Parameter {
  const limits = { valueMin: 0, valueMax: Number.MAX_SAFE_INTEGER };
  return {
    xmlName,
    name: fieldName(xmlName),
    type: 'int',
    ...limits,
    ...(values === undefined ? {} : { values }),
  };
}

function date(xmlName: string): Parameter {
  return { xmlName, name: fieldName(xmlName), type: 'date' };
}

/** Optional: service.md 2.4 wants 0 to 2048 characters, and an absent object says the same as an empty one. */
function klv(xmlName: string): Parameter {
  return { xmlName, name: fieldName(xmlName), type: 'klv', lengthMin: 0, lengthMax: 2048, isOptional: true };
}

export const TERMINAL_ID = text('terminalID', 10, 10);
export const REFERENCE = text('reference', 1, 255);
export const REQUEST_AMOUNT = integer('requestAmount');
export const NARRATIVE = text('narrative', 1, 255);
export const TRANSACTION_DATA = klv('transactionData');
export const TRANSACTION_ID = text('transactionID', 1, 255);
export const TRANSACTION_DATE = date('transactionDate');
export const REFERENCE_ID = text('referenceID', 1, 255);
export const REFERENCE_DATE = date('referenceDate');
/** Documented as 0 to 2048 characters; the longest published one has 39, and a message without a name says nothing. */
export const MESSAGE_NAME = text('messageName', 1, 255);
export const MESSAGE_DATA = klv('messageData');
/** A masked card number; no limit is documented. */
export const VOUCHER_NUMBER = text('voucherNumber', 1, 255);
/** Documented as 1 to 10 characters; the published sample has the 16 hex digits of a 3DES block. */
export const PIN_BLOCK = text('PINBlock', 1, 16, { isSecret: true });
export const TOTAL_INSTALLMENTS = text('totalInstallments', 1, 2);
export const INSTALLMENT_PAYMENT_NUMBER = text('installmentPaymentNumber', 1, 2);
export const TOTAL_NUMBER_OF_INSTALLMENTS = text('totalNumberOfInstallments', 1, 2);
export const INSTALLMENT_PAYMENT_TOTAL_AMOUNT = integer('installmentPaymentTotalAmount');
export const INSTALLMENT_PAYMENT_AMOUNT = integer('installmentPaymentAmount');
export const AIRPORT_FEE_AMOUNT = integer('airportFeeAmount');
export const DOWN_PAYMENT_AMOUNT = integer('downPaymentAmount');
export const GRACE_PERIOD = integer('gracePeriod');
export const TRANSACTION_CURRENCY_CODE = integer('transactionCurrencyCode');

export const DEDUCT_TYPE = text('transactionType', 2, 2, {
  values: {
    '00': 'point of sale',
    '01': 'cash machine',
    '09': 'cashback at the point of sale',
    '10': 'account funding (AFT)',
    '30': 'balance enquiry, only to carry acquirer fees',
  },
});

export const LOAD_TYPE = text('transactionType', 2, 2, {
  values: { '20': 'refund', '26': 'original credit (Visa OCT)', '28': 'MoneySend payment' },
});

export const STOP_REASON = integer('stopReason', {
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
});

export const INSTALLMENT_PAYMENT_TYPE = integer('installmentPaymentType', {
  '403': 'with interest',
  '407': 'without interest',
  '410': 'CrediDolar',
  '488': 'IATA',
});

export const TYPE_OF_CREDIT = integer('typeOfCredit', {
  '0': 'none',
  '3': 'without interest',
  '5': 'with interest',
  '7': 'buy now, pay later',
});
