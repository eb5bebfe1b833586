import { openStore } from '../../src/store/store.js';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { ask, callEndpoint, INTEGRATOR, NETWORK, PATHS } from '../support/provisioning/endpoints.js';
import { machineClock } from '../support/machine-clock.js';
import { constants } from '../support/constants.js';
import { directoryOf } from '../support/directory.js';

const MASTER_KEY = `hex:${'5a'.repeat(32)}`;
const OTHER_INTEGRATOR = 'other_programme_integrator';

const folder = temporaryFolder();

let startedAtMs: number;
/** A card for each case, so that none waits for another one's time step. */
let card = 7000;

beforeAll(async () => {
  await seed(`sqlite:${folder}/cardway.db`);
  startedAtMs = Date.now();
});

const gateway = sharedGateway(() => ({
  folder,
  // A query to the database may take long here.
  env: { CARDWAY_MASTER_KEY: MASTER_KEY, ...constants({ DRIFT_MAX_MS: 3_600_000 }) },
}));

beforeEach(() => {
  card += 1;
});

async function seed(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock: machineClock });
  await store.migrate();
  const directoryAdmin = directoryOf(store);
  for (const programme of ['sandbox', 'other']) await directoryAdmin.putProgramme({ programme });
  const wallet = { programme: 'sandbox', customerId: 1003 };
  const cards = Array.from({ length: 100 }, (_, index) => ({ cardId: 7000 + index }));
  await directoryAdmin.putWallet({ ...wallet, reference: 'many', cards });
  await directoryAdmin.putWallet({
    ...wallet,
    reference: 'card',
    cards: [{ cardId: 8001, isBlocked: true }],
  });
  await directoryAdmin.putWallet({
    ...wallet,
    reference: 'wallet',
    isBlocked: true,
    cards: [{ cardId: 8002 }],
  });
  await directoryAdmin.putWallet({
    ...wallet,
    programme: 'other',
    reference: 'o',
    cards: [{ cardId: 9001 }],
  });
  const role = 'integrator';
  await directoryAdmin.putApiKey({ keyId: 'other', key: OTHER_INTEGRATOR, role, programme: 'other' });
  await store.close();
}

const generate = (fields: Readonly<Record<string, unknown>> = { card_id: card }, key?: string | null) =>
  ask(gateway.url, PATHS.generate, fields, key);

async function secretOf(cardId = card): Promise<string> {
  return (await generate({ card_id: cardId })).envelope.payload['secret'] as string;
}

const verify = async (secret: unknown, cardId: unknown = card) =>
  (await ask(gateway.url, PATHS.verify, { card_id: cardId, secret })).envelope.payload;

async function graphql(query: string, variables: object, key: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (await response.json()) as Record<string, unknown>;
}

/** Checks a time, however long the call took. */
function expectBetween(timeMs: number, fromMs: number, toMs: number): void {
  expect(timeMs).toBeGreaterThanOrEqual(fromMs);
  expect(timeMs).toBeLessThanOrEqual(toMs);
}

describe('generate-time-based-secret', () => {
  it('answers in the provisioning envelope, not to be stored', async () => {
    const fromMs = Date.now();
    const { status, headers, envelope } = await generate();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(envelope).toEqual({
      text: 'Success',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/) as string,
      endpoint: PATHS.generate,
      error: {},
      payload: { secret: expect.stringMatching(/^001#\d{8}$/) as string },
    });
    expectBetween(Date.parse(envelope.timestamp), fromMs, Date.now());
  });

  it.each([
    ['an integer in JSON', (id: number) => ({ body: JSON.stringify({ card_id: id }) })],
    ['digits in JSON', (id: number) => ({ body: JSON.stringify({ card_id: String(id) }) })],
    ['the query', (id: number) => ({ query: `?card_id=${String(id)}` })],
    [
      'a form',
      (id: number) => ({
        body: `card_id=${String(id)}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    ],
    [
      'JSON and query alike',
      (id: number) => ({ body: JSON.stringify({ card_id: id }), query: `?card_id=0${String(id)}` }),
    ],
    [
      'the query, whatever a request without a body says of it',
      (id: number) => ({ query: `?card_id=${String(id)}`, headers: { 'Content-Type': 'text/plain' } }),
    ],
  ])('reads card_id from %s', async (_where, call) => {
    const { status, envelope } = await callEndpoint(gateway.url, PATHS.generate, call(card));
    expect([status, envelope.error]).toEqual([200, {}]);
    expect(await verify(envelope.payload['secret'])).toMatchObject({ valid: true });
  });

  it.each([
    ['{}', '', 'card_id is missing.'],
    ['', '', 'card_id is missing.'],
    ['{"card_id":null}', '', 'card_id must be'],
    ['{"card_id":true}', '', 'card_id must be'],
    ['{"card_id":7001.5}', '', 'card_id must be'],
    ['{"card_id":-7001}', '', 'card_id must be'],
    ['{"card_id":[7001]}', '', 'card_id must be'],
    ['{"card_id":""}', '', 'card_id must be'],
    ['{"card_id":"7001 "}', '', 'card_id must be'],
    ['{"card_id":"0x1b59"}', '', 'card_id must be'],
    ['{"card_id":"9999999999999999"}', '', 'card_id must be'],
    ['', '?card_id=', 'card_id must be'],
    ['{"card_id":7001}', '?card_id=7002', 'card_id is given in two places'],
    ['', '?card_id=7001&card_id=7002', 'card_id is given in two places'],
    ['[7001]', '', 'must be a JSON object'],
  ])('refuses %s%s as BAD_REQUEST', async (body, query, message) => {
    const { status, envelope } = await callEndpoint(gateway.url, PATHS.generate, { body, query });
    expect([status, envelope.error.code, envelope.payload]).toEqual([400, 'BAD_REQUEST', {}]);
    expect(envelope.error.message).toContain(message);
    expect(envelope.endpoint).toBe(PATHS.generate);
  });

  it.each([
    [null, 401, 'UNAUTHENTICATED'],
    ['nobody', 401, 'UNAUTHENTICATED'],
    ['cardway_sandbox_client', 403, 'FORBIDDEN'],
    [NETWORK, 403, 'FORBIDDEN'],
    ['cardway_sandbox_operator', 403, 'FORBIDDEN'],
    [OTHER_INTEGRATOR, 403, 'FORBIDDEN'],
  ])('is refused to key %s', async (key, httpStatus, code) => {
    const { status, envelope } = await generate(undefined, key);
    expect([status, envelope.error.code, envelope.payload]).toEqual([httpStatus, code, {}]);
  });

  it('checks the key before the fields, and the syntax before the key', async () => {
    expect((await generate({}, 'nobody')).status).toBe(401);
    const broken = await callEndpoint(gateway.url, PATHS.generate, { body: '{', key: 'nobody' });
    expect(broken.envelope.error.code).toBe('MALFORMED');
  });

  it.each([
    [99_999, 404, 'NOT_FOUND'],
    [8001, 403, 'FORBIDDEN'],
    [8002, 403, 'FORBIDDEN'],
    [9001, 403, 'FORBIDDEN'],
  ])('refuses card %i, and records nothing', async (cardId, httpStatus, code) => {
    const { status, envelope } = await generate({ card_id: cardId });
    expect([status, envelope.error.code]).toEqual([httpStatus, code]);
  });

  it('refuses more than twenty a minute, and says when to retry', async () => {
    let reply = await generate();
    for (let count = 0; count < 20; count += 1) reply = await generate();
    expect([reply.status, reply.envelope.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe('verify-time-based-secret', () => {
  it('says that a secret is valid, once', async () => {
    const secret = await secretOf();
    expect(await verify(secret)).toEqual({
      valid: true,
      attempt_id: expect.any(String) as string,
      verified_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(await verify(secret)).toEqual({ valid: false, reason: 'replayed' });
  });

  it('accepts the secret in a form, and not in a query', async () => {
    const secret = encodeURIComponent(await secretOf());
    const fields = `card_id=${String(card)}&secret=${secret}`;
    const inQuery = await callEndpoint(gateway.url, PATHS.verify, { query: `?${fields}` });
    expect([inQuery.status, inQuery.envelope.error.message]).toEqual([
      400,
      'secret must be in the body, not in the query.',
    ]);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const inForm = await callEndpoint(gateway.url, PATHS.verify, { body: fields, headers });
    expect(inForm.envelope.payload).toMatchObject({ valid: true });
  });

  it.each([PATHS.verify, PATHS.activationCode, PATHS.verifyActivationCode])(
    '%s is for role network',
    async (path) => {
      for (const key of [INTEGRATOR, 'cardway_sandbox_client', 'cardway_sandbox_operator']) {
        expect((await ask(gateway.url, path, { card_id: card, secret: '001#1' }, key)).status).toBe(403);
      }
      expect((await ask(gateway.url, path, { card_id: card, secret: '001#1' }, null)).status).toBe(401);
    },
  );
});

describe('activation codes', () => {
  it('are issued for a secret and are accepted once', async () => {
    const secret = await secretOf();
    const { envelope } = await ask(gateway.url, PATHS.activationCode, { card_id: card, secret });
    expect(envelope.payload).toEqual({
      valid: true,
      activation_code: expect.stringMatching(/^\d{8}$/) as string,
      expires_at: expect.any(String) as string,
    });
    expect(await verify(secret)).toEqual({ valid: false, reason: 'replayed' });
    const fields = { card_id: card, activation_code: envelope.payload['activation_code'] };
    const [first, second] = [
      await ask(gateway.url, PATHS.verifyActivationCode, fields),
      await ask(gateway.url, PATHS.verifyActivationCode, fields),
    ];
    expect(first.envelope.payload).toMatchObject({ valid: true });
    expect(second.envelope.payload).toEqual({ valid: false, reason: 'replayed' });
  });
});

describe('GraphQL', () => {
  const GENERATE =
    'mutation($id: SafeInt!) { generateProvisioningSecret(cardId: $id) { secret keyId expiresAt } }';
  const VERIFY =
    'mutation($id: SafeInt!, $s: String!) { verifyProvisioningSecret(cardId: $id, secret: $s) { valid reason } }';

  it('and REST issue and accept the same secrets', async () => {
    const fromMs = Date.now();
    const given = await graphql(GENERATE, { id: card }, INTEGRATOR);
    const { secret, keyId, expiresAt } = (
      given['data'] as { generateProvisioningSecret: Record<string, string> }
    ).generateProvisioningSecret;
    expect(keyId).toBe('001');
    expectBetween(Date.parse(expiresAt ?? ''), fromMs + 60_000, Date.now() + 60_000);
    expect(await verify(secret)).toMatchObject({ valid: true });
    expect(await graphql(VERIFY, { id: card, s: secret }, NETWORK)).toEqual({
      data: { verifyProvisioningSecret: { valid: false, reason: 'REPLAYED' } },
    });
    expect(await graphql(VERIFY, { id: card, s: await secretOf() }, NETWORK)).toEqual({
      data: { verifyProvisioningSecret: { valid: true, reason: null } },
    });
  });
});

it('readiness and metrics show the difference of the clocks', async () => {
  const ready = (await (await fetch(`${gateway.url}/health/ready`)).json()) as {
    clocks: Record<string, unknown>;
  };
  expect(ready.clocks).toMatchObject({ isWarning: false, routes: [{ route: 'default' }] });
  // Both are the same clock. It was read by now at the latest, and the query's duration is the greatest possible difference.
  const drift = ready.clocks['databaseDriftMs'] as number;
  expectBetween(Math.abs(drift), 0, Date.now() - startedAtMs);
  expect(await (await fetch(`${gateway.url}/metrics`)).text()).toMatch(
    /^cardway_clock_drift_seconds\{clock="database"\} -?[\d.e-]+$/m,
  );
});
