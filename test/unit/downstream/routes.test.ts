import { createDownstream } from '../../../src/outbound/downstream/client.js';
import {
  DOWNSTREAM_DEFAULTS,
  type RouteConfig,
  type RouteConfigs,
} from '../../../src/outbound/downstream/routes.js';
import { momentOf, addMs } from '../../../src/platform/clock.js';
import { approving, startWallet } from '../../support/wallet/index.js';
import { ManualTime } from './manual-time.js';
import { BODY, SIGNING_KEY } from './set-up.js';

const route = (name: string, rest: Partial<RouteConfig> = {}): RouteConfig => ({
  name,
  url: 'http://127.0.0.1:1/',
  timeoutMs: 1800,
  dedupes: false,
  signingKeys: [SIGNING_KEY],
  methods: [],
  ...rest,
});

const open = (routes: RouteConfigs) => {
  const time = new ManualTime();
  return {
    time,
    downstream: createDownstream({
      routes,
      settings: { ...DOWNSTREAM_DEFAULTS, connectRetryMs: 1800 },
      tlsOf: () => undefined,
      clock: time,
      timer: time,
    }),
  };
};

test('a method uses the route that names it, every other method the default, and use cases see no key', async () => {
  const { downstream } = open([
    route('main'),
    route('notices', { methods: ['Stop', 'AdministrativeMessage'], dedupes: true }),
  ]);
  expect(downstream.route('Stop')).toEqual({ name: 'notices', timeoutMs: 1800, dedupes: true });
  expect(downstream.route('Deduct').name).toBe('main');
  await downstream.close();
});

test('an empty signing key is an error when the client is created', () => {
  expect(() => open([route('main', { signingKeys: [Buffer.alloc(0)] })])).toThrow();
});

test('each route has its own URL, key and breaker', async () => {
  const wallets = await Promise.all([
    startWallet({ behaviour: approving() }),
    startWallet({ behaviour: approving() }),
  ]);
  const [main, notices] = wallets;
  const { downstream, time } = open([
    route('main', { url: main.url }),
    route('notices', { url: notices.url, signingKeys: [Buffer.from('other')], methods: ['Stop'] }),
  ]);
  const send = (methodName: string) =>
    downstream.send({
      route: downstream.route(methodName).name,
      requestId: '1_20200824_1',
      methodName,
      body: BODY,
      customerId: 1001,
      deadline: addMs(momentOf(time), 1800),
    });
  await send('Deduct');
  await send('Stop');
  const signatures = wallets.map(({ calls }) => calls[0]?.headers['x_msg_signature']);
  expect(new Set(signatures).size).toBe(2);
  await main.close();
  for (let n = 0; n < 20; n++) await send('Deduct');
  expect(downstream.states().map(({ route: name, breaker }) => [name, breaker])).toEqual([
    ['main', 'open'],
    ['notices', 'closed'],
  ]);
  await downstream.close();
  await notices.close();
});
