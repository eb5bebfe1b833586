import {
  administrativeMessage,
  askGraphQL,
  KEYS,
  RPC2,
  send,
  XML_PROXY,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { klvText } from '../../support/channels/klv.js';

/** Digitized card number that must not appear anywhere. */
export const DPAN = '5308426600000116';
export const REQUESTOR = '50110030273';

type Json = Record<string, unknown>;

/** Reply to a caller of any interface. */
export interface NetworkReply {
  readonly status: number;
  /** Body of the reply. For GraphQL: the member of `data`, or the first error's extensions. */
  readonly body: Json;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Post {
  readonly key?: string | null;
  readonly mediaType?: string;
}

export async function postRest(
  url: string,
  path: string,
  body: unknown,
  { key = KEYS.network, mediaType = 'application/json' }: Post = {},
): Promise<NetworkReply> {
  const reply = await send(`${url}/network/v1/${path}`, {
    headers: { 'Content-Type': mediaType, ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = reply.bytes.toString('utf8');
  return { status: reply.status, body: JSON.parse(text) as Json, text, headers: reply.headers };
}

/** Sends a mutation with one input. Fields are given in snake case, as on the REST interfaces. */
export async function mutate(
  url: string,
  field: 'authorizeToken' | 'reportDigitization',
  members: Json,
  key: string | null = KEYS.network,
): Promise<{ status: number; data: Json | null; code: string | null; field: string | null }> {
  const [type, selection] =
    field === 'authorizeToken'
      ? ['TokenAuthorizationInput', 'decision reason attemptId replayed']
      : ['DigitizationInput', EVENT_FIELDS];
  const query = `mutation M($input: ${type!}!) { ${field}(input: $input) { ${selection!} } }`;
  const { status, data, errors } = await askGraphQL(url, query, {
    variables: { input: camelCased(members) },
    key,
  });
  return {
    status,
    data: (data?.[field] ?? null) as Json | null,
    code: errors[0]?.extensions.code ?? null,
    field: errors[0]?.extensions.field ?? null,
  };
}

export const EVENT_FIELDS =
  'id type occurredAt programme cardId customerId wallet walletId tokenReference tokenRequestorId deviceType panLastFour attemptId';

export function camelCased(members: Json): Json {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

export function tokenOf(tokenReference: string, members: Json = {}): Json {
  return {
    card_id: 5001,
    wallet_id: '103',
    token_reference: tokenReference,
    token_requestor_id: REQUESTOR,
    ...members,
  };
}

/** Returns the processor's message about a token (docs/digitization.md#reports). */
export function message(
  tokenReference: string,
  fields: Record<string, string> = {},
  messageName = 'digitization.complete',
): Call {
  return administrativeMessage({
    message_name: messageName,
    message_data: messageData(tokenReference),
    transaction_date: '20261008T12:29:55',
    ...fields,
  });
}

export function messageData(tokenReference: string, without: readonly string[] = []): string {
  const entries = [
    ['254', DPAN],
    ['255', '103'],
    ['910', '21'],
    ['911', '2311'],
    ['912', '5190XXXXXXXX9538'],
    ['913', tokenReference],
    ['915', REQUESTOR],
  ] as const;
  return klvText(entries.filter(([key]) => !without.includes(key)));
}

/** Interfaces that report a completion or a later event, all with the same effect. */
export const WAYS: readonly {
  readonly name: string;
  readonly complete: (url: string, tokenReference: string) => Promise<unknown>;
  readonly report: (url: string, tokenReference: string, event: string, reportId: string) => Promise<unknown>;
}[] = [
  {
    name: 'REST',
    complete: (url, token) =>
      postRest(url, 'digitizations', tokenOf(token, { digitized_pan: DPAN, device: '21' })),
    report: (url, token, event, report_id) =>
      postRest(url, 'digitizations', tokenOf(token, { event, report_id })),
  },
  {
    name: 'GraphQL',
    complete: (url, token) =>
      mutate(url, 'reportDigitization', tokenOf(token, { digitized_pan: DPAN, device: '21' })),
    report: (url, token, event, report_id) =>
      mutate(url, 'reportDigitization', tokenOf(token, { event, report_id })),
  },
  xmlWay('XML on /RPC2', RPC2),
  xmlWay('XML on /v1/proxy', XML_PROXY),
];

function xmlWay(name: string, channel: Channel) {
  return {
    name,
    complete: (url: string, token: string) => channel.call(url, message(token)),
    report: (url: string, token: string, event: string, transaction_id: string) =>
      channel.call(url, message(token, { transaction_id }, `digitization.event.${event}`)),
  };
}
