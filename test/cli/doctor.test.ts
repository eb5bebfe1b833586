import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { respond, startWallet, type Behaviour, type TestWallet } from '../support/wallet/index.js';
import { cardway, databaseIn, makeWeak, serveSettings } from './command.js';

interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

let folder: string;
let wallet: TestWallet;

beforeAll(async () => {
  folder = temporaryFolder();
  wallet = await startWallet({ behaviour: respond({ status: 405 }) });
  await cardway(['migrate'], databaseIn(folder));
});

afterAll(async () => {
  await wallet.close();
  rmSync(folder, { recursive: true, force: true });
});

const findingsIn = (out: string): Readonly<Record<string, Finding['result']>> =>
  Object.fromEntries(
    (JSON.parse(out) as { findings: Finding[] }).findings.map(({ check, result }) => [check, result]),
  );

it('reports that everything is in order, as text and as JSON', async () => {
  const env = serveSettings(folder, wallet.url);
  const [inJson, inWords] = await Promise.all([cardway(['doctor', '--json'], env), cardway(['doctor'], env)]);
  expect([inJson.status, inJson.err, inWords.status, inWords.err]).toEqual([0, '', 0, '']);
  expect(inJson.out).toMatch(/^\{.*\}\n$/);
  expect(findingsIn(inJson.out)).toEqual({
    node: 'ok',
    configuration: 'ok',
    database: 'ok',
    clock: 'ok',
    'wallet service (default)': 'ok',
  });
  expect(inWords.out.split('\n').filter((line) => /^ok +/.test(line))).toHaveLength(5);
});

it('finds no problem in the sandbox', async () => {
  const { status, out } = await cardway(['doctor', '--sandbox', '--json'], databaseIn(folder));
  expect([status, Object.values(findingsIn(out))]).toEqual([0, ['ok', 'ok', 'ok', 'ok']]);
});

it('lists every problem of the configuration, without secrets', async () => {
  const { status, out } = await cardway(['doctor', '--json'], {
    ...databaseIn(folder),
    CARDWAY_PORT: 'http',
    CARDWAY_SIGNING_KEY: 'hex:canary',
  });
  expect(status).toBe(1);
  expect(findingsIn(out)['configuration']).toBe('failed');
  expect(out).toContain('port: is \\"http\\"');
  expect(out).not.toContain('canary');
});

it('says which wallet service cannot be reached', async () => {
  const nobody = 'http://127.0.0.1:9/internal/proxy-endpoint';
  const { status, out } = await cardway(['doctor', '--json'], serveSettings(folder, nobody));
  expect(status).toBe(1);
  expect(findingsIn(out)).toMatchObject({ database: 'ok', 'wallet service (default)': 'failed' });
  expect(out).toContain('ECONNREFUSED');
});

it('says what to do about a database without a schema, and creates none', async () => {
  const empty = temporaryFolder();
  try {
    const { status, out } = await cardway(['doctor', '--sandbox', '--json'], databaseIn(empty));
    expect([status, findingsIn(out)['database']]).toEqual([0, 'warning']);
    expect(out).toContain('cardway migrate');
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
});

it('warns of plain http, of short passwords and of nothing else, without a secret', async () => {
  const weak = temporaryFolder();
  try {
    await makeWeak(weak);
    const config = join(weak, 'cardway.yaml');
    writeFileSync(
      config,
      'routes: [{ name: loads, methods: [LoadAuth], url: "http://loads.invalid/x", inquiry: "http://[2001:db8::1]/y" }]\n',
    );
    const { out } = await cardway(['doctor', '--json', '--config', config], {
      ...serveSettings(weak, 'http://wallets.invalid/secret-path'),
      CARDWAY_DOWNSTREAM_INQUIRY_URL: 'http://localhost:1/inquiry',
      CARDWAY_WALLET_LOOKUP_URL: 'https://lookup.invalid/',
    });
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    expect(findings.filter(({ result }) => result === 'warning').map(({ detail }) => detail)).toEqual([
      '2 terminals have passwords of fewer than 10 characters. Change them with cardway terminals rotate.',
      'downstream.url is http to wallets.invalid: others on the way can read and change calls. Use https.',
      'routes.loads.url is http to loads.invalid: others on the way can read and change calls. Use https.',
      'routes.loads.inquiry is http to [2001:db8::1]: others on the way can read and change calls. Use https.',
    ]);
    expect(out).not.toMatch(/short-1|short-22|secret-path/);
  } finally {
    rmSync(weak, { recursive: true, force: true });
  }
});

describe('the probe for headers with underscores', () => {
  const findingOf = async (behaviour: Behaviour) => {
    const echo = await startWallet({ behaviour });
    try {
      const env = serveSettings(folder, wallet.url);
      const { status, out } = await cardway(['doctor', '--json', '--probe-url', echo.url], env);
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      return { status, ...findings.find(({ check }) => check === 'headers with underscores') };
    } finally {
      await echo.close();
    }
  };
  const echoing = (headers: object) => respond({ status: 200, body: JSON.stringify(headers) });

  it('passes when the header arrives', async () => {
    expect(await findingOf(({ headers }) => echoing(headers))).toMatchObject({ status: 0, result: 'ok' });
  });

  it('says what to do when a proxy drops it', async () => {
    const finding = await findingOf(({ headers }) => {
      const passed = Object.entries(headers).filter(([name]) => !name.includes('_'));
      return echoing(Object.fromEntries(passed));
    });
    expect(finding).toMatchObject({ status: 1, result: 'failed' });
    expect(finding.detail).toContain('underscores_in_headers on;');
  });

  it('says that the result is unknown when nothing is echoed', async () => {
    expect(await findingOf(() => respond({ status: 200, body: 'hello' }))).toMatchObject({
      status: 0,
      result: 'warning',
    });
  });
});
