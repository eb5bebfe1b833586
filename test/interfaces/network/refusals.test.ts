import { openStore } from '../../../src/store/store.js';
import {
  askGraphQL,
  KEYS,
  requestIdOf,
  RPC2,
  sampleCall,
  sharedBench,
  withFields,
  XML_CHANNELS,
} from '../../support/channels/index.js';
import { SECOND, SEEDED } from '../../support/channels/second-programme.js';
import { expectAnswer, expectError } from '../../contract/interfaces/register.js';
import { until } from '../../life/until.js';
import { attemptTables } from './database.js';
import { message, messageData, mutate, postRest, tokenOf } from './network-calls.js';
import { machineClock } from '../../support/machine-clock.js';
import { directoryOf } from '../../support/directory.js';

const SECOND_NETWORK = 'second_programme_network';

const bench = sharedBench({
  env: { ...SEEDED.env, CARDWAY_TRANSACTION_MAX_AGE: '3650d' },
  async seed(databaseUrl) {
    await SEEDED.seed(databaseUrl);
    const store = await openStore({
      databaseUrl,
      masterKey: SEEDED.env.CARDWAY_MASTER_KEY,
      clock: machineClock,
    });
    const key = { keyId: 'second-network', key: SECOND_NETWORK, role: 'network' } as const;
    await directoryOf(store).putApiKey({ ...key, programme: SECOND.programme });
    await store.close();
  },
});
const tables = attemptTables(bench);

/** Runs a call and checks that it leaves nothing behind. */
async function untraced<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  const before = { ...tables.traces(), sent: bench.wallet.calls.length };
  const reply = await call();
  expect({ ...tables.traces(), sent: bench.wallet.calls.length }).toEqual(before);
  return reply;
}

const REST = [
  { path: 'token-authorizations', field: 'authorizeToken' },
  { path: 'digitizations', field: 'reportDigitization' },
] as const;

describe.each(REST)('POST /network/v1/$path and $field', ({ path, field }) => {
  it.each(['client', 'integrator', 'operator'] as const)('refuse a key of role %s', async (role) => {
    const key = KEYS[role];
    const rest = await untraced(() => postRest(bench.url, path, tokenOf('t'), { key }));
    expect([rest.status, rest.body['error']]).toEqual([403, { code: 'FORBIDDEN' }]);
    const graph = await untraced(() => mutate(bench.url, field, tokenOf('t'), key));
    expect(graph.code).toBe('FORBIDDEN');
  });

  it.each([null, 'wrong'])('refuse the key %p', async (key) => {
    const rest = await untraced(() => postRest(bench.url, path, tokenOf('t'), { key }));
    expect(rest.body).toEqual({
      status: 'error',
      message: 'Authentication failed.',
      customer_id: null,
      response: { resultCode: -8 },
      error: { code: 'UNAUTHENTICATED' },
    });
    expect(rest.status).toBe(401);
    const graph = await untraced(() => mutate(bench.url, field, tokenOf('t'), key));
    expect([graph.status, graph.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('check the syntax before the key, and the key before the fields', async () => {
    const posted = async (body: unknown, key: string, mediaType?: string) =>
      (await untraced(() => postRest(bench.url, path, body, { key, ...(mediaType ? { mediaType } : {}) })))
        .body['error'];
    expect(await posted('{"card_id":', 'wrong')).toMatchObject({ code: 'MALFORMED' });
    expect(await posted('[]', 'wrong')).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await posted({}, 'wrong', 'text/plain')).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(await posted({}, 'wrong')).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await posted({}, KEYS.client)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await posted({}, KEYS.network)).toMatchObject({ code: 'BAD_REQUEST', field: 'card_id' });
  });

  it.each([
    { member: 'card_id', value: undefined },
    { member: 'card_id', value: 'card' },
    { member: 'card_id', value: 1.5 },
    { member: 'card_id', value: -1 },
    { member: 'card_id', value: [5001] },
    { member: 'wallet_id', value: undefined },
    { member: 'wallet_id', value: '' },
    { member: 'wallet_id', value: '1'.repeat(33) },
    { member: 'wallet_id', value: true },
    { member: 'token_reference', value: undefined },
    { member: 'token_reference', value: '' },
    { member: 'token_reference', value: 't'.repeat(256) },
    { member: 'token_reference', value: 7 },
    { member: 'token_reference', value: 'nul\0' },
    { member: 'token_requestor_id', value: undefined },
    { member: 'token_requestor_id', value: '1'.repeat(65) },
    { member: 'device', value: 'd'.repeat(65) },
    { member: 'device_type', value: {} },
  ])('refuse $member $value, and name it', async ({ member, value }) => {
    const members = tokenOf('t', { [member]: value });
    const rest = await untraced(() => postRest(bench.url, path, members));
    expect([rest.status, rest.body['error']]).toEqual([400, { code: 'BAD_REQUEST', field: member }]);
    expect(rest.body['message']).toContain(member);
    const named = member === 'device' ? 'device_type' : member;
    const graph = await untraced(() => mutate(bench.url, field, members));
    expect([graph.code, graph.field]).toEqual([
      'BAD_REQUEST',
      named.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    ]);
  });

  it('accept the wallet, the requestor and the device as numbers, and the card as digits', async () => {
    const members = tokenOf(`numbers-${path}`, {
      wallet_id: 216,
      token_requestor_id: 50110030273,
      device: 21,
      card_id: '5001',
    });
    expect((await postRest(bench.url, path, members)).status).toBe(200);
    const graph = await mutate(bench.url, field, { ...members, card_id: 5001 });
    expect(graph.code).toBeNull();
  });

  it('do not act for a card of another programme', async () => {
    const members = tokenOf('t', { card_id: SECOND.cardId });
    const rest = await untraced(() => postRest(bench.url, path, members));
    expect([rest.status, rest.body['error']]).toEqual([403, { code: 'FORBIDDEN', field: 'card_id' }]);
    const graph = await untraced(() => mutate(bench.url, field, members));
    expect([graph.code, graph.field]).toEqual(['FORBIDDEN', 'cardId']);
    const own = await postRest(bench.url, path, tokenOf(`own-${path}`, { card_id: SECOND.cardId }), {
      key: SECOND_NETWORK,
    });
    expect(own.status).toBe(200);
  });
});

describe('POST /network/v1/token-authorizations', () => {
  const authorize = (token: string, members = {}) =>
    postRest(bench.url, 'token-authorizations', tokenOf(token, members));

  it('answers with the decision, and marks an existing one', async () => {
    const attemptId = tables.verified();
    const first = await authorize('decided');
    expect(first).toMatchObject({
      status: 200,
      body: {
        decision: 'APPROVED',
        reason: 'attempt_verified',
        attempt_id: attemptId,
        card_id: 5001,
        token_reference: 'decided',
      },
    });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const again = await authorize('decided');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(await mutate(bench.url, 'authorizeToken', tokenOf('decided'))).toMatchObject({
      data: { decision: 'APPROVED', attemptId, replayed: true },
    });
  });

  it('marks a declined token that is completed all the same, and raises an alert', async () => {
    await authorize('declined', { path: 'RED' });
    const { body } = await postRest(bench.url, 'digitizations', tokenOf('declined'));
    await postRest(bench.url, 'digitizations', tokenOf('declined', { event: 'Stopped' }));
    await postRest(bench.url, 'digitizations', tokenOf('not declined'));
    const { data } = await askGraphQL(
      bench.url,
      '{ digitizations(filter: { declined: true }) { edges { node { tokenReference state declined } } } }',
    );
    const node = { tokenReference: 'declined', state: 'STOPPED', declined: true };
    expect(data).toEqual({ digitizations: { edges: [{ node }] } });
    const alerts = () => bench.gateway.lines.filter((line) => line.includes('declined_token_active'));
    await until('the log has the alert', () => alerts().length > 0);
    expect(alerts()).toEqual([expect.stringContaining(String(body['id']))]);
  });

  it.each(['path', 'recommendation'])('refuses an unknown %s', async (name) => {
    const reply = await untraced(() => authorize('t', { [name]: 'BLUE' }));
    expect(reply.body['error']).toEqual({ code: 'BAD_REQUEST', field: name });
    expect(reply.text).not.toContain('BLUE');
  });
});

describe('POST /network/v1/digitizations', () => {
  const report = (token: string, members = {}) =>
    postRest(bench.url, 'digitizations', tokenOf(token, members));

  it('acknowledges with the event, and a repeat with the same one', async () => {
    const first = await report('acknowledged', { digitized_pan: '530842XXXXXX0116' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      status: 'accepted',
      type: 'digitization.complete',
      programme: 'sandbox',
      card_id: 5001,
      customer_id: 1001,
      wallet: 'APPLE_PAY',
      wallet_id: '103',
      token_reference: 'acknowledged',
      device_type: null,
      pan_last_four: '0116',
      attempt_id: null,
    });
    expect(first.body['id']).toMatch(/^evt_\d{12}$/);
    expect((await report('acknowledged')).text).toBe(first.text);
  });

  it.each([
    { member: 'event', value: 'burned' },
    { member: 'digitized_pan', value: '5308' },
    { member: 'digitized_pan', value: '53084266000001167777777777' },
    { member: 'digitized_pan', value: '530842XXXXXXXXXX' },
    { member: 'pan_last_four', value: '11' },
    { member: 'report_id', value: 'r'.repeat(256) },
    { member: 'reason_code', value: 'r'.repeat(65) },
  ])('refuses $member $value without repeating it', async ({ member, value }) => {
    const reply = await untraced(() => report('t', { [member]: value }));
    expect(reply.body['error']).toEqual({ code: 'BAD_REQUEST', field: member });
    expect(reply.text).not.toContain(value);
  });
});

describe.each(XML_CHANNELS)('an AdministrativeMessage that reports, on $name,', (channel) => {
  const call = (made: Parameters<typeof channel.call>[1]) => untraced(() => channel.call(bench.url, made));

  it.each([
    { title: 'a wrong checksum', change: { checksum: '0'.repeat(64) } },
    { title: 'another password', change: { password: 'wrong' } },
  ])('is refused with $title', async ({ change }) => {
    expectError(channel, await call({ ...message('t'), ...change }), 'UNAUTHENTICATED');
  });

  it.each([
    {
      title: 'no token reference',
      fields: { message_data: messageData('t', ['913']) },
      field: 'message_data',
    },
    { title: 'an empty token reference', fields: { message_data: '91300' }, field: 'message_data' },
    { title: 'a repeated key', fields: { message_data: '91301t91301t' }, field: 'message_data' },
    {
      title: 'an event that nobody knows',
      fields: { message_name: 'digitization.event.Burned' },
      field: 'message_name',
    },
    { title: 'a terminal of nine digits', fields: { terminal_id: '123456789' }, field: 'terminal_id' },
    { title: 'an empty transaction id', fields: { transaction_id: '' }, field: 'transaction_id' },
  ])('is refused with $title, before the checksum is verified', async ({ fields, field }) => {
    const heard = await call({ ...message('t', fields), checksum: '0'.repeat(64) });
    expectError(channel, heard, 'BAD_REQUEST');
    if (channel !== RPC2) expect(heard.field).toMatch(new RegExp(`^${field}`));
  });

  it.each(['nobody', SECOND.reference])('of the wallet %s gets -4', async (reference) => {
    const before = tables.traces();
    expectAnswer(channel, await channel.call(bench.url, message('t', { reference })), -4);
    // The first call for an unknown wallet is an event for integrators.
    const { events: _events, ...left } = tables.traces();
    expect(before).toMatchObject(left);
  });

  it('is accepted from a terminal of the second programme for its own wallet', async () => {
    const { terminalId, reference, password } = SECOND;
    const made = message(`second-${channel.name}`, { terminal_id: terminalId, reference });
    expectAnswer(channel, await channel.call(bench.url, { ...made, password }), 1);
    const [event] = tables.query('select programme, card_id from events order by sequence desc limit 1');
    expect(event).toEqual({ programme: SECOND.programme, card_id: SECOND.cardId });
  });

  it('is one event for its id and date', async () => {
    const type = 'digitization.resumed';
    const made = message(`life-${channel.name}`, {}, 'digitization.event.Digitized');
    for (const fields of [{}, {}, { transaction_date: '20261008T12:29:56' }, { transaction_id: 'other' }]) {
      expectAnswer(channel, await channel.call(bench.url, withFields(made, fields)), 1);
    }
    const found = tables.query(
      `select type from events where json_extract(data, '$.tokenReference') = ?`,
      `life-${channel.name}`,
    );
    expect(found).toEqual([{ type }, { type }, { type }]);
  });

  it('is accepted in the vendor’s published form, which names no token requestor', async () => {
    const published = sampleCall('AdministrativeMessage digitization.complete');
    const token = `DAPLMC-${channel.ledgerName}-${channel.errors}`.padEnd(48, '0');
    const message_data = published.fields['message_data']!.replace(/DAPLMC.{42}/, token);
    expectAnswer(channel, await channel.call(bench.url, withFields(published, { message_data })), 1);
    const [found] = tables.query('select * from digitizations where token_reference = ?', token);
    expect(found).toMatchObject({ token_requestor_id: null, device_type: '21', pan_last_four: '0116' });
  });

  it('is accepted in the vendor’s published form with a stray digit at the end', async () => {
    const token = `stray-${channel.name}`;
    const message_data = `${messageData(token)}0`;
    const made = message(token, { message_data }, 'digitization.event.Digitized');
    expectAnswer(channel, await channel.call(bench.url, made), 1);
  });

  it('leaves no transaction', () => {
    const made = message('t');
    expect(bench.ledger.rows().some((row) => row.request_id === requestIdOf(made, 'printed'))).toBe(false);
    expect(bench.ledger.rows()).toEqual([]);
  });
});
