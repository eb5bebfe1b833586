import { z } from 'zod';
import { MAX } from '../../core/provisioning/token-authorization.js';
import { codePointLength, textFault } from '../../core/wire/code-points.js';
import { badRequest } from '../../platform/errors.js';

/**
 * Bodies of the REST interfaces (docs/reference/protocol.md#provisioning-envelope, docs/reference/provisioning.md). The
 * interfaces read with these schemas, and `/openapi.json` is made of them, so that both always agree.
 */
export const CARD_ID = z
  .union([z.int().min(0), z.string().regex(/^\d{1,16}$/)])
  .transform(Number)
  .refine(Number.isSafeInteger)
  .describe('An integer, or the same as a string of digits');

export const SECRET = z.string().describe('`<KEY_ID>#<OTP>`, as the SDK hands it over');
export const ACTIVATION_CODE = z.string().describe('8 digits');

export const CardRequest = z.object({ card_id: CARD_ID });
export const SecretRequest = z.object({ card_id: CARD_ID, secret: SECRET });
export const ActivationCodeRequest = z.object({ card_id: CARD_ID, activation_code: ACTIVATION_CODE });

/** Returns the schema of a text. Lengths are code points, as in JSON Schema; zod itself counts UTF-16 units. */
function text(lengthMin: number, lengthMax: number) {
  return z
    .string()
    .refine(
      (value) => isWithin(codePointLength(value), lengthMin, lengthMax) && textFault(value) === undefined,
    )
    .meta({ minLength: lengthMin, maxLength: lengthMax });
}

const isWithin = (length: number, min: number, max: number): boolean => length >= min && length <= max;

/** Schema of a number. Networks write numbers with and without quotation marks. */
const number = (lengthMax: number) => z.union([text(1, lengthMax), z.int()]).transform(String);

/** Schemas of optional members. Empty and null mean left out. */
const optional = {
  text: (lengthMax: number) => text(0, lengthMax).nullish(),
  number: (lengthMax: number) =>
    z
      .union([text(0, lengthMax), z.int()])
      .transform(String)
      .nullish(),
};

const TOKEN = {
  card_id: CARD_ID,
  wallet_id: number(MAX.walletId).describe('The network’s number of the wallet: 103, 216, 217, 327 …'),
  token_reference: text(1, MAX.tokenReference).describe('The network’s unique reference of the token'),
  token_requestor_id: number(MAX.tokenRequestorId).describe(
    'The network’s number of who asked for the token',
  ),
  device: optional.number(MAX.deviceType).describe('The network’s code of the device, for example 21'),
  device_type: optional.number(MAX.deviceType).describe('The same, by its name in events'),
};

export const TokenAuthorizationRequest = z.object({
  ...TOKEN,
  path: z.string().nullish().describe('GREEN, YELLOW, ORANGE or RED (KLV 929)'),
  recommendation: z
    .string()
    .nullish()
    .describe(
      'Recommendation of the wallet: approve, decline or require_additional_authentication (KLV 930)',
    ),
  pan_source: optional.text(MAX.word).describe('How the card came into the wallet (KLV 931)'),
});

export const DigitizationRequest = z.object({
  ...TOKEN,
  event: z
    .string()
    .nullish()
    .describe(
      'complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception',
    ),
  report_id: optional
    .number(MAX.reportId)
    .describe('The reporter’s id of this report. A report with the same id is a repeat'),
  digitized_pan: z
    .string()
    .nullish()
    .describe('The digitized card number. Nothing but its last four digits is kept'),
  pan_last_four: z.string().nullish().describe('Its last four digits, where the number is not given'),
  reason_code: optional.number(MAX.reasonCode).describe('Why, in the network’s own code'),
});

/**
 * Reads the members that a schema knows, in its order. Members of other names are ignored.
 * Errors: BAD_REQUEST, which names the first member that does not fit and never repeats its value.
 */
export function readMembers<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, member]) => [
      name,
      readMember(name, member as z.ZodType, members[name] ?? undefined),
    ]),
  );
}

/** Reads one member, wherever it stood. Errors: BAD_REQUEST. */
export function readMember<Value>(field: string, schema: z.ZodType<Value>, value: unknown): Value {
  const reading = schema.safeParse(value);
  if (reading.success) return reading.data;
  const problem = value === undefined ? 'is missing' : demandOf(schema);
  throw badRequest(field, `${field} ${problem}.`);
}

function demandOf(schema: z.ZodType): string {
  if (schema === CARD_ID) return 'must be an integer, or a string of digits';
  const choices = choicesOf(z.toJSONSchema(schema, { io: 'input' }));
  const bounded = choices.find((choice) => choice.maxLength !== undefined);
  const length =
    bounded === undefined
      ? ''
      : ` of ${String(bounded.minLength ?? 0)} to ${String(bounded.maxLength)} characters`;
  const orInteger = choices.some((choice) => choice.type === 'integer') ? ' or an integer' : '';
  return `must be a string${length}${orInteger}`;
}

type Written = z.core.JSONSchema.BaseSchema;

function choicesOf(written: Written): readonly Written[] {
  return written.anyOf === undefined ? [written] : written.anyOf.flatMap((each) => choicesOf(each));
}
