import { inOrder, type JsonObject, type JsonValue } from '../wire/json.js';
import { CHECKSUM, type Field, FIELDS, METHOD_NAME } from './fields.js';
import type { Method } from './methods.js';

/** The JSON envelope, in the order in which it is written (docs/reference/protocol.md#envelope). */
export interface Envelope {
  readonly request: JsonObject;
  readonly customer_id: number;
  readonly card_id: number;
  readonly request_id: string;
  readonly [passedThrough: string]: JsonValue;
}

/** The order of the members of `request`. A method's other fields follow in the order of its parameters. */
const ORDER = [
  FIELDS.terminalId,
  FIELDS.reference,
  FIELDS.requestAmount,
  FIELDS.narrative,
  FIELDS.deductType,
  FIELDS.transactionId,
  CHECKSUM,
  METHOD_NAME,
  FIELDS.transactionData,
  FIELDS.transactionDate,
];

/** JSON names in that order. */
export const REQUEST_ORDER: readonly string[] = ORDER.map(({ jsonName }) => jsonName);

export const ENVELOPE_FIELDS: ReadonlySet<string> = new Set([
  'request',
  'customer_id',
  'card_id',
  'request_id',
]);

/** Fields of a call, and members that the gateway does not know. */
interface Content {
  readonly method: Method;
  /** Fields by name. Klv fields are objects of texts. */
  readonly fields: Readonly<Record<string, JsonValue | undefined>>;
  /** Fields of the gateway, by name. They replace the others of their names. */
  readonly own?: Readonly<Record<string, string | number>>;
  readonly passThrough: PassThrough;
}

/** Ids that name a call and its card. */
export interface EnvelopeIds {
  readonly customerId: number;
  readonly cardId: number;
  readonly requestId: string;
}

/** Builds the same envelope for the calls of every interface, so that equal calls have equal content. */
export function composeEnvelope(args: Content & EnvelopeIds): Envelope {
  return withIds(composeRequest(args), args, args.passThrough);
}

/** Builds the member `request`. Unknown members keep their order and follow the known ones (docs/reference/protocol.md#unknown-members). */
export function composeRequest(args: Content): JsonObject {
  const request: Record<string, JsonValue> = {};
  const { fields, own = NO_FIELDS } = args;
  for (const { name, jsonName } of membersOf(args.method)) {
    // A configured field may be called `constructor`, which every object seems to have.
    const value = Object.hasOwn(own, name)
      ? own[name]
      : Object.hasOwn(fields, name)
        ? fields[name]
        : undefined;
    if (value !== undefined) request[jsonName] = value;
  }
  for (const [name, value] of Object.entries(args.passThrough.request)) {
    if (!Object.hasOwn(request, name)) request[name] = value;
  }
  return request;
}

/** Puts ids and unknown members beside a `request`. */
export function withIds(request: JsonObject, ids: EnvelopeIds, passThrough: PassThrough): Envelope {
  const envelope: Record<string, JsonValue> = {
    request,
    customer_id: ids.customerId,
    card_id: ids.cardId,
    request_id: ids.requestId,
  };
  for (const [name, value] of Object.entries(passThrough.envelope)) {
    if (!ENVELOPE_FIELDS.has(name)) envelope[name] = value;
  }
  return envelope as Envelope;
}

/** Members of a JSON call that the gateway does not know and forwards unchanged. */
export interface PassThrough {
  readonly request: JsonObject;
  readonly envelope: JsonObject;
}

export const NOTHING_PASSED_THROUGH: PassThrough = { request: {}, envelope: {} };

const NO_FIELDS: Readonly<Record<string, string | number>> = Object.freeze({});

/** Members of `request` in the order in which they are written. */
function membersOf(method: Method): readonly Field[] {
  let members = MEMBERS.get(method);
  if (members === undefined) {
    const others = method.parameters.filter(({ jsonName }) => !REQUEST_ORDER.includes(jsonName));
    members = [...ORDER, ...others];
    MEMBERS.set(method, members);
  }
  return members;
}

const MEMBERS = new WeakMap<Method, readonly Field[]>();

/**
 * Returns the text that identifies a call's content: the envelope without its ids and checksum (docs/reference/transactions.md#content).
 * The checksum follows from the rest. No field can lend a character to the next one. Members that the method does not take count in
 * any order.
 */
export function contentText(method: Method, composed: JsonObject, passThrough: PassThrough): string {
  const { transaction_data: data } = composed;
  const request = withOthersInOrder(composed, orderedNames(method), NOT_IN_REQUEST);
  // An absent, an empty and a null transaction_data mean the same.
  const isEmpty =
    data === undefined || data === null || (typeof data === 'object' && Object.keys(data).length === 0);
  if (!isEmpty) request['transaction_data'] = data;
  const others = withOthersInOrder(passThrough.envelope, NO_NAMES, ENVELOPE_FIELDS);
  return JSON.stringify({ ...others, request });
}

/** Members that are not content, or that follow at the end. */
const NOT_IN_REQUEST: ReadonlySet<string> = new Set([CHECKSUM.jsonName, FIELDS.transactionData.jsonName]);
const NO_NAMES: ReadonlySet<string> = new Set();

/** Sorts unknown members only. Known ones have a fixed order, and the hashes of older rows depend on it. */
function withOthersInOrder(
  members: JsonObject,
  known: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
): Record<string, JsonValue> {
  const ordered: Record<string, JsonValue> = {};
  const others: string[] = [];
  for (const name of Object.keys(members)) {
    if (leftOut.has(name)) continue;
    if (known.has(name)) ordered[name] = members[name] ?? null;
    else others.push(name);
  }
  for (const name of others.sort()) ordered[name] = inOrder(members[name] ?? null);
  return ordered;
}

/** Names of a method's members in a fixed order. */
function orderedNames(method: Method): ReadonlySet<string> {
  let names = ORDERED_NAMES.get(method);
  if (names === undefined) {
    names = new Set([...REQUEST_ORDER, ...method.parameters.map(({ jsonName }) => jsonName)]);
    ORDERED_NAMES.set(method, names);
  }
  return names;
}

const ORDERED_NAMES = new WeakMap<Method, ReadonlySet<string>>();

/**
 * Splits the members of a JSON `request` into the method's fields, by name, and members to forward unchanged. The latter are
 * members that the method does not take, and null values of optional fields.
 */
export function readRequest(
  method: Method,
  request: JsonObject,
): { readonly fields: Readonly<Record<string, JsonValue>>; readonly passedOn: JsonObject } {
  const known = knownMembers(method);
  const fields: Record<string, JsonValue> = {};
  const passedOn: Record<string, JsonValue> = {};
  for (const jsonName of Object.keys(request)) {
    const value = request[jsonName] ?? null;
    const field = known.get(jsonName);
    if (field === undefined || (field.isOptional === true && value === null)) passedOn[jsonName] = value;
    else fields[field.name] = value;
  }
  return { fields, passedOn };
}

function knownMembers(method: Method): ReadonlyMap<string, Field> {
  let known = KNOWN_MEMBERS.get(method);
  if (known === undefined) {
    const fields = [...method.parameters, ...(method.beside ?? []), CHECKSUM, METHOD_NAME];
    known = new Map(fields.map((field) => [field.jsonName, field]));
    KNOWN_MEMBERS.set(method, known);
  }
  return known;
}

const KNOWN_MEMBERS = new WeakMap<Method, ReadonlyMap<string, Field>>();
