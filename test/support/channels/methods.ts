export interface Position {
  /** Name as in the processor's documentation: `terminalID`. */
  readonly xmlName: string;
  /** Member of `request`: `terminal_id`. */
  readonly name: string;
  readonly kind: 'text' | 'int' | 'date' | 'klv';
}

/**
 * Methods of docs/reference/protocol.md#methods in their positional order, without the checksum. Written again: tests trust no
 * table of src.
 */
const TABLE: Readonly<Record<string, string>> = {
  Balance: 'terminalID reference narrative transactionData:klv transactionID transactionDate:date',
  Deduct:
    'terminalID reference requestAmount:int narrative transactionType transactionData:klv transactionID transactionDate:date',
  DeductReversal:
    'terminalID reference requestAmount:int narrative transactionData:klv referenceID referenceDate:date transactionID transactionDate:date',
  DeductAdjustment:
    'terminalID reference requestAmount:int narrative transactionData:klv referenceID referenceDate:date transactionID transactionDate:date',
  LoadAdjustment:
    'terminalID reference requestAmount:int narrative transactionData:klv referenceID referenceDate:date transactionID transactionDate:date',
  LoadReversal:
    'terminalID reference requestAmount:int narrative transactionData:klv referenceID referenceDate:date transactionID transactionDate:date',
  LoadAuth:
    'terminalID reference requestAmount:int narrative transactionType transactionData:klv transactionID transactionDate:date',
  LoadAuthReversal:
    'terminalID reference requestAmount:int narrative transactionData:klv referenceID referenceDate:date transactionID transactionDate:date',
  AdministrativeMessage:
    'terminalID reference messageName messageData:klv transactionID transactionDate:date',
  Stop: 'terminalID reference voucherNumber stopReason:int transactionData:klv transactionID transactionDate:date',
  ValidatePIN: 'terminalID reference PINBlock transactionID transactionDate:date',
  BrazilianInstallmentSettled:
    'terminalID reference referenceID referenceDate:date totalInstallments installmentPaymentType:int installmentPaymentTotalAmount:int installmentPaymentNumber installmentPaymentAmount:int airportFeeAmount:int downPaymentAmount:int',
  MexicanInstallmentSettled:
    'terminalID reference referenceID referenceDate:date typeOfCredit:int totalNumberOfInstallments gracePeriod:int transactionCurrencyCode:int',
};

/** Returns the positions of a method. A method that is not in the table has Deduct's, so that a test can call an unknown name. */
export function positionsOf(method: string): readonly Position[] {
  return POSITIONS.get(method) ?? POSITIONS.get('Deduct')!;
}

/** Returns the snake-case name: `terminalID` is `terminal_id`, `PINBlock` is `pin_block`. */
function snakeCase(xmlName: string): string {
  return xmlName
    .replace('PINBlock', 'pinBlock')
    .replace(/ID$/, 'Id')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(snake: string): string {
  return snake.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

const POSITIONS = new Map(
  Object.entries(TABLE).map(([method, row]) => [
    method,
    row.split(' ').map((entry): Position => {
      const [xmlName = '', kind = 'text'] = entry.split(':');
      return { xmlName, name: snakeCase(xmlName), kind: kind as Position['kind'] };
    }),
  ]),
);
