import { send, type HttpReply } from '../channels/http.js';

export const INTEGRATOR = 'cardway_sandbox_integrator';
export const NETWORK = 'cardway_sandbox_network';
const BASE = '/debit/v1/digitization';

export const PATHS = {
  generate: `${BASE}/generate-time-based-secret`,
  verify: `${BASE}/verify-time-based-secret`,
  activationCode: `${BASE}/activation-code`,
  verifyActivationCode: `${BASE}/verify-activation-code`,
} as const;

/** The provisioning envelope (docs/reference/protocol.md#provisioning-envelope). */
export interface Envelope {
  readonly text: string;
  readonly timestamp: string;
  readonly endpoint: string;
  readonly error: { readonly code?: string; readonly message?: string };
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface EndpointReply extends HttpReply {
  readonly envelope: Envelope;
}

export interface EndpointCall {
  readonly method?: string;
  /** Bearer key. Null sends no credential. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly query?: string;
}

/** Makes one call of a provisioning endpoint; JSON unless the headers say otherwise. */
export async function callEndpoint(
  url: string,
  path: string,
  call: EndpointCall = {},
): Promise<EndpointReply> {
  const {
    method = 'POST',
    key = path === PATHS.generate ? INTEGRATOR : NETWORK,
    body = '',
    query = '',
  } = call;
  const headers = {
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...call.headers,
  };
  const reply = await send(`${url}${path}${query}`, { method, headers, body });
  return { ...reply, envelope: JSON.parse(reply.bytes.toString('utf8')) as Envelope };
}

/** Makes a call about a card, in the JSON form. */
export const ask = (
  url: string,
  path: string,
  fields: Readonly<Record<string, unknown>>,
  key?: string | null,
): Promise<EndpointReply> =>
  callEndpoint(url, path, { body: JSON.stringify(fields), ...(key === undefined ? {} : { key }) });
