import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { approving, gate, sharedWallet } from '../support/wallet/index.js';
import { sharedGateway, startGateway, temporaryFolder } from '../support/gateway.js';
import { deduct, GRAPHQL, JSON_PROXY, KEYS, reversalOf, RPC2 } from '../support/channels/index.js';
import { ROOT } from '../tidy/tree.js';
import { until } from './until.js';
import { openRaw, rawRequest } from './raw-http.js';

const folder = temporaryFolder();

const wallet = sharedWallet({ behaviour: approving() });

const gateway = sharedGateway(() => ({
  folder,
  env: { CARDWAY_DOWNSTREAM_URL: wallet.url, CARDWAY_TRUST_PROXY: '1' },
}));

interface Ready {
  readonly status: number;
  readonly report: {
    readonly status: string;
    readonly draining: boolean;
    readonly store: { isReady: boolean };
  };
}

async function ready(): Promise<Ready> {
  const response = await fetch(`${gateway.url}/health/ready`);
  return { status: response.status, report: (await response.json()) as Ready['report'] };
}

async function metricsText(headers: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await fetch(`${gateway.url}/metrics`, { headers: { ...headers } })).text();
}

describe('/health/live and /health/ready', () => {
  it('are 200 while the gateway serves', async () => {
    for (const path of ['/health/live', '/health']) {
      const live = await fetch(gateway.url + path);
      expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
    }
    const { status, report } = await ready();
    expect(status).toBe(200);
    expect(report).toMatchObject({ status: 'ready', draining: false, store: { isReady: true } });
  });

  it('need no key, and show no secret', async () => {
    const text = JSON.stringify((await ready()).report);
    expect(text).not.toContain(folder);
    expect(text).not.toContain(String(wallet.port));
  });
});

describe('with a store that cannot commit', () => {
  let other: Database.Database;

  beforeAll(() => {
    other = new Database(join(folder, 'cardway.db'));
    other.exec('begin immediate');
  });

  afterAll(() => {
    if (other.inTransaction) other.exec('rollback');
    other.close();
  });

  it('a call is refused, and the process is alive and not ready', async () => {
    expect((await RPC2.call(gateway.url, deduct())).resultCode).toBe(-9);
    const { status, report } = await ready();
    expect(status).toBe(503);
    expect(report).toMatchObject({ status: 'not ready', store: { isReady: false } });
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
  });

  it('it is ready again as soon as it can commit', async () => {
    other.exec('rollback');
    await until('it is ready', async () => (await ready()).status === 200);
    expect((await RPC2.call(gateway.url, deduct())).resultCode).toBe(1);
  });
});

it('with a store that cannot read a key, a Deduct on /v1/proxy has a resultCode, and a reversal has none', async () => {
  const other = new Database(join(folder, 'cardway.db'));
  other.exec('alter table api_keys rename to away');
  try {
    // No call had this key before, so it is in no cache.
    const from = { key: KEYS.integrator };
    const heard = [
      await JSON_PROXY.call(gateway.url, deduct(), from),
      await JSON_PROXY.call(gateway.url, reversalOf(deduct()), from),
    ];
    expect(heard.map(({ status, errorCode, resultCode }) => [status, errorCode, resultCode])).toEqual([
      [503, 'UNAVAILABLE', -9],
      [503, 'UNAVAILABLE', null],
    ]);
  } finally {
    other.exec('alter table away rename to api_keys');
    other.close();
  }
});

/** Series that a GraphQL Deduct counts in, by the beginning of their labels. */
const COUNTERS = [
  'cardway_transactions_total\\{channel="graphql",method="Deduct",route="default",state="answered"',
  'cardway_transaction_results_total\\{method="Deduct",result_code="1"',
  'cardway_transaction_replays_total\\{method="Deduct"',
  'cardway_refused_calls_total\\{channel="graphql",code="UNAUTHENTICATED"',
  'cardway_http_requests_total\\{path="/graphql",status="200"',
];

describe('/metrics', () => {
  it('has only names that start with cardway_, each with a description', async () => {
    await RPC2.call(gateway.url, deduct());
    const response = await fetch(`${gateway.url}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => !/^(?:# (?:HELP|TYPE) )?cardway_[a-z0-9_]+/.test(line))).toEqual([]);
    const typed = lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
    const helped = lines.flatMap((line) => /^# HELP (\S+) \S/.exec(line)?.[1] ?? []);
    expect(typed).toEqual(helped);
    expect(typed).toEqual(
      expect.arrayContaining([
        ...['cardway_transactions_total', 'cardway_transaction_results_total', 'cardway_breaker_state'],
        ...['cardway_transaction_duration_seconds', 'cardway_downstream_duration_seconds'],
        ...['cardway_http_requests_total', 'cardway_http_request_duration_seconds', 'cardway_alerts_total'],
      ]),
    );
  });

  it('has every series whose increase a rule of alerts asks for, before the first alert', async () => {
    const rules = readFileSync(join(ROOT, 'deploy/prometheus/alerts.yaml'), 'utf8');
    const wanted = [...rules.matchAll(/increase\((\w+)(?:\{(\w+)=~?"([\w|]+)"\})?\[/g)].flatMap(
      ([, name = '', label, values = '']) =>
        label === undefined ? [name] : values.split('|').map((value) => `${name}{${label}="${value}"}`),
    );
    expect(wanted).toContain('cardway_alerts_total{alert="audit_chain_broken"}');
    const shown = (await metricsText()).split('\n').map((line) => line.replace(/ \d+$/, ''));
    expect(wanted.filter((series) => !shown.includes(series))).toEqual([]);
  });

  it('counts transactions by interface, method and state', async () => {
    const counted = async (): Promise<readonly number[]> => {
      const text = await metricsText();
      return COUNTERS.map((series) =>
        Number(new RegExp(`^${series}[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0),
      );
    };
    const before = await counted();
    const call = deduct();
    for (let time = 0; time < 3; time += 1) await GRAPHQL.call(gateway.url, call);
    await GRAPHQL.call(gateway.url, { ...deduct(), checksum: '0'.repeat(64) });
    expect((await counted()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 2, 1, 3]);
  });
});

describe('the separate port of health and metrics', () => {
  it('serves only health and metrics, to every caller, and closes with the gateway', async () => {
    const env = { CARDWAY_METRICS_PORT: '0', CARDWAY_TRUST_PROXY: '1' };
    const apart = await startGateway({ env });
    const ready = JSON.parse(apart.lines.find((line) => line.includes('"event":"ready"')) ?? '') as {
      metricsUrl: string;
    };
    const { origin } = new URL(ready.metricsUrl);
    expect(ready.metricsUrl).toBe(`${origin}/metrics`);
    expect(origin).not.toBe(apart.url);
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    expect(await (await fetch(ready.metricsUrl, { headers })).text()).toContain('\ncardway_');
    const statuses: Record<string, number> = {};
    for (const path of [
      '/health',
      '/health/live',
      '/health/ready',
      '/graphql',
      '/v1/transactions/1',
      '/console',
    ])
      statuses[path] = (await fetch(origin + path)).status;
    expect(statuses).toEqual({
      '/health': 200,
      '/health/live': 200,
      '/health/ready': 200,
      '/graphql': 404,
      '/v1/transactions/1': 404,
      '/console': 404,
    });
    expect((await fetch(`${apart.url}/metrics`, { headers })).status).toBe(403);
    expect(await apart.stop()).toBe(0);
    await expect(fetch(ready.metricsUrl)).rejects.toThrow();
  });
});

describe('while draining', () => {
  it('/health/ready is 503, and /health/live is 200', async () => {
    const hold = gate();
    wallet.behave(async (received) => {
      await hold.opened;
      return approving()(received);
    });
    const sent = wallet.calls.length;
    const connection = await openRaw(gateway.url);
    connection.write(
      rawRequest({
        line: 'POST /v1/proxy HTTP/1.1',
        headers: ['Content-Type: application/json', `Authorization: Bearer ${KEYS.client}`],
        body: JSON_PROXY.body(deduct()),
      }),
    );
    await wallet.called(sent + 1);
    const stopped = gateway.stop();
    await until('the gateway stops', () => gateway.lines.some((line) => line.includes('"msg":"stopping"')));
    // New connections are refused by now. Requests on an open one are still answered.
    connection.write(rawRequest({ line: 'GET /health/ready HTTP/1.1' }));
    connection.write(rawRequest({ line: 'GET /health/live HTTP/1.1' }));
    hold.open();
    expect((await connection.response()).text).toContain('"resultCode":1');
    const notReady = await connection.response();
    expect(notReady.status).toBe(503);
    expect(JSON.parse(notReady.text)).toMatchObject({ status: 'not ready', draining: true });
    expect(await stopped).toBe(0);
  });
});
