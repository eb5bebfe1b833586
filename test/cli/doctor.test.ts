import Database from 'better-sqlite3';
import { execFileSync } from 'node:child_process';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import {
  answer,
  approving,
  cut,
  hang,
  redirect,
  respond,
  startWallet,
  type Behaviour,
  type TestWallet,
  type WalletAnswer,
} from '../support/wallet/index.js';
import { whyNoTls } from '../support/wallet/late-tls.js';
import { cardway, cardwayProcess, databaseIn, makeWeak, serveSettings } from './command.js';

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

it('reports that everything is in order but the empty directory, as text and as JSON', async () => {
  const env = serveSettings(folder, wallet.url);
  const [inJson, inWords] = await Promise.all([cardway(['doctor', '--json'], env), cardway(['doctor'], env)]);
  expect([inJson.status, inJson.err, inWords.status, inWords.err]).toEqual([0, '', 0, '']);
  expect(inJson.out).toMatch(/^\{.*\}\n$/);
  expect(findingsIn(inJson.out)).toEqual({
    node: 'ok',
    configuration: 'ok',
    database: 'ok',
    clock: 'ok',
    'wallet service (default)': 'warning',
  });
  expect(inWords.out.split('\n').filter((line) => /^ok +/.test(line))).toHaveLength(4);
  expect(inWords.out).toMatch(
    /warning +wallet service \(default\): The directory has no wallet.*cardway wallets add.*--reference.*HTTP 405/,
  );
});

it('finds no problem in the sandbox', async () => {
  const { status, out } = await cardway(['doctor', '--sandbox', '--json'], databaseIn(folder));
  expect([status, Object.values(findingsIn(out))]).toEqual([0, ['ok', 'ok', 'ok', 'ok']]);
});

if (!HAS_OPENSSL) process.stderr.write('Skipped: doctor and certificates: there is no openssl\n');
else {
  it('checks the certificate of the listener', async () => {
    const authority = makeAuthority(folder, 'ca');
    const [ended, good] = [true, false].map((isExpired) =>
      authority.issue('/CN=gateway', { name: 'localhost', isExpired }),
    );
    const doctor = async (cert = '', key = ''): Promise<Finding | undefined> => {
      const tls = { CARDWAY_TLS_CERT: cert, CARDWAY_TLS_KEY: key };
      const { out } = await cardway(['doctor', '--json'], { ...serveSettings(folder, wallet.url), ...tls });
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      return findings.find(({ check }) => check === 'certificate');
    };
    expect(await doctor(good?.certFile, good?.keyFile)).toBeUndefined();
    expect(await doctor(ended?.certFile, ended?.keyFile)).toEqual({
      check: 'certificate',
      result: 'warning',
      detail: 'The certificate of tls.cert ended at 2020-02-01T00:00:00.000Z. Callers refuse it.',
    });
    expect(await doctor(good?.certFile, ended?.keyFile)).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('is not the key of the certificate') as string,
    });
  });

  it('says what to do with an encrypted key', async () => {
    const { certFile } = makeAuthority(folder, 'ca-of-encrypted').issue('/CN=gateway');
    const config = join(folder, 'encrypted-key.yaml');
    const key = join(folder, 'encrypted.key');
    const { privateKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'any' },
    });
    writeFileSync(key, privateKey);
    writeFileSync(config, `outboundTls: [{ hosts: [wallet.example.com], cert: ${certFile}, key: ${key} }]\n`);
    const { out } = await cardway(['doctor', '--config', config], serveSettings(folder, wallet.url));
    expect(out).toMatch(/outboundTls\.0\.key: \S+encrypted\.key is encrypted.*openssl pkey/);
  });
}

it('lists a file of outboundTls that cannot be read among the other findings', async () => {
  const config = join(folder, 'outbound-tls.yaml');
  writeFileSync(config, 'outboundTls: [{ hosts: [wallet.example.com], ca: /none.pem }]\n');
  const { status, out } = await cardway(
    ['doctor', '--json', '--config', config],
    serveSettings(folder, wallet.url),
  );
  expect(status).toBe(1);
  expect(findingsIn(out)).toMatchObject({ database: 'ok', certificate: 'failed' });
  expect(out).toContain('outboundTls.0.ca: /none.pem cannot be read');
});

it('warns of a reversal that goes to another host than its original, and of no other', async () => {
  const config = join(folder, 'reversals.yaml');
  const doctor = async (methods: string): Promise<readonly Finding[]> => {
    const route = `{ name: x, methods: ${methods}, url: 'http://127.0.0.1:9/x' }`;
    writeFileSync(config, `routes: [${route}]\n`);
    const settings = serveSettings(folder, wallet.url);
    const { out } = await cardway(['doctor', '--json', '--config', config], settings);
    return (JSON.parse(out) as { findings: Finding[] }).findings.filter(({ check }) => check === 'routes');
  };
  expect(await doctor('[Deduct, DeductReversal, DeductAdjustment]')).toEqual([]);
  const { host } = new URL(wallet.url);
  expect(await doctor('[Deduct]')).toEqual([
    {
      check: 'routes',
      result: 'warning',
      detail: expect.stringMatching(
        `^Deduct goes to 127.0.0.1:9, and DeductReversal to ${host}. A service that`,
      ) as string,
    },
  ]);
});

it('lists every problem of the configuration, without secrets', async () => {
  const { status, out } = await cardway(['doctor', '--json'], {
    ...databaseIn(folder),
    CARDWAY_PORT: 'http',
    CARDWAY_SIGNING_KEY: 'hex:canary',
  });
  expect(status).toBe(1);
  expect(findingsIn(out)['configuration']).toBe('failed');
  expect(out).toContain('port (CARDWAY_PORT): is \\"http\\"');
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

const PADDED =
  'signingKey has blanks or quotes around it, and they belong to the secret. Remove them, unless the other side has them too.';

it('warns of plain http, of few digits, of short passwords, of quotes around a secret and of nothing else, without a secret', async () => {
  const weak = temporaryFolder();
  try {
    await makeWeak(weak);
    const config = join(weak, 'cardway.yaml');
    writeFileSync(
      config,
      'routes: [{ name: loads, methods: [Balance], url: "http://loads.invalid/x", inquiry: "http://[2001:db8::1]/y" }]\n',
    );
    const { out } = await cardway(['doctor', '--json', '--config', config], {
      ...serveSettings(weak, 'http://wallets.invalid/secret-path'),
      CARDWAY_DOWNSTREAM_INQUIRY_URL: 'http://localhost:1/inquiry',
      CARDWAY_WALLET_LOOKUP_URL: 'https://lookup.invalid/',
      CARDWAY_SIGNING_KEY: '"canary in quotes"\n',
    });
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    expect(findings.filter(({ result }) => result === 'warning').map(({ detail }) => detail)).toEqual([
      'shop: digits is 5: secrets of fewer than 6 digits are easy to guess.',
      '2 terminals have passwords of fewer than 10 characters. Change them with cardway terminals rotate.',
      'downstream.url is http to wallets.invalid: others on the way can read and change calls. Use https.',
      'routes.loads.url is http to loads.invalid: others on the way can read and change calls. Use https.',
      'routes.loads.inquiry is http to [2001:db8::1]: others on the way can read and change calls. Use https.',
      PADDED,
    ]);
    expect(out).not.toMatch(/short-1|short-22|secret-path|canary/);
  } finally {
    rmSync(weak, { recursive: true, force: true });
  }
});

describe('the OpenID provider', () => {
  const examined = async (issuer: string): Promise<Finding | undefined> => {
    const { out } = await cardway(['doctor', '--json'], {
      ...serveSettings(folder, wallet.url),
      CARDWAY_SIGN_IN_ISSUER: issuer,
      CARDWAY_SIGN_IN_CLIENT_ID: 'cardway',
      CARDWAY_SIGN_IN_ROLES: 'payments=operator',
    });
    return (JSON.parse(out) as { findings: Finding[] }).findings.find(({ check }) => check === 'sign-in');
  };
  /** A provider that names this issuer. */
  const naming = (issuer: string) =>
    startWallet({
      behaviour: () =>
        respond({
          body: JSON.stringify({
            issuer,
            jwks_uri: `${issuer}/keys`,
            authorization_endpoint: `${issuer}/auth`,
          }),
        }),
    });

  it('is in order when it names the configured issuer', async () => {
    const provider: TestWallet = await startWallet({
      behaviour: () => respond({ body: JSON.stringify({ issuer: new URL(provider.url).origin }) }),
    });
    const issuer = new URL(provider.url).origin;
    expect(await examined(issuer)).toEqual({
      check: 'sign-in',
      result: 'ok',
      detail: `the OpenID provider ${new URL(issuer).host} answers`,
    });
    await provider.close();
  });

  it('is a fault when it names another issuer, and when it is away', async () => {
    const provider = await naming('https://login.example.com');
    const issuer = new URL(provider.url).origin;
    const other = await examined(issuer);
    expect(other).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('nobody can sign in at'),
    });
    expect(other?.detail).toMatch(/issuer/);
    await provider.close();
    const away = await examined(`${issuer}/secret-path?token=secret-path`);
    expect(away).toMatchObject({ result: 'failed', detail: expect.stringContaining('ECONNREFUSED') });
    expect(away?.detail).not.toContain('secret-path');
  });
});

describe('the signed Balance', () => {
  const REFERENCE = '43172792905';
  const CARD_NUMBER = '4111111111111111';
  const HTML = '<html><body><h1>It does not work</h1></body></html>';
  let database: string;

  beforeAll(async () => {
    database = temporaryFolder();
    await fill(database);
  });

  afterAll(() => {
    rmSync(database, { recursive: true, force: true });
  });

  /** Adds a wallet with two cards and its terminals to a new database. */
  async function fill(into: string): Promise<void> {
    const url = databaseIn(into)['CARDWAY_DATABASE_URL'] ?? '';
    const store = await openStore({ databaseUrl: url, clock: machineClock });
    await store.migrate();
    const { directoryAdmin } = store;
    for (const programme of ['nobody', 'other', 'shop']) await directoryAdmin.putProgramme({ programme });
    const terminals = [
      { terminalId: '0000000001', programme: 'other' },
      { terminalId: '0000000002', programme: 'shop', isDisabled: true },
      { terminalId: '0000000003', programme: 'shop' },
      { terminalId: '0000000004', programme: 'shop' },
    ];
    for (const terminal of terminals) await directoryAdmin.putTerminal({ ...terminal, password: PASSWORD });
    await directoryAdmin.putWallet({
      reference: REFERENCE,
      programme: 'shop',
      customerId: 1001,
      cards: [{ cardId: 5001 }, { cardId: 5002, isDefault: true }],
    });
    await directoryAdmin.putWallet({
      reference: '5',
      programme: 'nobody',
      customerId: 1002,
      cards: [{ cardId: 5003 }],
    });
    await store.close();
  }

  interface Probed extends Finding {
    readonly status: number | null;
    readonly calls: TestWallet['calls'];
  }

  async function probed(
    behaviour: Behaviour | WalletAnswer,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Probed> {
    const asked = await startWallet({ behaviour });
    try {
      const settings = { ...serveSettings(database, asked.url), ...env };
      const { status, out } = await cardway(['doctor', '--json', ...args], settings);
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      const finding = findings.find(({ check }) => check.startsWith('wallet service'));
      return { status, ...(finding as Finding), calls: asked.calls };
    } finally {
      await asked.close();
    }
  }

  const text = (status: number, body: string): WalletAnswer =>
    respond({ status, body, headers: { 'Content-Type': 'text/plain' } });

  /** Refuses every call that none of these keys has signed. */
  const checking =
    (behaviour: Behaviour, keys: readonly string[] = ['a signing key of ours']): Behaviour =>
    (call) =>
      keys.some((key) => call.headers['x_msg_signature'] === hmac(key, call.body))
        ? behaviour(call)
        : text(401, '');

  it('has envelope, header and signature of a real one, and is not saved', async () => {
    const { status, result, detail, calls } = await probed(checking(approving()));
    expect([status, result]).toEqual([0, 'ok']);
    expect(detail).toBe(`A signed Balance of wallet ${REFERENCE}: HTTP 200, resultCode 1.`);
    const [call] = calls;
    const envelope = call!.envelope();
    const request = envelope['request'] as Record<string, string>;
    expect(envelope).toEqual({
      request: {
        terminal_id: '0000000003',
        reference: REFERENCE,
        request_amount: 0,
        narrative: expect.any(String) as string,
        transaction_id: expect.any(String) as string,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        method_name: 'Balance',
        transaction_data: {},
        transaction_date: expect.stringMatching(/^\d{8}T\d\d:\d\d:\d\d$/) as string,
      },
      customer_id: 1001,
      card_id: 5002,
      request_id: expect.stringMatching(/^5002_\d{14}_\d+$/) as string,
    });
    const { terminal_id, reference, narrative, transaction_id, transaction_date } = request;
    const written = ['Balance', terminal_id, reference, narrative, '', transaction_id, transaction_date];
    expect(request['checksum']).toBe(hmac(PASSWORD, written.join('')));
    expect(call!.headers['content-type']).toBe('application/json');
    expect(call!.rawHeaders).toContain('X_msg_signature');
    expect(call!.headers['x_msg_signature']).toBe(hmac('a signing key of ours', call!.body));
    const ledger = new Database(join(database, 'cardway.db'), { readonly: true });
    expect(ledger.prepare('select count(*) from transactions').pluck().get()).toBe(0);
    ledger.close();
  });

  it('is another call each time', async () => {
    const ids = [];
    for (const _ of [1, 2])
      ids.push((await probed(checking(approving()))).calls[0]?.envelope()['request_id']);
    expect(new Set(ids).size).toBe(2);
  });

  it('asks for the wallet that --reference names, without a terminal where its programme has none', async () => {
    const { result, calls } = await probed(checking(approving()), ['--reference', '5']);
    expect(result).toBe('ok');
    const { request, customer_id } = calls[0]!.envelope() as Record<string, Record<string, unknown>>;
    expect(customer_id).toBe(1002);
    expect(request).toMatchObject({ reference: '5', method_name: 'Balance' });
    expect(request).not.toHaveProperty('terminal_id');
    expect(request).not.toHaveProperty('checksum');
  });

  const CASES: readonly {
    readonly title: string;
    readonly reply: WalletAnswer;
    readonly result?: Finding['result'];
    readonly says: readonly string[];
  }[] = [
    {
      title: 'HTTP 401',
      reply: text(401, 'who are you?'),
      says: ['refuses the key', 'signingKey', 'It says: who are you?'],
    },
    { title: 'HTTP 403', reply: text(403, ''), says: ['HTTP 403', 'refuses the key', '--probe-url'] },
    {
      title: 'HTTP 404',
      reply: text(404, 'not here'),
      says: ['address is wrong', 'downstream.url', 'not here'],
    },
    { title: 'HTTP 405', reply: text(405, ''), says: ['HTTP 405', 'address is wrong'] },
    { title: 'HTTP 429', reply: text(429, ''), says: ['HTTP 429', 'Try again later'] },
    { title: 'HTTP 415', reply: text(415, ''), says: ['HTTP 415', 'size or the type'] },
    {
      title: 'HTTP 503',
      reply: text(503, HTML),
      says: ['HTTP 503', 'would be in doubt', 'It does not work'],
    },
    {
      title: 'a redirect',
      reply: redirect('http://127.0.0.1:9/'),
      says: ['HTTP 307', 'follows no redirect'],
    },
    {
      title: 'a page',
      reply: text(200, HTML),
      says: ['HTTP 200', 'cannot be used (unreadable)', 'It does not work'],
    },
    {
      title: 'an answer for another customer',
      reply: answer({ resultCode: 1 }, { customerId: 7 }),
      says: ['other_customer'],
    },
    { title: 'a cut connection', reply: cut(), says: ['ended without an answer (cut'] },
    { title: 'no answer in time', reply: hang(), says: ['no answer within 1800 ms', 'in doubt'] },
    {
      title: 'a decline',
      reply: answer({ resultCode: -4 }, { customerId: 1001 }),
      result: 'warning',
      says: ['HTTP 200, resultCode -4 (Invalid card or wallet reference)', '--reference'],
    },
  ];

  it.each(CASES)('says what came and what to do: $title', async ({ reply, result = 'failed', says }) => {
    const finding = await probed(reply);
    expect([finding.result, finding.status]).toEqual([result, result === 'failed' ? 1 : 0]);
    for (const each of says) expect(finding.detail).toContain(each);
  });

  it('shows the beginning of an answer on one line, without card numbers and control characters', async () => {
    const { detail } = await probed(text(500, `no\r\ncard \u001b[31m${CARD_NUMBER} ${'x'.repeat(500)}`));
    const [, excerpt = ''] = /It says: (.*)$/.exec(detail) ?? [];
    expect(excerpt).toMatch(/^no card \[31m411111\D*1111 x+…$/);
    expect(excerpt).toHaveLength(201);
  });

  it('says that the service accepts the other key', async () => {
    const behaviour = checking(approving(), ['the previous signing key']);
    const env = { CARDWAY_OTHER_SIGNING_KEY: 'the previous signing key' };
    const { result, detail } = await probed(behaviour, [], env);
    expect(result).toBe('warning');
    expect(detail).toContain('accepts otherSigningKey and not signingKey');
    expect(detail).not.toContain('wrong signature');
  });

  it('is sent a second time with a wrong signature, which the service must refuse', async () => {
    const { result, calls } = await probed(checking(approving()));
    expect(result).toBe('ok');
    expect(calls).toHaveLength(2);
    const [first, second] = calls.map((call) => call.envelope());
    expect(second).toMatchObject({ request: { method_name: 'Balance', request_amount: 0 }, card_id: 5002 });
    expect(second!['request_id']).not.toBe(first!['request_id']);
  });

  const refusing =
    (wrong: WalletAnswer): Behaviour =>
    (call) =>
      call.headers['x_msg_signature'] === hmac('a signing key of ours', call.body)
        ? approving()(call)
        : wrong;

  it.each([
    ['HTTP 200', answer({ resultCode: 1 }, { customerId: 1001 })],
    ['HTTP 200', answer({ resultCode: -8 }, { customerId: 1001 })],
    ['HTTP 400', text(400, 'a wrong signature')],
    ['HTTP 500', text(500, '')],
    ['no answer', cut()],
    ['no answer', hang()],
  ])('warns of a service that gives a call with a wrong signature %s', async (got, wrong) => {
    const { status, result, detail } = await probed(refusing(wrong));
    expect([status, result]).toEqual([0, 'warning']);
    expect(detail).toContain(`A Balance with a wrong signature got ${got}, and not HTTP 401.`);
  });

  it.each([401, 403])('is content with HTTP %i for a wrong signature', async (status) => {
    expect((await probed(refusing(text(status, '')))).result).toBe('ok');
  });

  const xml = (members: string): string =>
    `<?xml version="1.0"?>\n<methodResponse><params><param><value><struct>${members}</struct></value></param></params></methodResponse>`;
  const member = (name: string, value: string): string =>
    `\n<member>\n<name>${name}</name>\n<value>${value}</value></member>`;

  it.each<[string, unknown, string]>([
    ['no customer', { response: { resultCode: 1 } }, 'The answer names no customer_id.'],
    [
      'a customer of null',
      { customer_id: null, response: { resultCode: 1 } },
      'The answer names no customer_id.',
    ],
    ...(['customer_id', 'customerId'] as const).map((name): [string, unknown, string] => [
      `a text as ${name}`,
      { [name]: '1001', response: { resultCode: 1 } },
      `${name} is a text; it must be a number.`,
    ]),
    ['a text as resultCode', { customer_id: 1001, response: { resultCode: '1' } }, 'resultCode is a text'],
    [
      'a string as resultCode of a methodResponse',
      { customerId: 1001, response: xml(member('resultCode', '<string>1</string>')) },
      'resultCode is a text; it must be a number.',
    ],
    [
      'no type for balanceAmount of a methodResponse',
      {
        customerId: 1001,
        response: xml(member('resultCode', '<int>1</int>') + member('balanceAmount', '98750')),
      },
      'balanceAmount is a text; it must be a number.',
    ],
    [
      'a text as actualBalance',
      { customer_id: 1001, response: { resultCode: 1, balanceAmount: 5, actualBalance: '98750' } },
      'actualBalance is a text; it must be a number.',
    ],
    [
      'a fraction',
      { customer_id: 1001, response: { resultCode: 1, balanceAmount: 987.5 } },
      'balanceAmount is a fraction; it must be an integer.',
    ],
    [
      'a double',
      {
        customerId: 1001,
        response: xml(
          member('resultCode', '<int>1</int>') + member('balanceAmount', '<double>987.5</double>'),
        ),
      },
      'balanceAmount is a fraction; it must be an integer.',
    ],
  ])('warns of an answer with %s', async (_what, body, said) => {
    const { status, result, detail } = await probed(
      checking(() => respond({ body: JSON.stringify(body).replaceAll('</', String.raw`<\/`) })),
    );
    expect([status, result]).toEqual([0, 'warning']);
    expect(detail.replace(/^.*resultCode 1\. /, '')).toMatch(new RegExp(`^${said.replaceAll('.', '[.]')}`));
    expect(detail.match(/ is a | names no /g)).toHaveLength(1);
  });

  it('asks each service once, with the key of its routes', async () => {
    const own = await startWallet({ behaviour: checking(approving(), ['a key for loads only']) });
    const config = join(database, 'routes.yaml');
    const route = (name: string, method: string, url: string, more = '') =>
      `  - { name: ${name}, methods: [${method}], url: "${url}"${more} }\n`;
    try {
      const shared = await startWallet({ behaviour: checking(approving()) });
      writeFileSync(
        config,
        `routes:\n${route('loads', 'LoadAuth', own.url, ', signingKey: a key for loads only')}${route('stops', 'Stop', shared.url)}`,
      );
      const args = ['doctor', '--json', '--config', config];
      const { out } = await cardway(args, serveSettings(database, shared.url));
      await shared.close();
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      expect(findings.filter(({ check }) => check.startsWith('wallet service'))).toMatchObject([
        { check: 'wallet service (default, stops)', result: 'ok' },
        { check: 'wallet service (loads)', result: 'ok' },
      ]);
      expect([shared.calls.length, own.calls.length]).toEqual([2, 2]);
      expect(own.calls[0]!.headers['x_msg_signature']).toBe(hmac('a key for loads only', own.calls[0]!.body));
    } finally {
      await own.close();
    }
  });

  it('is not sent without a wallet, and doctor says how to get one', async () => {
    const unknown = await probed(respond({ status: 405 }), ['--reference', '404']);
    expect([unknown.status, unknown.result]).toEqual([1, 'failed']);
    expect(unknown.detail).toContain('The directory has no wallet 404');
    expect(unknown.detail).toContain('cardway wallets add');
    expect(unknown.calls).toMatchObject([{ method: 'GET' }]);
  });

  it('names what is wrong with the connection', async () => {
    const plain = await startWallet({ behaviour: approving() });
    const hosts = [
      [plain.url.replace('http:', 'https:'), 'TLS failed'],
      ['http://wallets.invalid/', 'The name of the host is not known'],
      ['http://127.0.0.1:9/', 'ECONNREFUSED'],
    ] as const;
    try {
      for (const [url, said] of hosts) {
        const { result, detail } = await probed(approving(), [], { CARDWAY_DOWNSTREAM_URL: url });
        expect([result, detail]).toEqual(['failed', expect.stringContaining(said)]);
      }
    } finally {
      await plain.close();
    }
  });

  if (whyNoTls !== null) {
    process.stderr.write(`Skipped: certificates of wallet services: ${whyNoTls}\n`);
    it(`names no certificate: ${whyNoTls}`, () => undefined);
    return;
  }

  it('names what is wrong with a certificate', async () => {
    const certificates = temporaryFolder();
    const served = async (days: number, trusted: boolean): Promise<string> => {
      const { cert, key } = certify(certificates, days);
      const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const url = `https://127.0.0.1:${String(port)}/`;
      const trust = trusted ? { NODE_EXTRA_CA_CERTS: cert } : {};
      const env = { ...serveSettings(database, url), ...trust };
      const { out } = await cardwayProcess(['doctor'], env);
      await new Promise((resolve) => server.close(resolve));
      return out;
    };
    try {
      expect(await served(2, false)).toMatch(/failed +wallet service.*self-signed.*NODE_EXTRA_CA_CERTS/);
      expect(await served(-1, true)).toMatch(/failed +wallet service.*CERT_HAS_EXPIRED.*has expired/);
    } finally {
      rmSync(certificates, { recursive: true, force: true });
    }
  });
});

const PASSWORD = 'a terminal password';

function hmac(key: string, text: string | Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Makes a self-signed certificate that ends in so many days. */
function certify(into: string, days: number): { cert: string; key: string } {
  const [cert, key, request, names] = ['crt', 'key', 'csr', 'ext'].map((end) =>
    join(into, `wallet.${end}`),
  ) as [string, string, string, string];
  writeFileSync(names, 'subjectAltName=IP:127.0.0.1\n');
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=wallet'];
  const openssl = (args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  openssl(['req', '-new', ...kind, '-keyout', key, '-out', request]);
  openssl([
    'x509',
    '-req',
    '-in',
    request,
    '-signkey',
    key,
    '-days',
    String(days),
    '-extfile',
    names,
    '-out',
    cert,
  ]);
  return { cert, key };
}

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
