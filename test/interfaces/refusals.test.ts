/** Tests that operators see refused calls of every interface, and that callers get no additional detail. */
import { WebSocket } from 'ws';
import { once } from 'node:events';
import { until } from '../life/until.js';
import {
  askGraphQL,
  balance,
  CHANNELS,
  checksumOf,
  deduct,
  reversalOf,
  RPC2,
  send,
  withFields,
  type Call,
  type Reply,
} from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';

interface Refused {
  readonly channel: string;
  readonly code: string;
  readonly field: string | null;
  readonly reason: string;
  readonly terminalId: string | null;
  readonly programme: string | null;
  readonly keyId: string | null;
  readonly address: string | null;
  readonly method: string | null;
  readonly reference: string | null;
  readonly amount: number | null;
  readonly requestId: string | null;
  readonly httpRequestId: string | null;
  readonly at: string;
  readonly count: number;
}

let calls = 0;

const gateway = sharedGateway({ env: { CARDWAY_TRANSACTION_MAX_AGE: '30d' } });

const FIELDS =
  'channel code field reason terminalId programme keyId address method reference amount requestId httpRequestId at count';

async function refused(filter: object): Promise<readonly Refused[]> {
  const { data } = await askGraphQL<{ refusedCalls: { edges: { node: Refused }[] } }>(
    gateway.url,
    `query ($filter: RefusedCallFilter) { refusedCalls(first: 100, filter: $filter) { edges { node { ${FIELDS} } } } }`,
    { variables: { filter } },
  );
  return data!.refusedCalls.edges.map(({ node }) => node);
}

/** Returns the entry of a call that names this terminal. */
async function entryOf(terminalId: string): Promise<Refused> {
  let found: readonly Refused[] = [];
  await until(`${terminalId} is listed`, async () => (found = await refused({ terminalId })).length > 0);
  return found[0]!;
}

const isUnauthenticated = ({ resultCode, errorCode }: Reply): boolean =>
  resultCode === -8 || errorCode === 'UNAUTHENTICATED';

/** Returns a new terminal id, so that each call has its own entry. */
function madeUp(): string {
  return String(9_900_000_000 + (calls += 1));
}

const terminalOf = ({ fields }: Call): string => fields['terminal_id']!;

/** The entry of a call repeats these. Terminals name no request id. */
const saidBy = ({ method, fields }: Call) => ({
  method,
  reference: fields['reference'],
  httpRequestId: expect.any(String) as string,
});

const WRONG_PASSWORD = 'a wrong password';

it('a checksum that fits a frequent mistake says so to operators alone', async () => {
  const call = deduct({ terminal_id: '0029504320' });
  const mistaken = await RPC2.call(gateway.url, { ...call, checksum: checksumOf(call, 'printed', 'sha1') });
  const wrong = await RPC2.call(gateway.url, { ...call, password: WRONG_PASSWORD });
  expect({ ...mistaken, headers: null }).toEqual({ ...wrong, headers: null });
  await until('both are listed', async () => {
    const found = await refused({ terminalId: '0029504320', channel: 'XMLRPC', code: 'UNAUTHENTICATED' });
    const reasons = found.map(({ reason }) => reason).sort();
    return reasons.join(' ') === 'The checksum is wrong. The checksum is wrong: it fits HMAC-SHA1.';
  });
});

/** Refused calls of every interface. They are made together, because refusals are saved once a second. */
const made = CHANNELS.map((channel) => ({
  channel,
  name: channel.name,
  unknown: deduct({ terminal_id: madeUp() }),
  wrong: { ...deduct({ terminal_id: '0068766621' }), password: WRONG_PASSWORD } as Call,
  old: deduct({ transaction_date: '20200817T17:58:57' }),
  invalid: withFields(balance({ terminal_id: madeUp() }), { narrative: 'x'.repeat(2000) }),
}));
const heard = new Map<Call, Reply>();

beforeAll(async () => {
  for (const { channel, unknown, wrong, old, invalid } of made)
    for (const call of [unknown, wrong, old, invalid]) heard.set(call, await channel.call(gateway.url, call));
});

describe.each(made)('$name', ({ channel, unknown, wrong, old, invalid }) => {
  const CHANNEL = { graphql: 'GRAPHQL', json: 'JSON', xmlrpc: 'XMLRPC' }[channel.ledgerName];
  const keyId = channel.takesKey ? 'sandbox-client' : null;

  it('an unknown terminal is shown to operators, not to the caller', async () => {
    expect(isUnauthenticated(heard.get(unknown)!)).toBe(true);
    expect(JSON.stringify(heard.get(unknown))).not.toContain('not known');
    expect(await entryOf(terminalOf(unknown))).toMatchObject({
      channel: CHANNEL,
      code: 'UNAUTHENTICATED',
      reason: 'The terminal is not known.',
      ...saidBy(unknown),
      keyId,
      address: '127.0.0.1',
      count: 1,
    });
  });

  it('a wrong checksum names the terminal and its programme', async () => {
    expect(isUnauthenticated(heard.get(wrong)!)).toBe(true);
    await until('it is listed', async () => {
      const found = await refused({ terminalId: '0068766621', channel: CHANNEL, code: 'UNAUTHENTICATED' });
      return found.some(
        ({ reason, programme }) => reason === 'The checksum is wrong.' && programme === 'sandbox',
      );
    });
  });

  it('an old date is recorded as the reason', async () => {
    expect(isUnauthenticated(heard.get(old)!)).toBe(true);
    await until('it is listed', async () =>
      (await refused({ channel: CHANNEL })).some(
        ({ reason }) => reason === 'The transactionDate is too old.',
      ),
    );
  });

  it('an invalid field is named', async () => {
    expect(await entryOf(terminalOf(invalid))).toMatchObject({
      code: 'BAD_REQUEST',
      field: 'narrative',
      ...saidBy(invalid),
    });
  });
});

describe.each(CHANNELS)('$name, declined by the gateway itself', (channel) => {
  const CHANNEL = { graphql: 'GRAPHQL', json: 'JSON', xmlrpc: 'XMLRPC' }[channel.ledgerName];
  const today = new Date().toISOString().replace(/-|\..*/g, '');
  const shown = async (code: string): Promise<Refused> => {
    let found: readonly Refused[] = [];
    const filter = { code, channel: CHANNEL, terminalId: '0029504320' };
    await until('it is listed', async () => (found = await refused(filter)).length > 0);
    return found[0]!;
  };
  const declined = async (call: Call, resultCode: number): Promise<void> => {
    const reply = await channel.call(gateway.url, call);
    expect([reply.status, reply.resultCode]).toEqual([200, resultCode]);
  };
  const fields = { terminal_id: '0029504320', transaction_date: today };

  it('an unknown wallet', async () => {
    await declined(deduct({ ...fields, reference: '99' }), -4);
    expect(await shown('NOT_FOUND')).toMatchObject({
      reason: 'The wallet is not known (resultCode -4).',
      method: 'Deduct',
      reference: '99',
      programme: 'sandbox',
      keyId: channel.takesKey ? 'sandbox-client' : null,
      address: '127.0.0.1',
    });
  });

  it('a blocked wallet', async () => {
    const set = (field: string) =>
      askGraphQL(
        gateway.url,
        `mutation { ${field}(input: { reference: "556789731480" }) { wallet { blocked } } }`,
      );
    await set('blockWallet');
    await declined(deduct({ ...fields, reference: '556789731480' }), -29);
    await set('unblockWallet');
    expect(await shown('FORBIDDEN')).toMatchObject({
      reason: 'The wallet or card is blocked (resultCode -29).',
    });
  });

  it('a payment whose reversal came before it', async () => {
    const late = deduct(fields);
    await channel.call(gateway.url, reversalOf(late, { transaction_date: today }));
    await declined(late, -3);
    expect(await shown('IDEMPOTENCY_CONFLICT')).toMatchObject({
      reason: 'A reversal of it came first (resultCode -3).',
    });
  });
});

it('an unreadable body is recorded on every interface', async () => {
  for (const channel of CHANNELS) await channel.post(gateway.url, channel === CHANNELS[0] ? '{' : '{<');
  await until('all are listed', async () => {
    const found = await refused({ code: 'MALFORMED' });
    return ['GRAPHQL', 'JSON', 'XMLRPC'].every((name) => found.some(({ channel }) => channel === name));
  });
});

it('a key that nobody has, another scheme and no key are recorded', async () => {
  const attempts = [
    ['Bearer nobody', 'The key is not known.'],
    ['Basic abc', 'Authorization is not Bearer and a key.'],
    [undefined, 'There is no key.'],
  ] as const;
  for (const [authorization] of attempts)
    for (const path of ['/graphql', '/graphql/stream', '/v1/proxy', '/network/v1/digitizations']) {
      const headers = {
        'Content-Type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      };
      const reply = await send(gateway.url + path, { headers, body: '{"query":"{ __typename }"}' });
      // RFC 9110, 15.5.2
      const wanted = { 'www-authenticate': 'Bearer realm="cardway"', 'cache-control': 'no-store' };
      expect([path, reply.status, reply.headers]).toMatchObject([path, 401, wanted]);
    }
  await until('they are listed', async () => {
    const found = await refused({ code: 'UNAUTHENTICATED' });
    return attempts.every(([, reason]) =>
      ['GRAPHQL', 'JSON'].every((name) =>
        found.some((entry) => entry.channel === name && entry.reason === reason),
      ),
    );
  });
});

it('a WebSocket with a wrong key is recorded', async () => {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer of-nobody-ws' } }));
  await once(socket, 'close');
  await until('it is logged', () =>
    gateway.lines.some((line) => line.includes('"call refused"') && line.includes('"channel":"graphql"')),
  );
});

it('each refusal is one log line and one count, without secrets', async () => {
  const terminalId = '4111111111111111';
  await RPC2.call(gateway.url, deduct({ terminal_id: terminalId }));
  const line = (text: string) => text.includes('"call refused"') && text.includes('[text of 16 characters]');
  await until('it is logged', () => gateway.lines.some(line));
  const logged = JSON.parse(gateway.lines.find(line)!) as Record<string, unknown>;
  expect(logged).toMatchObject({
    level: 'warn',
    channel: 'xmlrpc',
    code: 'BAD_REQUEST',
    field: 'terminal_id',
    terminalId: '[text of 16 characters]',
    address: '127.0.0.1',
  });
  expect(typeof logged['httpRequestId']).toBe('string');
  const all = gateway.lines.join('\n') + JSON.stringify(await refused({}));
  expect(all).not.toMatch(/4111111111111111|of-nobody-ws|a wrong password/);
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/cardway_refused_calls_total\{channel="xmlrpc",code="BAD_REQUEST"\} \d+/);
});
