import type { Bench, Channel, Reply } from '../../support/channels/index.js';

interface Entry {
  readonly http: number;
  /** Form of the error on `/RPC2`: a fault with this number, the resultCode, or only the status. */
  readonly rpc: number | 'result' | 'status';
  readonly resultCode: number;
}

/** Errors of docs/reference/protocol.md#errors, written again: tests trust no table of src. */
const REGISTER = {
  MALFORMED: { http: 400, rpc: -32700, resultCode: -9 },
  BAD_REQUEST: { http: 400, rpc: -32602, resultCode: -9 },
  UNKNOWN_METHOD: { http: 400, rpc: -32601, resultCode: -41 },
  UNAUTHENTICATED: { http: 401, rpc: 'result', resultCode: -8 },
  FORBIDDEN: { http: 403, rpc: 'result', resultCode: -5 },
  NOT_FOUND: { http: 404, rpc: 'result', resultCode: -4 },
  IDEMPOTENCY_CONFLICT: { http: 409, rpc: 'result', resultCode: -3 },
  PAYLOAD_TOO_LARGE: { http: 413, rpc: 'status', resultCode: -9 },
  UNSUPPORTED_MEDIA_TYPE: { http: 415, rpc: 'status', resultCode: -9 },
  RATE_LIMITED: { http: 429, rpc: 'result', resultCode: -9 },
  DOWNSTREAM_REFUSED: { http: 502, rpc: 'result', resultCode: -9 },
  DOWNSTREAM_INVALID: { http: 502, rpc: 'result', resultCode: -9 },
  UNAVAILABLE: { http: 503, rpc: 'result', resultCode: -9 },
  DOWNSTREAM_TIMEOUT: { http: 504, rpc: 'result', resultCode: -7 },
  IN_DOUBT: { http: 504, rpc: 'result', resultCode: -7 },
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof REGISTER;

/** HTTP status of GraphQL. It is 200 once an operation could run, except for missing credentials. */
const GRAPHQL_HTTP: Partial<Record<Code, number>> = {
  RATE_LIMITED: 429,
  MALFORMED: 400,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** Refusals that say when to try again. */
const WITH_RETRY_AFTER: ReadonlySet<Code> = new Set(['RATE_LIMITED', 'DOWNSTREAM_REFUSED', 'UNAVAILABLE']);

/** Checks an error in the form that docs/reference/protocol.md#errors gives this interface. */
export function expectError(channel: Channel, heard: Reply, code: Code, field?: string): void {
  switch (channel.errors) {
    case 'graphql':
      expectGraphQLError(heard, code);
      break;
    case 'json':
      expectJsonError(heard, code);
      break;
    case 'rpc':
      expectRpcError(heard, code);
      break;
  }
  expect(heard.replayed).toBe(false);
  expectRetryAfter(channel, heard, code);
  if (field === undefined) return;
  // /RPC2 names the field only in its sentence, with the spelling of the processor's documentation.
  if (channel.errors === 'rpc') expect(bare(heard.message)).toContain(bare(field));
  else expect(heard.field).toBe(field);
}

function expectRetryAfter(channel: Channel, heard: Reply, code: Code): void {
  const seconds = heard.headers['retry-after'];
  if (!WITH_RETRY_AFTER.has(code)) return expect(seconds).toBeUndefined();
  expect(seconds).toMatch(/^[1-9]\d*$/);
  if (channel.errors !== 'graphql') return;
  expect(heard.body).toMatchObject({ errors: [{ extensions: { retryAfterSeconds: Number(seconds) } }] });
}

function expectGraphQLError(heard: Reply, code: Code): void {
  expect(heard.body).toMatchObject({ errors: [{ extensions: { code } }] });
  expect((heard.body as { data?: unknown }).data ?? null).toBeNull();
  if (code !== 'UNAUTHENTICATED') expect(heard.status).toBe(GRAPHQL_HTTP[code] ?? 200);
}

function expectJsonError(heard: Reply, code: Code): void {
  const { http, resultCode } = REGISTER[code];
  expect(heard.body).toEqual({
    status: 'error',
    message: expect.stringMatching(/^\S.*\.$/) as unknown,
    customer_id: heard.customerId,
    response: { resultCode },
    error: heard.field === null ? { code } : { code, field: heard.field },
  });
  expect(heard.status).toBe(http);
  expect(heard.headers['content-type']).toMatch(/^application\/json/);
}

function expectRpcError(heard: Reply, code: Code): void {
  const { http, rpc, resultCode } = REGISTER[code] as Entry;
  if (rpc === 'status') {
    expect(heard.status).toBe(http);
    expect(heard.fields).toBeNull();
    return;
  }
  expect(heard.status).toBe(200);
  expect(heard.headers['content-type']).toMatch(/^text\/xml/);
  if (rpc === 'result') expect(heard).toMatchObject({ resultCode, errorCode: null });
  else expect(heard).toMatchObject({ resultCode: null, errorCode: code });
}

/** Returns a name without the differences between the spellings of JSON and XML. */
function bare(text: string | null): string {
  return (text ?? '').toLowerCase().replaceAll('_', '');
}

/**
 * Checks a business answer: every interface sends HTTP 200 with the resultCode in the body
 * (docs/reference/protocol.md#business-answers).
 */
export function expectAnswer(channel: Channel, heard: Reply, resultCode: number): void {
  expect(heard).toMatchObject({ status: 200, resultCode, errorCode: null });
  if (channel.errors !== 'rpc') expect(heard.businessStatus).toBe(resultCode > 0 ? 'success' : 'failed');
}

/** Runs it and checks that it sent nothing. */
export async function withoutSending<T>(bench: Bench, run: () => Promise<T>): Promise<T> {
  const before = bench.wallet.calls.length;
  const result = await run();
  expect(bench.wallet.calls.length).toBe(before);
  return result;
}

/** Runs it and checks that it left no row and sent nothing. */
export async function withoutTrace<T>(bench: Bench, run: () => Promise<T>): Promise<T> {
  const before = { row: bench.ledger.last(), calls: bench.wallet.calls.length };
  const result = await run();
  expect({ row: bench.ledger.last(), calls: bench.wallet.calls.length }).toEqual(before);
  return result;
}
