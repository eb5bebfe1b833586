import { CALL_ARGUMENTS, DATA_FIELDS } from '../../core/call-arguments.js';
import { klvKey, klvName } from '../../core/klv-keys.js';
import type { JsonObject, JsonValue } from '../../core/json.js';
import { NOTHING_PASSED_THROUGH, type PassThrough } from '../../core/envelope.js';
import { CardwayError } from '../../errors.js';
import type { TransactionCall } from '../../usecase/transactions/call.js';
import type { TransactionDataInput } from './transaction-data.type.js';
import type {
  BalanceInput,
  DeductInput,
  PassThroughInput,
  TransactionInput,
} from './transaction-input.type.js';

type Input = BalanceInput | DeductInput | TransactionInput;

/** The input of a mutation as a call in the field names of service.md 2. Errors: BAD_REQUEST (a KLV key given twice). */
export function transactionCallOf(methodName: string, input: Input): TransactionCall {
  const fields: Record<string, JsonValue | undefined> = {};
  const given = input as unknown as Readonly<Record<string, JsonValue | undefined>>;
  for (const [camel, snake] of SCALAR_FIELDS) {
    const value = given[camel];
    if (value !== undefined && value !== null) fields[snake] = value;
  }
  takeData(fields, 'transaction_data', input.transactionData);
  if ('messageData' in input) takeData(fields, 'message_data', input.messageData);
  if ('parameters' in input) takeParameters(fields, input.parameters);
  return {
    methodName,
    fields,
    customerId: input.customerId ?? null,
    cardId: input.cardId ?? null,
    requestId: input.requestId ?? null,
    passThrough: passThroughOf(input.passThrough),
  };
}

const SCALAR_FIELDS: readonly (readonly [camel: string, snake: string])[] = [...CALL_ARGUMENTS]
  .filter(([snake]) => !DATA_FIELDS.has(snake))
  .map(([snake, camel]) => [camel, snake] as const);

const KLV_FIELDS: readonly (readonly [camel: keyof TransactionDataInput, snake: string])[] = (
  [
    'trackingNumber',
    'originalTransactionAmount',
    'merchantCategoryCode',
    'acquiringInstitutionCode',
    'retrievalReferenceNumber',
    'terminalId',
    'merchantIdentifier',
    'fraudScoringData',
    'originalCurrencyCode',
    'traceId',
    'isRecurring',
    'captureMode',
    'network',
    'feeType',
    'lastFourDigitsPan',
    'markupType',
    'acquirerCountry',
    'transactionFeeAmount',
  ] as const
)
  .map((camel) => [camel, snakeCase(camel)] as const)
  .sort(([, a], [, b]) => compareNames(a, b));

/** In ascending order of the KLV keys, the unnamed ones by name behind, so that equal data gives equal bytes. */
function takeData(
  into: Record<string, JsonValue | undefined>,
  name: string,
  data?: TransactionDataInput | null,
): void {
  if (data === undefined || data === null) return;
  const named: Record<string, string> = {};
  for (const [camel, snake] of KLV_FIELDS) {
    const value = data[camel];
    if (typeof value === 'string') named[snake] = value;
  }
  const { other } = data;
  into[name] = other === undefined || other === null ? named : withOthers(name, named, other);
}

function withOthers(
  name: string,
  named: Readonly<Record<string, string>>,
  other: readonly { readonly key: string; readonly value: string }[],
): JsonObject {
  const entries = new Map(Object.entries(named));
  for (const { key, value } of other) {
    const entryName = /^\d{3}$/.test(key) ? klvName(key) : key;
    if (entries.has(entryName)) {
      throw new CardwayError('BAD_REQUEST', {
        field: `${name}.${entryName}`,
        message: `${name}.${entryName} is given more than once.`,
      });
    }
    entries.set(entryName, value);
  }
  return Object.fromEntries([...entries].sort(([a], [b]) => compareNames(a, b)));
}

function compareNames(a: string, b: string): number {
  const keyA = klvKey(a);
  const keyB = klvKey(b);
  if (keyA === undefined && keyB === undefined) return a < b ? -1 : 1;
  if (keyA === undefined) return 1;
  return keyB === undefined ? -1 : keyA < keyB ? -1 : 1;
}

function takeParameters(into: Record<string, JsonValue | undefined>, parameters?: JsonObject | null): void {
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (Object.hasOwn(into, name)) {
      throw new CardwayError('BAD_REQUEST', { field: name, message: `${name} is given more than once.` });
    }
    into[name] = value;
  }
}

function passThroughOf(input?: PassThroughInput | null): PassThrough {
  if (input === undefined || input === null) return NOTHING_PASSED_THROUGH;
  return { request: input.request ?? {}, envelope: input.envelope ?? {} };
}

function snakeCase(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
