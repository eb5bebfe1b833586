import { openStore } from '../../../src/store/store.js';
import { askGraphQL, KEYS, nodesOf, sharedBench } from '../../support/channels/index.js';
import { SECOND, SEEDED } from '../../support/channels/second-programme.js';
import { attemptTables } from './database.js';
import { mutate, tokenOf } from './network-calls.js';
import { machineClock } from '../../support/machine-clock.js';
import { directoryOf } from '../../support/directory.js';

const SECOND_INTEGRATOR = 'second_programme_integrator';
const READERS = ['integrator', 'network', 'operator'] as const;

let mine: string;
let theirs: string;

const bench = sharedBench({
  env: SEEDED.env,
  async seed(databaseUrl) {
    await SEEDED.seed(databaseUrl);
    const store = await openStore({
      databaseUrl,
      masterKey: SEEDED.env.CARDWAY_MASTER_KEY,
      clock: machineClock,
    });
    const key = { keyId: 'second-integrator', key: SECOND_INTEGRATOR, role: 'integrator' } as const;
    await directoryOf(store).putApiKey({ ...key, programme: SECOND.programme });
    await store.close();
  },
});
const tables = attemptTables(bench);

beforeAll(async () => {
  const second = { programme: SECOND.programme, cardId: SECOND.cardId, customerId: SECOND.customerId };
  theirs = tables.verified({ ...second, state: 'issued' });
  mine = tables.verified();
  tables.change(`update provisioning_attempts set wrong_codes = 3, drift_steps = -1`);
  await mutate(bench.url, 'authorizeToken', tokenOf('query-1'));
  await mutate(bench.url, 'reportDigitization', tokenOf('query-1', { device: '21' }));
  await mutate(
    bench.url,
    'reportDigitization',
    tokenOf('query-1', { event: 'Stopped', report_id: 'r', reason_code: '77' }),
  );
  await mutate(bench.url, 'reportDigitization', tokenOf('query-2', { card_id: 5002, wallet_id: 216 }));
});

const ids = (args: string, key: string) =>
  nodesOf<{ attemptId: string }>(bench.url, `provisioningAttempts${args}`, 'attemptId', { key }).then(
    (nodes) => nodes.map(({ attemptId }) => attemptId),
  );

describe('the query provisioningAttempts', () => {
  it('shows each reader its programme, and operators all', async () => {
    expect(await ids('', KEYS.integrator)).toEqual([mine]);
    expect(await ids('', KEYS.network)).toEqual([mine]);
    expect(await ids('', SECOND_INTEGRATOR)).toEqual([theirs]);
    expect(await ids('', KEYS.operator)).toEqual([mine, theirs]);
    expect(await ids(`(filter: { cardId: ${String(SECOND.cardId)} })`, KEYS.integrator)).toEqual([]);
  });

  it('shows operators alone details that could help an attacker', async () => {
    const seen = (key: string) =>
      nodesOf(bench.url, 'provisioningAttempts(first: 1)', 'wrongCodes driftSteps', { key });
    expect(await seen(KEYS.operator)).toEqual([{ wrongCodes: 3, driftSteps: -1 }]);
    expect(await seen(KEYS.integrator)).toEqual([{ wrongCodes: null, driftSteps: null }]);
  });
});

describe('the query provisioningAttempt', () => {
  const ask = async (id: string, key: string) =>
    (await askGraphQL(bench.url, `{ provisioningAttempt(attemptId: "${id}") { id } }`, { key })).data![
      'provisioningAttempt'
    ];

  it('shows one attempt to permitted readers', async () => {
    for (const role of READERS) expect(await ask(mine, KEYS[role])).toEqual({ id: mine });
    expect(await ask(theirs, KEYS.integrator)).toBeNull();
    expect(await ask('nobody', KEYS.operator)).toBeNull();
  });
});

describe('the query digitizations', () => {
  const SELECTION = 'tokenReference state wallet attemptId reasonCode lastEvent lastEventId';

  it('shows the state of each token', async () => {
    const nodes = await nodesOf(bench.url, 'digitizations', SELECTION, { key: KEYS.integrator });
    expect(nodes).toHaveLength(2);
    expect(nodes[1]).toEqual({
      tokenReference: 'query-1',
      state: 'STOPPED',
      wallet: 'APPLE_PAY',
      attemptId: mine,
      reasonCode: '77',
      lastEvent: 'DIGITIZATION_STOPPED',
      lastEventId: 'evt_000000000002',
    });
    expect(nodes[0]).toMatchObject({ tokenReference: 'query-2', wallet: 'GOOGLE_PAY', attemptId: null });
  });

  it('shows no reader another programme’s', async () => {
    expect(await nodesOf(bench.url, 'digitizations', 'tokenReference', { key: SECOND_INTEGRATOR })).toEqual(
      [],
    );
  });
});
