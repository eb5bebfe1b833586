/** Tests that operators can export every list, as CSV and NDJSON, and that each export is in the audit log. */
import { parse } from 'csv-parse/sync';
import { EXPORT_LISTS } from '../../src/core/access/export-lists.js';
import { buildSchema } from '../../src/graphql/build-schema.js';
import { exportColumnsOf } from '../../src/graphql/access/export.resolver.js';
import { until } from '../life/until.js';
import type { HttpReply } from '../support/channels/http.js';
import { askGraphQL, KEYS, send } from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';
import { constants } from '../support/constants.js';

const SCHEMA = buildSchema();

type Row = Readonly<Record<string, unknown>>;

interface Order {
  readonly filter?: unknown;
  readonly key?: string | null;
  readonly [parameter: string]: unknown;
}

function get(list: string, { key = KEYS.operator, filter, ...parameters }: Order = {}): Promise<HttpReply> {
  const query = new URLSearchParams(parameters as Record<string, string>);
  if (filter !== undefined) query.set('filter', typeof filter === 'string' ? filter : JSON.stringify(filter));
  const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  return send(`${gateway.url}/v1/exports/${list}?${query}`, { method: 'GET', headers });
}

async function text(list: string, order: Order = {}): Promise<string> {
  const reply = await get(list, order);
  const body = reply.bytes.toString('utf8');
  expect([reply.status, reply.status === 200 ? '' : body]).toEqual([200, '']);
  return body;
}

async function rowsOf(list: string, order: Order = {}): Promise<readonly Row[]> {
  const lines = (await text(list, { ...order, format: 'ndjson' })).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as Row);
}

const ask = (query: string, key: string = KEYS.operator, variables: Row = {}) =>
  askGraphQL(gateway.url, query, { key, variables });

const WALLET = 'reference: "43172792905", customerId: 1001, cardId: 5001';
const NARRATIVE = '=HYPERLINK("http://x"), "shop"';

async function deduct(amount: number, transactionId: string, more = ''): Promise<void> {
  const date = new Date().toISOString().slice(0, 19).replaceAll('-', '');
  const { errors } = await ask(
    `mutation ($narrative: String!, $id: String!) { deduct(input: { ${WALLET} terminalId: "0068766621", requestAmount: ${String(amount)},
      narrative: $narrative, transactionType: "00", transactionId: $id, transactionDate: "${date}" ${more} }) { status } }`,
    KEYS.client,
    { narrative: NARRATIVE, id: transactionId },
  );
  expect(errors).toEqual([]);
}

const gateway = sharedGateway({
  env: {
    CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
    ...constants({ DIRECTORY_CACHE_MS: 0, SWEEP_EVERY_MS: 50 }),
  },
});

beforeAll(async () => {
  const { url } = gateway;
  const setUp = [
    'putProgramme(input: { programme: "sandbox", currency: "EUR" }) { programme { id } }',
    `addEndpoint(input: { programme: "sandbox", url: "${url.replace('127.0.0.1', 'localhost')}/none" }) { secret }`,
  ];
  for (const mutation of setUp) expect((await ask(`mutation { ${mutation} }`)).errors).toEqual([]);
  await deduct(
    354,
    '-1+1',
    'transactionData: { originalCurrencyCode: "840", originalTransactionAmount: "000000000400" }',
  );
  await deduct(100, 'two\nlines');
  await ask('mutation { generateProvisioningSecret(cardId: 5001) { keyId } }', KEYS.integrator);
  const report = 'cardId: 5001, walletId: "103", tokenReference: "T,1", tokenRequestorId: "7"';
  await ask(`mutation { reportDigitization(input: { ${report} }) { id } }`, KEYS.network);
  await send(`${url}/graphql`, { headers: { Authorization: 'Bearer wrong' }, body: '{}' });
  await until('the refused call is kept', async () => (await rowsOf('refused-calls')).length > 0);
});

describe.each(EXPORT_LISTS)('%s', (list) => {
  it('has its columns and every entry, in both formats', async () => {
    const rows = await rowsOf(list);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row)).toEqual(exportColumnsOf(SCHEMA, list));
    const parsed = parse<Row>(await text(list, list === 'audit-log' ? OWN_ACTS : {}), { columns: true });
    expect(parsed.map((row) => Object.keys(row))).toEqual(parsed.map(() => exportColumnsOf(SCHEMA, list)));
    const expected = list === 'audit-log' ? await rowsOf(list, OWN_ACTS) : rows;
    expect(parsed).toEqual(expected.map(asCells));
  });
});

/** A filter that leaves out the entries of the exports themselves. */
const OWN_ACTS = { filter: { action: 'put_programme' } };

/** Returns a row as CSV shows it: empty cells for null, JSON for objects, an apostrophe before a formula. */
function asCells(row: Row): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const cell = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
      return [column, /^[=+\-@]/.test(cell) && !/^-\d+$/.test(cell) ? `'${cell}` : cell];
    }),
  );
}

describe('transactions', () => {
  it('are filtered as in GraphQL', async () => {
    const idsOf = async (filter: object) =>
      (await rowsOf('transactions', { filter })).map(({ transactionId }) => transactionId);
    expect(await idsOf({ state: 'ANSWERED', cardId: 5001 })).toEqual(['-1+1', 'two\nlines']);
    expect(await idsOf({ state: 'IN_DOUBT' })).toEqual([]);
    expect(await idsOf({ method: null })).toHaveLength(2);
  });
});

it('is a download that no cache keeps', async () => {
  const { headers } = await get('wallets');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="cardway-wallets-\d{8}T\d{6}Z\.csv"$/,
    ),
    'cache-control': 'no-store',
    'transfer-encoding': 'chunked',
  });
  expect((await get('wallets', { format: 'ndjson' })).headers['content-type']).toBe(
    'application/x-ndjson; charset=utf-8',
  );
});

it('leaves one entry in the audit log, with the filter, also where nothing is found', async () => {
  const filter = { reference: '43172792905', time: { from: '2026-01-01T00:00:00Z' } };
  const entries = async () => rowsOf('audit-log', { filter: { action: 'export', subject: 'transactions' } });
  const before = await entries();
  await text('transactions', { filter, texts: 'true' });
  const after = await entries();
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]).toMatchObject({
    actor: 'sandbox-operator',
    action: 'export',
    subject: 'transactions',
    before: null,
    after: { format: 'csv', withTexts: true, filter },
  });
  await get('transactions', { filter: { nothing: 1 } });
  expect(await entries()).toHaveLength(after.length);
});

it('keeps a card number of a filter out of the audit log', async () => {
  await text('transactions', { filter: { reference: '4111 1111 1111 1111' } });
  const entries = await text('audit-log', { filter: { action: 'export' } });
  expect(entries).not.toContain('1111 1111');
});

describe('refuses', () => {
  const errorIn = ({ status, bytes }: HttpReply) => {
    const { error, message } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
    return { status, message, ...(error as object) };
  };

  it.each([
    [null, 401, 'UNAUTHENTICATED'],
    ['wrong', 401, 'UNAUTHENTICATED'],
  ])('the key %s with %d', async (key, status, code) => {
    for (const list of EXPORT_LISTS)
      expect(errorIn(await get(list, { key }))).toMatchObject({ status, code });
  });
});
