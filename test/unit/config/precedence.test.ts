import { configOf } from './reading.js';

const yaml = (text: string) => ({ files: { 'cardway.yaml': text } });

describe('the value of a setting', () => {
  it('is the default when no source sets it', () => {
    const { settings } = configOf({});
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      databaseUrl: 'sqlite:./data/cardway.db',
      downstream: { dedupes: false, timeoutMs: 1800 },
      logLevel: 'info',
      reusePort: false,
      transaction: { maxAge: 30 * 86_400_000 },
      http: { bodyBytesMax: 65_536 },
      webhook: { allowPrivate: false },
    });
  });

  it('comes from the file before the default', () => {
    const { settings } = configOf(yaml('port: 4100\ndownstream:\n  timeoutMs: 900\n  dedupes: true\n'));
    expect([settings.port, settings.downstream.timeoutMs, settings.downstream.dedupes]).toEqual([
      4100,
      900,
      true,
    ]);
  });

  it('comes from the environment before the file', () => {
    const env = { CARDWAY_PORT: '4200', CARDWAY_DOWNSTREAM_TIMEOUT_MS: '700' };
    const { settings } = configOf({
      ...yaml('port: 4100\ndownstream: { timeoutMs: 900, dedupes: true }'),
      env,
    });
    expect([settings.port, settings.downstream.timeoutMs, settings.downstream.dedupes]).toEqual([
      4200,
      700,
      true,
    ]);
  });

  it('comes from the command line before the environment', () => {
    const { settings } = configOf({ env: { CARDWAY_PORT: '4200' }, overrides: { port: '0' } });
    expect(settings.port).toBe(0);
  });

  it('comes from the file that CARDWAY_CONFIG names, unless --config names another', () => {
    const files = { 'other.yaml': 'port: 4300' };
    expect(configOf({ files, env: { CARDWAY_CONFIG: 'other.yaml' } }).settings.port).toBe(4300);
    const both = { ...files, 'cardway.yaml': 'port: 4100' };
    expect(configOf({ files: both, env: { CARDWAY_CONFIG: 'other.yaml' } }).settings.port).toBe(4100);
  });

  it('is written flat or nested in the file', () => {
    expect(configOf(yaml('downstream.timeoutMs: 901')).settings.downstream.timeoutMs).toBe(901);
  });

  it.each(['0012345678901234', '12345678901234567890', '1e400', '0x1F'])(
    'is a key of digits as written in the file (%s)',
    (key) => {
      const { settings } = configOf({ ...yaml(`signingKey: ${key}`), sandbox: true });
      expect(settings.signingKey).toBe(key);
    },
  );

  it('is a key of digits as written where an alias stands for it', () => {
    const file = yaml('signingKey: &key 0012345678901234\notherSigningKey: *key');
    expect(configOf({ ...file, sandbox: true }).settings.otherSigningKey).toBe('0012345678901234');
  });

  it('is the default with an empty file, or a file of comments only', () => {
    expect(configOf(yaml('')).settings.port).toBe(4000);
    expect(configOf(yaml('# port: 1\n')).settings.port).toBe(4000);
  });
});

it.each(['CARDWAY', 'CARDWAY_DB', 'CARDWAY_METRICS'])(
  'the variables of Kubernetes for a Service are no settings (%s)',
  (service) => {
    const env = {
      [`${service}_SERVICE_HOST`]: '10.0.0.7',
      [`${service}_SERVICE_PORT`]: '5432',
      [`${service}_SERVICE_PORT_HTTP`]: '5432',
      [`${service}_PORT`]: 'tcp://10.0.0.7:5432',
      [`${service}_PORT_5432_TCP`]: 'tcp://10.0.0.7:5432',
      [`${service}_PORT_5432_TCP_PROTO`]: 'tcp',
      [`${service}_PORT_5432_TCP_PORT`]: '5432',
      [`${service}_PORT_5432_TCP_ADDR`]: '10.0.0.7',
      [`${service}_PORT_53_UDP`]: 'udp://10.0.0.7:53',
    };
    const { settings } = configOf({ ...yaml('port: 4100'), env });
    expect([settings.port, settings.metrics.port]).toEqual([4100, undefined]);
  },
);

describe('secrets from files', () => {
  it('are read without the line end that editors leave', () => {
    const files = { '/run/key': 'from a file\n', '/run/master': `hex:${'ab'.repeat(32)}\r\n` };
    const { settings } = configOf({
      files,
      sandbox: true,
      env: { CARDWAY_SIGNING_KEY_FILE: '/run/key', CARDWAY_MASTER_KEY_FILE: '/run/master' },
    });
    expect([settings.signingKey, settings.masterKey]).toEqual(['from a file', `hex:${'ab'.repeat(32)}`]);
  });

  it('keep other white space, because it may be part of the key', () => {
    const files = { '/run/key': ' key with spaces \n' };
    const { settings } = configOf({ files, sandbox: true, env: { CARDWAY_SIGNING_KEY_FILE: '/run/key' } });
    expect(settings.signingKey).toBe(' key with spaces ');
  });

  const key = 'a key of 16 bytes';
  const route = '{ name: loads, methods: [LoadAuth], url: "http://loads",';
  it.each<[string, Parameters<typeof configOf>[0]]>([
    ['the environment', { env: { CARDWAY_SIGNING_KEY: `${key}\n` } }],
    ['the environment, twice', { env: { CARDWAY_SIGNING_KEY: `${key}\r\n\n` } }],
    [
      'its file, twice',
      { env: { CARDWAY_SIGNING_KEY_FILE: '/run/key' }, files: { '/run/key': `${key}\n\n` } },
    ],
    ['a block of the file', yaml(`signingKey: |\n  ${key}\n`)],
    ['a block that keeps its line ends', yaml(`signingKey: |+\n  ${key}\n\n\n`)],
    ['a text of the file', yaml(`signingKey: "${key}\\n"`)],
  ])('do not hold the line ends behind them, in %s', (_where, reading) => {
    const { settings, paddedSecrets } = configOf({ ...reading, sandbox: true });
    expect([settings.signingKey, paddedSecrets]).toEqual([key, []]);
  });

  it('do not hold the line ends behind them in a list either', () => {
    const text = `routes: [${route} signingKey: "${key}\\n" }]`;
    const { routes } = configOf({ ...yaml(text), sandbox: true });
    expect(routes[0]?.signingKey).toBe(key);
  });

  it.each([` ${key}`, `${key} `, `"${key}"`, `'${key}'`, `${key}\u00a0`, ` ${key}\n`])(
    'are noted where blanks or quotes stand around them (%j)',
    (written) => {
      const text = `otherSigningKey: ${JSON.stringify(written)}\nroutes: [${route} signingKey: ${JSON.stringify(written)} }]`;
      const { settings, paddedSecrets } = configOf({ ...yaml(text), env: { CARDWAY_SIGNING_KEY: written } });
      expect(settings.signingKey).toBe(written.replace(/\n$/, ''));
      expect(paddedSecrets).toEqual(['signingKey', 'otherSigningKey', 'routes.loads.signingKey']);
    },
  );

  it.each([`it's a key of ours'`, `"a" key of "ours`, 'a signing key  of ours'])(
    'are not noted for blanks and quotes within them (%j)',
    (written) => {
      expect(configOf({ env: { CARDWAY_SIGNING_KEY: written } }).paddedSecrets).toEqual([]);
    },
  );

  it('override the configuration file', () => {
    const files = { '/run/key': 'from a file', 'cardway.yaml': 'signingKey: from yaml' };
    const { settings } = configOf({ files, sandbox: true, env: { CARDWAY_SIGNING_KEY_FILE: '/run/key' } });
    expect(settings.signingKey).toBe('from a file');
  });

  it('can be named in the configuration file, as for a route', () => {
    const written =
      'signingKeyFile: /run/key\ntracing: { url: "http://collector", headersFile: /run/headers }';
    const files = { '/run/key': 'from a file\n', '/run/headers': 'a=b\n', 'cardway.yaml': written };
    const { settings } = configOf({ files, sandbox: true });
    expect([settings.signingKey, settings.tracing.headers]).toEqual(['from a file', 'a=b']);
    const env = { CARDWAY_SIGNING_KEY: 'from the environment' };
    expect(configOf({ files, sandbox: true, env }).settings.signingKey).toBe('from the environment');
  });
});

describe('the sandbox', () => {
  it('needs neither wallet service nor signing key, and accepts dates of any age', () => {
    const { settings, isSandbox } = configOf({ sandbox: true });
    expect([isSandbox, settings.downstream.url, settings.transaction.maxAge]).toEqual([
      true,
      undefined,
      null,
    ]);
  });

  it('accepts a limit for dates', () => {
    const { settings } = configOf({ sandbox: true, env: { CARDWAY_TRANSACTION_MAX_AGE: '1h' } });
    expect(settings.transaction.maxAge).toBe(3_600_000);
  });
});

describe('durations', () => {
  it.each([
    ['250ms', 250],
    ['60s', 60_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['30d', 2_592_000_000],
    ['off', null],
  ])('%s', (written, ms) => {
    const { settings } = configOf({ env: { CARDWAY_TRANSACTION_MAX_AGE: written } });
    expect(settings.transaction.maxAge).toBe(ms);
  });
});

it('a configuration cannot be changed afterwards', () => {
  const config = configOf({});
  expect(Object.isFrozen(config) && Object.isFrozen(config.settings)).toBe(true);
});
