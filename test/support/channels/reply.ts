import type { HttpReply } from './http.js';
import { readMethodResponse, type MethodResponse } from './method-response.js';

/** Reply in terms of every interface. Null where the interface does not report it. */
export interface Reply extends HttpReply {
  readonly resultCode: number | null;
  /** Code of the register (docs/reference/protocol.md#errors). For a fault on `/RPC2`, the code of its number. */
  readonly errorCode: string | null;
  /** Field at fault, by its JSON name. */
  readonly field: string | null;
  /** Sentence of an error; elsewhere `message`. */
  readonly message: string | null;
  readonly replayed: boolean;
  readonly businessStatus: string | null;
  readonly customerId: number | null;
  readonly requestId: string | null;
  /** The normalized `response`. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Whole body of a GraphQL reply. */
  readonly body: unknown;
}

type Json = Readonly<Record<string, unknown>>;

export function replyFromJson(reply: HttpReply): Reply {
  const body = parsed(reply);
  const response = (body['response'] ?? null) as Json | null;
  const error = (body['error'] ?? null) as { code: string; field?: string } | null;
  return {
    ...reply,
    ...NOTHING,
    resultCode: (response?.['resultCode'] as number | undefined) ?? null,
    errorCode: error?.code ?? null,
    field: error?.field ?? null,
    message: (body['message'] as string | undefined) ?? null,
    replayed: isReplayed(reply),
    businessStatus: (body['status'] as string | undefined) ?? null,
    customerId: (body['customer_id'] as number | null | undefined) ?? null,
    fields: error === null ? response : null,
    body,
  };
}

export function replyFromGraphQL(reply: HttpReply): Reply {
  const body = parsed(reply);
  const [error] = (body['errors'] ?? []) as GraphQLErrorJson[];
  const [result] = Object.values((body['data'] ?? {}) as Record<string, ResultJson | null>);
  const heard = { ...reply, ...NOTHING, body };
  if (error !== undefined) {
    const { code, field } = error.extensions;
    return {
      ...heard,
      errorCode: code,
      field: field?.replace(/[A-Z]/g, snake) ?? null,
      message: error.message,
    };
  }
  if (result === undefined || result === null) return heard;
  const { response, status, ...about } = result;
  return {
    ...heard,
    ...about,
    businessStatus: status,
    // Missing where a query does not ask for it.
    resultCode: response?.resultCode ?? null,
    fields: response?.fields ?? null,
  };
}

export function replyFromXml(reply: HttpReply): Reply {
  const response = isXml(reply) ? readMethodResponse(reply.bytes.toString('utf8')) : null;
  const fields = response?.kind === 'value' ? (response.value as Json) : null;
  return {
    ...reply,
    ...NOTHING,
    resultCode: (fields?.['resultCode'] as number | undefined) ?? null,
    errorCode: response?.kind === 'fault' ? (FAULTS[response.faultCode] ?? null) : null,
    message: messageOf(response, fields) ?? reply.bytes.toString('utf8'),
    replayed: isReplayed(reply),
    fields,
  };
}

interface GraphQLErrorJson {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly field?: string };
}

interface ResultJson {
  readonly status: string;
  readonly message: string;
  readonly customerId: number | null;
  readonly requestId: string | null;
  readonly replayed: boolean;
  readonly response?: { readonly resultCode: number; readonly fields: Json };
}

const NOTHING = {
  resultCode: null,
  errorCode: null,
  field: null,
  message: null,
  replayed: false,
  businessStatus: null,
  customerId: null,
  requestId: null,
  fields: null,
  body: null,
};

const FAULTS: Readonly<Record<number, string>> = {
  [-32700]: 'MALFORMED',
  [-32602]: 'BAD_REQUEST',
  [-32601]: 'UNKNOWN_METHOD',
};

function messageOf(response: MethodResponse | null, fields: Json | null): string | null {
  if (response?.kind === 'fault') return response.faultString;
  return (fields?.['resultText'] as string | undefined) ?? null;
}

function snake(letter: string): string {
  return `_${letter.toLowerCase()}`;
}

function parsed(reply: HttpReply): Json {
  return JSON.parse(reply.bytes.toString('utf8')) as Json;
}

function isReplayed(reply: HttpReply): boolean {
  return reply.headers['idempotent-replayed'] === 'true';
}

function isXml(reply: HttpReply): boolean {
  return reply.headers['content-type']?.startsWith('text/xml') === true;
}
