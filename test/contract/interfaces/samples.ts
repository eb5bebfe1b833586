import type { Call, Channel, Reply, LedgerRow } from '../../support/channels/index.js';
import {
  checksumOf,
  JSON_PROXY,
  klvObject,
  ownerOf,
  positionsOf,
  requestIdOf,
  signatureOf,
} from '../../support/channels/index.js';
import type { ReceivedCall } from '../../support/wallet/index.js';

/** One call through one interface: its reply, the forwarded call, and the saved row. */
export interface Passage {
  readonly channel: Channel;
  readonly call: Call;
  readonly heard: Reply;
  readonly received: ReceivedCall | undefined;
  readonly row: LedgerRow;
  /** Row as `transaction` shows it. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Returns the envelope's text as docs/reference/protocol.md#envelope makes it, member by member. */
export function expectedBody(call: Call, form: Channel['checksumForm']): string {
  const fields: Record<string, unknown> = { ...BESIDE[call.method] };
  for (const { name, kind } of positionsOf(call.method)) {
    const text = call.fields[name];
    if (text === undefined) continue;
    fields[name] = kind === 'int' ? Number(text) : kind === 'klv' ? klvObject(text) : text;
  }
  fields['checksum'] = checksumOf(call, form);
  fields['method_name'] = call.method;
  const names = [...ORDER.filter((name) => name in fields), ...Object.keys(fields)];
  const request = Object.fromEntries([...new Set(names)].map((name) => [name, fields[name]]));
  const { customerId, cardId } = ownerOf(call);
  const request_id = requestIdOf(call, form);
  return JSON.stringify({ request, customer_id: customerId, card_id: cardId, request_id });
}

const BESIDE: Readonly<Record<string, Record<string, unknown>>> = { Balance: { request_amount: 0 } };

/** Order of docs/reference/protocol.md#order-of-request-fields. */
const ORDER = [
  ...['terminal_id', 'reference', 'request_amount', 'narrative', 'transaction_type', 'transaction_id'],
  ...['checksum', 'method_name', 'transaction_data', 'transaction_date'],
];

/** Checks headers, signature and bytes of a forwarded call (docs/reference/protocol.md#signature). */
export function expectForwarded({ received, call, channel }: Passage): void {
  if (received === undefined) throw new Error('Nothing was sent.');
  const { method, url, headers, rawHeaders, body } = received;
  expect({ method, url }).toEqual({ method: 'POST', url: '/internal/proxy-endpoint' });
  expect(headers['content-type']).toBe('application/json');
  expect(rawHeaders).toContain('X_msg_signature');
  expect(headers['x_msg_signature']).toBe(signatureOf(body));
  expect(headers['content-length']).toBe(String(body.length));
  const text = body.toString('utf8');
  // A JSON call is forwarded as its caller wrote it. Every other call is written in one order.
  expect(text).toBe(channel === JSON_PROXY ? channel.body(call) : expectedBody(call, channel.checksumForm));
  expect(JSON.parse(text)).toEqual(JSON.parse(expectedBody(call, channel.checksumForm)));
}

/**
 * Columns that differ between interfaces and runs, and say nothing about the call. `content_hash` is keyed by each installation.
 */
const OF_THE_RUN = /^(channel|key_id|owner|sequence|content_hash|.*_at_ms)$/;
/** Column sealed under each installation's own key. */
const SEALED = 'sealed_body';
/** Columns that follow from the checksum: they differ where printed and canonical integers differ. */
const OF_THE_CHECKSUM = /^(checksum|field_boundaries|request_id)$/;

/** Returns the parts of a row that must be the same on every interface. */
export function comparableRow({ row, call }: Passage): Record<string, unknown> {
  const hasPaddedInts = checksumOf(call, 'printed') !== checksumOf(call, 'canonical');
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !OF_THE_RUN.test(name) && !(hasPaddedInts && OF_THE_CHECKSUM.test(name)))
      .map(([name, value]) => {
        if (name === SEALED) return [name, value === null ? null : 'sealed'];
        if (name !== 'request') return [name, value];
        // A JSON call keeps the order of its members.
        return [name, hasPaddedInts ? comparableEnvelope(value) : (JSON.parse(String(value)) as unknown)];
      }),
  );
}

function comparableEnvelope(text: unknown): unknown {
  const { request_id: _id, request, ...rest } = JSON.parse(text as string) as Record<string, unknown>;
  const { checksum: _checksum, ...fields } = request as Record<string, unknown>;
  return { ...rest, request: fields };
}
