import {
  createEndpointUrlCheck,
  isAllowedAddress,
  webhookUrlProblem,
} from '../../../src/outbound/webhooks/endpoint-url.js';

/** The 16 forbidden forms of an address, as hosts of a URL (docs/reference/events.md#endpoint-addresses). */
const FORMS = [
  ['loopback', '127.0.0.1'],
  ['the name of loopback', 'localhost'],
  ['loopback, IPv6', '[::1]'],
  ['loopback, IPv4-mapped', '[::ffff:127.0.0.1]'],
  ['loopback, decimal', '2130706433'],
  ['loopback, hexadecimal', '0x7f000001'],
  ['loopback, short', '127.1'],
  ['zero', '0'],
  ['link-local, where clouds keep credentials', '169.254.169.254'],
  ['private 10/8', '10.0.0.1'],
  ['shared, CGNAT', '100.64.0.1'],
  ['documentation', '192.0.2.1'],
  ['unique-local', '[fd00::1]'],
  ['NAT64 of loopback', '[64:ff9b::7f00:1]'],
  ['6to4 of loopback', '[2002:7f00:1::1]'],
  ['multicast', '224.0.0.1'],
] as const;

const MORE = [
  ['loopback, octal', '0177.0.0.1'],
  ['loopback, octal in one number', '017700000001'],
  ['loopback, hexadecimal parts', '0x7f.0x0.0x0.0x1'],
  ['loopback, full-width digits', '１２７.0.0.1'],
  ['loopback with a dot behind', '127.0.0.1.'],
  ['a name below localhost', 'api.localhost'],
  ['localhost with a dot behind', 'localhost.'],
  ['private 172.16/12', '172.16.0.1'],
  ['private 192.168/16', '192.168.1.1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['benchmarking', '198.18.0.1'],
  ['unspecified, IPv6', '[::]'],
  ['link-local, IPv6', '[fe80::1]'],
  ['site-local', '[fec0::1]'],
  ['multicast, IPv6', '[ff02::1]'],
  ['IPv4-compatible', '[::7f00:1]'],
  ['mapped public', '[::ffff:8.8.8.8]'],
  ['NAT64 of link-local, local prefix', '[64:ff9b:1::a9fe:a9fe]'],
  ['Teredo', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
  ['documentation, IPv6', '[2001:db8::1]'],
  ['not given out', '[4000::1]'],
  ['a name of the local network', 'printer.local'],
] as const;

const STRICT = { allowPrivate: false };
const OPEN = { allowPrivate: true };

describe('a webhook URL', () => {
  it.each([...FORMS, ...MORE])('to %s is refused: %s', (_, host) => {
    expect(webhookUrlProblem(`https://${host}/hook`, STRICT)).not.toBeNull();
    expect(webhookUrlProblem(`https://${host}:8443/hook`, STRICT)).not.toBeNull();
  });

  it.each([
    ['plain http', 'http://example.com/'],
    ['another scheme', 'ftp://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['user info', 'https://user:word@example.com/'],
    ['a user alone', 'https://user@example.com/'],
    ['no scheme', 'example.com/hook'],
    ['a line break', 'https://example.com/\nhook'],
    ['a space before it', ' https://example.com/'],
    ['a fragment', 'https://example.com/#part'],
    ['more than 2,048 characters', `https://example.com/${'a'.repeat(2048)}`],
    ['nothing', ''],
  ])('with %s is refused', (_, url) => {
    expect(webhookUrlProblem(url, STRICT)).not.toBeNull();
  });

  it.each([
    'https://example.com/hook?token=1',
    'https://example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
  ])('to the public internet is accepted: %s', (url) => {
    expect(webhookUrlProblem(url, STRICT)).toBeNull();
  });

  it.each(['http://127.0.0.1:8080/', 'http://localhost/', 'https://10.0.0.1/', 'https://[fd00::1]/'])(
    'may be plain and private when that is allowed: %s',
    (url) => {
      expect(webhookUrlProblem(url, OPEN)).toBeNull();
    },
  );

  it.each([
    'http://169.254.169.254/',
    'http://224.0.0.1/',
    'http://[fe80::1]/',
    'http://0/',
    'http://u:p@127.0.0.1/',
  ])('is refused even then: %s', (url) => {
    expect(webhookUrlProblem(url, OPEN)).not.toBeNull();
  });
});

describe('an address', () => {
  it.each(['', 'example.com', '::g'])('that is invalid is refused: %p', (text) => {
    expect(isAllowedAddress(text, true)).toBe(false);
  });
});

describe('adding an endpoint', () => {
  const never = { wait: () => ({ done: new Promise<void>(() => undefined), cancel: () => undefined }) };
  const atOnce = { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) };
  const check = (answers: readonly string[] | Error, policy = STRICT) =>
    createEndpointUrlCheck({
      resolve: () => (answers instanceof Error ? Promise.reject(answers) : Promise.resolve(answers)),
      policy,
      timer: never,
    });

  it('refuses a name that resolves to a private address, also beside a public one', async () => {
    expect(await check(['10.0.0.1'])('https://intranet.example/')).not.toBeNull();
    expect(await check(['8.8.8.8', '::1'])('https://mixed.example/')).not.toBeNull();
    expect(await check(['8.8.8.8'])('https://public.example/')).toBeNull();
  });

  it('accepts a name that does not resolve yet, or whose name servers do not answer', async () => {
    expect(await check(new Error('ENOTFOUND'))('https://soon.example/')).toBeNull();
    const silent = createEndpointUrlCheck({
      resolve: () => new Promise(() => undefined),
      policy: STRICT,
      timer: atOnce,
    });
    expect(await silent('https://slow.example/')).toBeNull();
  });

  it('names the setting and cardway listen for what development may need', async () => {
    const setting =
      /^[^.]+\. In development, CARDWAY_WEBHOOK_ALLOW_PRIVATE=true \(webhook\.allowPrivate\).*cardway listen --forward-to/;
    for (const url of [
      'http://localhost:3000/hook',
      'https://127.0.0.1/',
      'http://10.0.0.8/',
      'http://example.com/',
    ])
      expect(await check([])(url)).toMatch(setting);
    expect(await check(['10.0.0.1'])('https://intranet.example/')).toMatch(setting);
    for (const url of ['https://169.254.169.254/', 'ftp://localhost/', 'https://user@localhost/'])
      expect(await check([])(url)).not.toContain('CARDWAY');
    expect(await check(['fe80::1'])('https://intranet.example/')).not.toContain('CARDWAY');
    expect(await check([], OPEN)('http://169.254.169.254/')).not.toContain('CARDWAY');
  });

  it('asks no name server about an address', async () => {
    expect(await check(new Error('asked'))('https://127.0.0.1/')).not.toBeNull();
    expect(await check(['127.0.0.1'])('https://8.8.8.8/')).toBeNull();
  });
});

it.each([
  '168.63.129.16',
  '::ffff:168.63.129.16',
  'fd00:ec2::254',
  'fd00:0ec2:0::0254',
  'fd20:ce::254',
  '192.0.0.192',
  '100.100.100.200',
])('the address of a cloud’s metadata service is never allowed: %s', (address) => {
  expect([isAllowedAddress(address, false), isAllowedAddress(address, true)]).toEqual([false, false]);
});
