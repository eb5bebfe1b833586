import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { temporaryFolder } from '../support/gateway.js';
import { respond, sharedWallet, startWallet } from '../support/wallet/index.js';
import { cardway, databaseIn, makeWeak, serveSettings } from './command.js';

interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

const folder = temporaryFolder();

const wallet = sharedWallet({ behaviour: respond({ status: 405 }) });

beforeAll(async () => {
  await cardway(['migrate'], databaseIn(folder));
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
    /warning +wallet service \(default\): The directory has no wallet.*cardway wallets add.*--reference/,
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

it('says what to do about a database without a schema, and creates none', async () => {
  const empty = temporaryFolder();
  const { status, out } = await cardway(['doctor', '--sandbox', '--json'], databaseIn(empty));
  expect([status, findingsIn(out)['database']]).toEqual([0, 'warning']);
  expect(out).toContain('cardway migrate');
});

const PADDED =
  'signingKey has blanks or quotes around it, and they belong to the secret. Remove them, unless the other side has them too.';

it('warns of plain http, of few digits, of short passwords, of quotes around a secret and of nothing else, without a secret', async () => {
  const weak = temporaryFolder();
  await makeWeak(weak);
  const config = join(weak, 'cardway.yaml');
  writeFileSync(
    config,
    'routes: [{ name: loads, methods: [Balance], url: "http://loads.invalid/x", inquiry: "http://[2001:db8::1]/y" }]\n',
  );
  const { out } = await cardway(['doctor', '--json', '--config', config], {
    ...serveSettings(weak, 'http://wallets.invalid/secret-path'),
    CARDWAY_DOWNSTREAM_INQUIRY_URL: 'http://localhost:1/inquiry',
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
    expect.stringContaining('The directory has no wallet'),
  ]);
  expect(out).not.toMatch(/short-1|short-22|secret-path|canary/);
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
