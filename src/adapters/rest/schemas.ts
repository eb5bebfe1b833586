import { z } from 'zod';
import { MAX } from '../../core/provisioning/token-authorization.js';
import { codePointLength, textFault } from '../../core/wire/code-points.js';
import { badRequest } from '../../platform/errors.js';

/**
 * Bodies of the REST interfaces (docs/reference/protocol.md#provisioning-envelope, docs/provisioning.md). The
 * interfaces read with these schemas, and `/openapi.json` is made of them, so that both always agree. A message follows the name
 * of its member.
 */

const CARD_ID_DEMAND = 'must be an integer, or a string of digits';
export const CARD_ID = z
  .union(
    [z.int(CARD_ID_DEMAND).min(0, CARD_ID_DEMAND), z.string().regex(/^\d{1,16}$/, CARD_ID_DEMAND)],
    CARD_ID_DEMAND,
  )
  .transform(Number)
  .refine(Number.isSafeInteger, CARD_ID_DEMAND)
  .describe('An integer, or the same as a string of digits');

const STRING = z.string('must be a string');
export const SECRET = STRING.describe('`<KEY_ID>#<OTP>`, as the SDK hands it over');
export const ACTIVATION_CODE = STRING.describe('8 digits');

export const CardRequest = z.object({ card_id: CARD_ID });
export const SecretRequest = z.object({ card_id: CARD_ID, secret: SECRET });
export const ActivationCodeRequest = z.object({ card_id: CARD_ID, activation_code: ACTIVATION_CODE });

/** Returns the schema of a text. Lengths are code points, as in JSON Schema; zod itself counts UTF-16 units. */
function text(lengthMin: number, lengthMax: number, demand = demandOf(lengthMin, lengthMax)) {
  return z
    .string(demand)
    .refine((value) => isWithin(codePointLength(value), lengthMin, lengthMax), demand)
    .refine((value) => textFault(value) === undefined, demand)
    .meta({ minLength: lengthMin, maxLength: lengthMax });
}

const demandOf = (min: number, max: number): string => `must be a string of ${min} to ${max} characters`;
const isWithin = (length: number, min: number, max: number): boolean => length >= min && length <= max;

/** Returns the schema of a number. Networks write numbers with and without quotation marks. */
function number(lengthMin: number, lengthMax: number) {
  const demand = `${demandOf(lengthMin, lengthMax)} or an integer`;
  return z.union([text(lengthMin, lengthMax, demand), z.int(demand)], demand).transform(String);
}

/** Schemas of optional members. Empty and null mean left out. */
const optional = {
  text: (lengthMax: number) => text(0, lengthMax).nullish(),
  number: (lengthMax: number) => number(0, lengthMax).nullish(),
};

const TOKEN = {
  card_id: CARD_ID,
  wallet_id: number(1, MAX.walletId).describe('The network’s number of the wallet: 103, 216, 217, 327 …'),
  token_reference: text(1, MAX.tokenReference).describe('The network’s unique reference of the token'),
  token_requestor_id: number(1, MAX.tokenRequestorId).describe(
    'The network’s number of who asked for the token',
  ),
  device: optional.number(MAX.deviceType).describe('The network’s code of the device, for example 21'),
  device_type: optional.number(MAX.deviceType).describe('The same, by its name in events'),
};

export const TokenAuthorizationRequest = z.object({
  ...TOKEN,
  path: STRING.nullish().describe('GREEN, YELLOW, ORANGE or RED (KLV 929)'),
  recommendation: STRING.nullish().describe(
    'Recommendation of the wallet: approve, decline or require_additional_authentication (KLV 930)',
  ),
  pan_source: optional.text(MAX.word).describe('How the card came into the wallet (KLV 931)'),
});

export const DigitizationRequest = z.object({
  ...TOKEN,
  event: STRING.nullish().describe(
    'complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception',
  ),
  report_id: optional
    .number(MAX.reportId)
    .describe('The reporter’s id of this report. A report with the same id is a repeat'),
  digitized_pan: STRING.nullish().describe(
    'The digitized card number. Nothing but its last four digits is kept',
  ),
  pan_last_four: STRING.nullish().describe('Its last four digits, where the number is not given'),
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
  const problem = value === undefined ? 'is missing' : reading.error.issues[0]?.message;
  throw badRequest(field, `${field} ${String(problem)}.`);
}
