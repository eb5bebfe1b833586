import { SECRET_FILE } from '../../../src/platform/config.js';
import { complaintOf, problemsOf } from './reading.js';

const yaml = (text: string) => ({ files: { 'cardway.yaml': text } });

describe('every problem', () => {
  it('is reported with its key, its value and the allowed values', () => {
    expect(problemsOf({ env: { CARDWAY_PORT: '70000', CARDWAY_LOG_LEVEL: 'loud' } })).toEqual({
      port: { seen: '70000', allowed: 'an integer from 0 to 65535' },
      logLevel: { seen: 'loud', allowed: 'trace, debug, info, warn, error, silent' },
    });
    const complaint = complaintOf({ env: { CARDWAY_PORT: '70000', CARDWAY_LOG_LEVEL: 'loud' } });
    expect(complaint).toContain('2 problems');
    expect(complaint).toContain('port (CARDWAY_PORT): is "70000"; allowed: an integer from 0 to 65535');
  });

  it('names the variable of the setting once, as the operator wrote it', () => {
    const env = { CARDWAY_PORT: '70000', CARDWAY_DATABASE_URL: 'postgres://host/db', CARDWAY_PORTT: '1' };
    expect(complaintOf({ env }).split('\n').slice(1)).toEqual([
      '  CARDWAY_PORTT: no setting has this name; did you mean CARDWAY_PORT?',
      '  port (CARDWAY_PORT): is "70000"; allowed: an integer from 0 to 65535',
      '  masterKey (CARDWAY_MASTER_KEY): required with PostgreSQL',
    ]);
  });

  it.each([
    ['ftp://wallets', 'ftp://wallets'],
    ['ftp://wallets/', 'ftp://wallets/'],
    ['wallets:5000/canary', 'wallets:5000/…'],
    ['htp://wallets/canary', 'htp://wallets/…'],
    ['https:/wallets/canary', 'https:/…'],
    ['ftp://user:canary@wallets', undefined],
    ['ftp://wallets/?token=canary', undefined],
    ['http://wallets/#canary', undefined],
  ])('shows a refused URL without what may be a password or token (%s)', (url, seen) => {
    const file = `routes: [{ name: a, methods: [Deduct], url: "${url}", inquiry: "${url}" }]`;
    const reading = { ...yaml(file), env: { CARDWAY_DOWNSTREAM_URL: url } };
    const keys = ['downstream.url', 'routes.0.url', 'routes.0.inquiry'];
    expect(keys.map((key) => problemsOf(reading)[key]?.seen)).toEqual([seen, seen, seen]);
    expect(complaintOf(reading)).not.toContain('canary');
  });

  it('is reported at once: of the file, the environment, and combinations of settings', () => {
    const problems = problemsOf({
      files: {
        'cardway.yaml': 'downstream: { timeoutMs: 5 }\nroutes: [{ name: Loads, methods: [], url: nowhere }]',
      },
      env: {
        CARDWAY_PORT: 'http',
        CARDWAY_NONSENSE: '1',
        CARDWAY_HOST: '0.0.0.0',
        CARDWAY_SIGNING_KEY: 'hex:zz',
        CARDWAY_TLS_CERT: '/cert.pem',
        CARDWAY_DOWNSTREAM_URL: 'ftp://wallets',
      },
    });
    expect(Object.keys(problems)).toEqual(
      expect.arrayContaining([
        ...['downstream.timeoutMs', 'routes.0.name', 'routes.0.methods', 'routes.0.url', 'port'],
        ...['CARDWAY_NONSENSE', 'signingKey', 'tls', 'downstream.url'],
      ]),
    );
  });

  it('is reported at once, with every file that cannot be read', () => {
    const problems = problemsOf({
      files: { 'cardway.yaml': 'outboundTls: [{ hosts: [a], ca: /ca.pem }]' },
      env: {
        CARDWAY_PORT: 'http',
        CARDWAY_TLS_CERT: '/cert.pem',
        CARDWAY_TLS_KEY: '/key.pem',
        CARDWAY_GRAPHQL_DOCUMENTS: '/documents.json',
      },
    });
    const unread = (seen: string) => ({ seen, allowed: 'a file that can be read' });
    expect(problems).toEqual({
      port: expect.anything() as unknown,
      'tls.cert': unread('/cert.pem'),
      'tls.key': unread('/key.pem'),
      'graphql.documents': unread('/documents.json'),
      'outboundTls.0.ca': unread('/ca.pem'),
    });
  });

  it('includes a retention that deletes rows that still answer repeated calls', () => {
    const keep = (env: Record<string, string>) => problemsOf({ env })['transaction.retention'];
    expect(keep({ CARDWAY_TRANSACTION_RETENTION: '31d' })).toMatchObject({
      allowed: expect.stringContaining('32d') as string,
    });
    expect(keep({ CARDWAY_TRANSACTION_RETENTION: '40d', CARDWAY_TRANSACTION_MAX_AGE: '60d' })).toBeDefined();
    expect(keep({ CARDWAY_TRANSACTION_RETENTION: '32d' })).toBeUndefined();
  });

  it('includes what sign-in lacks, also beside an issuer that is refused', () => {
    const env = { CARDWAY_SIGN_IN_ISSUER: 'http://provider/tenant' };
    expect(problemsOf({ env })).toEqual({
      'signIn.issuer': { seen: 'http://provider/…', allowed: 'an https URL; http on loopback' },
      'signIn.clientId': { allowed: 'needed with signIn.issuer' },
      'signIn.roles': { allowed: 'needed with signIn.issuer' },
    });
  });

  it('includes settings of PostgreSQL with an SQLite file, as where databaseUrl was forgotten', () => {
    const files = { 'cardway.yaml': 'database: { writers: 8 }' };
    expect(problemsOf({ files })).toEqual({
      'database.writers': { allowed: 'nothing while databaseUrl names an SQLite file' },
    });
    const databaseUrl = 'postgres://cardway:canary@server/cardway';
    const onServer = { CARDWAY_DATABASE_URL: databaseUrl, CARDWAY_MASTER_KEY: `hex:${'7e'.repeat(32)}` };
    expect(problemsOf({ files, env: onServer })).toEqual({});
  });

  it('includes a secret that is also named as a file', () => {
    const route = '{ name: a, methods: [Deduct], url: "http://a", signingKey: canary, signingKeyFile: /key }';
    const file = `masterKey: canary\nmasterKeyFile: /key\nroutes: [${route}]`;
    const env = { CARDWAY_SIGNING_KEY: 'canary of one', CARDWAY_SIGNING_KEY_FILE: '/key' };
    const reading = { files: { '/key': 'canary of two', 'cardway.yaml': file }, env };
    expect(problemsOf(reading)).toMatchObject({
      CARDWAY_SIGNING_KEY_FILE: { allowed: 'nothing beside CARDWAY_SIGNING_KEY' },
      masterKeyFile: { allowed: 'nothing beside masterKey' },
      'routes.a.signingKeyFile': { allowed: 'nothing beside routes.a.signingKey' },
    });
    expect(complaintOf(reading)).not.toContain('canary');
  });

  it.each(['0', '00', '01', '100', '0,1'])('includes a number of proxies that trusts none (%s)', (hops) => {
    const problems = problemsOf({ env: { CARDWAY_HOST: '0.0.0.0', CARDWAY_TRUST_PROXY: hops } });
    expect(problems).toEqual({
      trustProxy: { seen: hops, allowed: 'a number of hops from 1 to 99, or networks separated by commas' },
    });
  });

  it.each(['10/8', '10.1/16', '10.0.0.0/33', '10.0.0.0/8,', '::ffff:10.0.0.0/8', 'proxy'])(
    'includes a network of proxies that is not in full CIDR form (%s)',
    (written) => {
      const problems = problemsOf({ env: { CARDWAY_TRUST_PROXY: written } });
      expect(problems).toMatchObject({ trustProxy: { seen: written } });
    },
  );

  it.each(['10.0.0.0/8', '172.17.0.1/16', '::ffff:10.0.0.0/104', ' fd00::/8 , 10.0.0.7', '::1', '99'])(
    'includes no proxies in a usual form (%s)',
    (written) => {
      expect(problemsOf({ env: { CARDWAY_TRUST_PROXY: written } })).toEqual({});
    },
  );

  it('includes a shared port on an SQLite file, or without its own port for metrics', () => {
    const shared = (env: Record<string, string>) =>
      Object.keys(problemsOf({ env: { CARDWAY_REUSE_PORT: 'true', ...env } }));
    const onPostgres = {
      CARDWAY_DATABASE_URL: 'postgres://localhost/x',
      CARDWAY_MASTER_KEY: 'hex:'.padEnd(68, '01'),
    };
    expect(shared({ CARDWAY_METRICS_PORT: '0' })).toEqual(['reusePort']);
    expect(shared(onPostgres)).toEqual(['metrics.port']);
    expect(shared({ ...onPostgres, CARDWAY_METRICS_PORT: '0' })).toEqual([]);
  });

  it.each([
    ['CARDWAY_REUSE_PORT', 'yes'],
    ['CARDWAY_DOWNSTREAM_DEDUPES', 'yes'],
    ['CARDWAY_TRANSACTION_MAX_AGE', '30 days'],
    ['CARDWAY_PORT', '-1'],
    ['CARDWAY_PORT', ' 80'],
    ['CARDWAY_PORT', '1e3'],
    ['CARDWAY_DOWNSTREAM_URL', 'wallets.internal'],
    ['CARDWAY_DATABASE_URL', 'mysql://localhost/x'],
    ['CARDWAY_MASTER_KEY', 'hex:00'],
  ])('%s=%s is one', (name, value) => {
    expect(Object.keys(problemsOf({ env: { [name]: value } }))).toHaveLength(1);
  });
});

describe('timeout replies', () => {
  const standIn = (method: string, resultCode: number) =>
    problemsOf(yaml(`timeoutReplies: [{ method: ${method}, resultCode: ${String(resultCode)} }]`));

  it('decline payments, and accept advices', () => {
    expect(standIn('Deduct', -91)).toEqual({});
    expect(standIn('DeductReversal', 1)).toEqual({});
  });

  it.each([
    ['Deduct', 1],
    ['Deduct', 0],
    ['Balance', 2],
    ['DeductReversal', -9],
    ['DeductReversal', 2],
  ])('are problems with another result code (%s, %i)', (method, resultCode) => {
    expect(standIn(method, resultCode)).toEqual({
      'timeoutReplies.0.resultCode': {
        seen: String(resultCode),
        allowed: expect.stringContaining('advices') as string,
      },
    });
  });

  it('are problems for an unknown method, and twice for one method', () => {
    expect(standIn('Nothing', -9)).toEqual({ 'timeoutReplies.0': { allowed: 'there is no method Nothing' } });
    const twice = 'timeoutReplies: [{ method: Deduct, resultCode: -9 }, { method: Deduct, resultCode: -7 }]';
    expect(Object.keys(problemsOf(yaml(twice)))).toEqual(['timeoutReplies']);
  });
});

describe('unknown keys', () => {
  it.each([
    'portt: 1',
    'downstream: { timeout: 1 }',
    'constructor: 1',
    'toString: x',
    'downstream.constructor: 1',
    'standIns: []',
  ])('are problems in the file (%s)', (text) => {
    expect(Object.values(problemsOf(yaml(text)))).toEqual([
      { allowed: expect.stringMatching(/^no setting has this name(?:; did you mean \S+\?)?$/) },
    ]);
  });

  it('are problems in the environment, except for the Node of the scripts, and their values are not repeated', () => {
    const env = {
      CARDWAY_NODE: '/opt/node/bin/node',
      CARDWAY_SIGNINGKEY: 'canary',
      CARDWAY_PORT_FILE: '/canary',
      OTHER_NAME: 'fine',
    };
    const complaint = complaintOf({ env });
    expect(complaint).toContain('CARDWAY_SIGNINGKEY');
    expect(complaint).toContain('CARDWAY_PORT_FILE');
    expect(complaint).not.toMatch(/canary|OTHER_NAME|CARDWAY_NODE/);
  });
});

it.each(['a/b', 'a#b'])('a database URL with the password %s gets advice, and is not shown', (password) => {
  const env = { CARDWAY_DATABASE_URL: `postgres://cardway:${password}@db/cardway` };
  const complaint = complaintOf({ env });
  expect(complaint).toContain('percent-encode what is no letter or digit in user and password');
  expect(complaint).not.toContain(password);
});

describe('the file', () => {
  it.each([
    ['is not there', { env: { CARDWAY_CONFIG: '/nowhere.yaml' } }, '/nowhere.yaml'],
    ['has an empty name', { env: { CARDWAY_CONFIG: '' } }, 'CARDWAY_CONFIG: is ""'],
    ['is no YAML', yaml('port: [1'), 'cardway.yaml'],
    ['is a list', yaml('- port: 1'), 'a mapping of settings'],
    ['is a text', yaml('port'), 'a mapping of settings'],
    ['names a setting twice', yaml('port: 1\nport: 2'), 'cardway.yaml'],
    [
      'names a setting by its path too',
      yaml('downstream: { timeoutMs: 900 }\ndownstream.timeoutMs: 1000'),
      'downstream.timeoutMs (CARDWAY_DOWNSTREAM_TIMEOUT_MS): one value; it is written twice',
    ],
    ['gives a list for a setting', yaml('port: [1]'), 'port'],
    ['gives nothing for a setting', yaml('port:'), 'port'],
    ['gives a text for routes', yaml('routes: all'), 'routes'],
  ])('that %s is a problem', (_what, reading, told) => {
    expect(complaintOf(reading)).toContain(told);
  });

  it('shows the path of a missing secret file', () => {
    const told = { seen: '/run/nothing', allowed: SECRET_FILE };
    const problems = problemsOf({ sandbox: true, env: { CARDWAY_SIGNING_KEY_FILE: '/run/nothing' } });
    expect(problems).toEqual({ CARDWAY_SIGNING_KEY_FILE: told });
    const files = { 'cardway.yaml': 'signingKeyFile: /run/nothing\nhostFile: /run/nothing' };
    expect(problemsOf({ sandbox: true, files })).toEqual({
      signingKeyFile: told,
      hostFile: { allowed: 'no setting has this name; did you mean host?' },
    });
  });

  it.each([
    ['random bytes', Buffer.from('c2f98e', 'hex')],
    ['text in UTF-16', Buffer.from('\ufeffhex:00', 'utf16le')],
    ['a byte order mark', Buffer.from('\ufeffhex:00')],
  ])('refuses a secret file of %s, which would become another key', (_what, bytes) => {
    const files = { '/run/key': bytes.toString('utf8') };
    const env = { CARDWAY_SIGNING_KEY_FILE: '/run/key' };
    expect(problemsOf({ sandbox: true, env, files })).toEqual({
      CARDWAY_SIGNING_KEY_FILE: { seen: '/run/key', allowed: SECRET_FILE },
    });
  });
});

describe('secrets', () => {
  it.each([
    ['a signing key that is none', { env: { CARDWAY_SIGNING_KEY: 'hex:canary' } }],
    [
      'the signing key of a route',
      yaml('routes: [{ name: a, methods: [LoadAuth], url: "http://a", signingKey: "hex:canary" }]'),
    ],
    ['a signing key that is a list', yaml('signingKey: [canary]')],
    ['a signing key on a line that is no YAML', yaml('port: 1\nsigningKey: "canary\nhost: x')],
    ['a signing key that is written twice', yaml('signingKey: canary1\nsigningKey: canary2')],
    ['a master key that is none', { env: { CARDWAY_MASTER_KEY: 'canary' } }],
    ['the password of a database', { env: { CARDWAY_DATABASE_URL: 'postgres://user:canary@db/cardway' } }],
    [
      'the password of a database in the form of other programs',
      { env: { CARDWAY_DATABASE_URL: 'host=db dbname=cardway user=cardway password=canary' } },
    ],
    ['the password of a wallet service', { env: { CARDWAY_DOWNSTREAM_URL: 'https://user:canary@wallets' } }],
  ])('are not shown: %s', (_what, reading) => {
    const complaint = complaintOf(reading);
    expect(complaint).toMatch(/problem/);
    expect(complaint).not.toContain('canary');
  });
});

describe('refused configurations', () => {
  const keys = (reading: Parameters<typeof problemsOf>[0]): string[] => Object.keys(problemsOf(reading));

  it('the sandbox in production', () => {
    expect(keys({ sandbox: true, env: { NODE_ENV: 'production' } })).toEqual(['NODE_ENV']);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'gateway.internal', '127.example.com', 'localhost.example.com'])(
    'the sandbox on a public address (%s), with or without a proxy',
    (host) => {
      expect(keys({ sandbox: true, env: { CARDWAY_HOST: host } })).toEqual(['host']);
      expect(keys({ sandbox: true, env: { CARDWAY_HOST: host, CARDWAY_TRUST_PROXY: '1' } })).toEqual([
        'host',
      ]);
    },
  );

  it.each(['127.0.0.1', '127.0.0.53', '::1', 'localhost'])(
    'but the sandbox is allowed on loopback (%s)',
    (host) => {
      expect(keys({ sandbox: true, env: { CARDWAY_HOST: host } })).toEqual([]);
    },
  );

  it('a public address without TLS or a proxy that ends TLS', () => {
    expect(keys({ env: { CARDWAY_HOST: '0.0.0.0' } })).toEqual(['host']);
    expect(keys({ env: { CARDWAY_HOST: '0.0.0.0', CARDWAY_TRUST_PROXY: '1' } })).toEqual([]);
    const tls = { CARDWAY_TLS_CERT: '/cert.pem', CARDWAY_TLS_KEY: '/key.pem' };
    const files = { '/cert.pem': '', '/key.pem': '' };
    expect(keys({ env: { CARDWAY_HOST: '0.0.0.0', ...tls }, files })).toEqual([]);
    expect(keys({ files, env: { CARDWAY_TLS_CERT: '/cert.pem' } })).toEqual(['tls']);
  });

  it('the public signing key of the sandbox', () => {
    expect(keys({ env: { CARDWAY_SIGNING_KEY: 'sandbox-signing-key' } })).toEqual(['signingKey']);
  });

  it('signing keys of fewer than 16 bytes, in bytes, hex, base64 and on routes', () => {
    const key = (CARDWAY_SIGNING_KEY: string) => ({ env: { CARDWAY_SIGNING_KEY } });
    const short = [
      'fifteen letters',
      'k',
      `hex:${'5e'.repeat(15)}`,
      `base64:${Buffer.alloc(15, 1).toString('base64')}`,
    ];
    for (const each of short) {
      expect(keys(key(each))).toEqual(['signingKey']);
      expect(complaintOf(key(each))).toContain('16 bytes or more');
      expect(complaintOf(key(each))).not.toContain(each);
      expect(keys({ ...key(each), sandbox: true })).toEqual([]);
    }
    for (const each of ['sixteen letters!', 'ünf Ümläute ✓', `hex:${'5e'.repeat(16)}`])
      expect(keys(key(each))).toEqual([]);
    const route = (more: string) =>
      yaml(`routes: [{ name: a, methods: [LoadAuth], url: "http://a", ${more} }]`);
    expect(keys(route('signingKey: short'))).toEqual(['routes.a.signingKey']);
    // The previous key is the way out of a short one.
    expect(keys(route('otherSigningKey: short'))).toEqual([]);
    expect(keys({ env: { CARDWAY_OTHER_SIGNING_KEY: 'short' } })).toEqual([]);
  });

  it('one method on two routes, two routes with one name, a route named like the default route', () => {
    const route = (name: string, method: string): string =>
      `{ name: ${name}, methods: [${method}], url: "http://a" }`;
    const routes = (...all: string[]) => yaml(`routes: [${all.join(', ')}]`);
    expect(keys(routes(route('a', 'LoadAuth'), route('b', 'LoadAuth')))).toEqual(['routes']);
    expect(keys(routes(route('a', 'LoadAuth'), route('a', 'Deduct')))).toEqual(['routes']);
    expect(keys(routes(route('default', 'LoadAuth')))).toEqual(['routes']);
    expect(keys(routes(route('a', 'LoadAuth'), route('b', 'Deduct')))).toEqual([]);
  });

  it('a method without a terminal, wallet or date, or with the name of another', () => {
    const method = (name: string, ...parameters: string[]): string =>
      `methods: [{ name: ${name}, effect: state, parameters: [${parameters.join(', ')}] }]`;
    const parameter = (xmlName: string, type: string): string => `{ xmlName: ${xmlName}, type: ${type} }`;
    const all = [
      parameter('terminalID', 'string'),
      parameter('reference', 'string'),
      parameter('transactionDate', 'date'),
    ];
    expect(keys(yaml(method('Freeze', ...all)))).toEqual([]);
    expect(complaintOf(yaml(method('Freeze', all[0]!, all[1]!, parameter('other', 'date'))))).toContain(
      'transaction_date',
    );
    expect(complaintOf(yaml(method('Deduct', ...all)))).toContain('Deduct');
    expect(complaintOf(yaml(method('system.freeze', ...all)))).toContain('system');
  });
});
