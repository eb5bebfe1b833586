import { envelopeOf, graphQLBody, methodCallBody } from './bodies.js';
import type { Call } from './call.js';
import { replyFromGraphQL, replyFromJson, replyFromXml, type Reply } from './reply.js';
import { send, type HttpReply } from './http.js';

export const KEYS = {
  client: 'cardway_sandbox_client',
  integrator: 'cardway_sandbox_integrator',
  network: 'cardway_sandbox_network',
  operator: 'cardway_sandbox_operator',
} as const;

export interface CallOptions {
  /** Bearer key. Null sends none. Default: the sandbox's client key where the interface accepts one. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An interface of the gateway. The suite in test/contract/interfaces uses nothing else of the gateway. */
export interface Channel {
  readonly name: string;
  /** Column `interface` of the ledger. */
  readonly ledgerName: 'graphql' | 'json' | 'xmlrpc';
  /** Whether callers have a key, and name customer, card and (JSON) request id. Terminals have only their checksum. */
  readonly takesKey: boolean;
  /** Texts under the checksum: the printed ones, or canonical ones. */
  readonly checksumForm: 'printed' | 'canonical';
  /** Form of an error: the register's HTTP status and code, a methodResponse, or GraphQL's. */
  readonly errors: 'json' | 'rpc' | 'graphql';
  body(call: Call): string;
  /** Sends any body. */
  post(url: string, body: Buffer | string, options?: CallOptions): Promise<Reply>;
  call(url: string, call: Call, options?: CallOptions): Promise<Reply>;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const XML_TYPE = { 'Content-Type': 'text/xml' };

export const GRAPHQL = createChannel({
  name: 'GraphQL',
  ledgerName: 'graphql',
  takesKey: true,
  checksumForm: 'canonical',
  errors: 'graphql',
  path: '/graphql',
  headers: JSON_TYPE,
  body: (call) => JSON.stringify(graphQLBody(call)),
  heard: replyFromGraphQL,
});

export const JSON_PROXY = createChannel({
  name: 'JSON on /v1/proxy',
  ledgerName: 'json',
  takesKey: true,
  checksumForm: 'canonical',
  errors: 'json',
  path: '/v1/proxy',
  headers: JSON_TYPE,
  body: (call) => JSON.stringify(envelopeOf(call)),
  heard: replyFromJson,
});

export const XML_PROXY = createChannel({
  name: 'XML on /v1/proxy',
  ledgerName: 'xmlrpc',
  takesKey: false,
  checksumForm: 'printed',
  errors: 'json',
  path: '/v1/proxy',
  headers: XML_TYPE,
  body: methodCallBody,
  heard: replyFromJson,
});

export const RPC2 = createChannel({
  name: 'XML on /RPC2',
  ledgerName: 'xmlrpc',
  takesKey: false,
  checksumForm: 'printed',
  errors: 'rpc',
  path: '/RPC2',
  headers: XML_TYPE,
  body: methodCallBody,
  heard: replyFromXml,
});

export const CHANNELS: readonly Channel[] = [GRAPHQL, JSON_PROXY, XML_PROXY, RPC2];
export const KEY_CHANNELS: readonly Channel[] = [GRAPHQL, JSON_PROXY];
export const XML_CHANNELS: readonly Channel[] = [XML_PROXY, RPC2];

interface ChannelInput extends Pick<
  Channel,
  'name' | 'ledgerName' | 'takesKey' | 'checksumForm' | 'errors' | 'body'
> {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly heard: (reply: HttpReply) => Reply;
}

function createChannel({ path, headers, heard, ...about }: ChannelInput): Channel {
  const post: Channel['post'] = async (url, body, { key, headers: more } = {}) => {
    const bearer = key === undefined && about.takesKey ? KEYS.client : key;
    const authorization = typeof bearer === 'string' ? { Authorization: `Bearer ${bearer}` } : {};
    return heard(await send(url + path, { body, headers: { ...headers, ...authorization, ...more } }));
  };
  return { ...about, post, call: (url, call, options) => post(url, about.body(call), options) };
}
