import { routeConfigs } from '../../../src/app/downstream.js';
import { signingKeyWarnings } from '../../../src/app/weaknesses.js';
import { describeProblems, readConfig } from '../../../src/platform/config.js';

const NOW = Date.parse('2026-11-25T00:00:00Z');
const URL_ = 'https://wallets.internal/';

function read(
  yaml: string,
  more: { readonly isOffline?: boolean; readonly env?: Record<string, string> } = {},
) {
  const { isOffline = false, env = {} } = more;
  return readConfig({
    env: { CARDWAY_DOWNSTREAM_URL: URL_, ...env },
    readFile: (path) => (path === 'cardway.yaml' ? yaml : 'a key of 16 bytes in a file\n'),
    configFile: 'cardway.yaml',
    isSandbox: false,
    isOffline,
    nowMs: NOW,
  });
}

function problemsOf(...args: Parameters<typeof read>): string {
  const reading = read(...args);
  return reading.kind === 'ok' ? '' : describeProblems(reading.problems);
}

const list = (...windows: readonly string[]): string =>
  `signingKeys:\n${windows.map((window, index) => `  - { key: 'canary key number ${String(index)}', ${window} }\n`).join('')}`;

it('signingKeys take the place of signingKey, for the default route and for others', () => {
  const reading = read(`${list("notAfter: '2027-01-01'", "notBefore: '2026-12-01T00:00:00+07:00'")}
routes:
  - { name: own, methods: [Deduct], url: '${URL_}', signingKeys: [{ keyFile: file }] }
  - { name: same, methods: [Balance], url: '${URL_}' }
`);
  if (reading.kind === 'invalid') throw new Error(describeProblems(reading.problems));
  const routes = routeConfigs(reading.config, null, []);
  const keysOf = (name: string) =>
    routes
      .find((route) => route.name === name)
      ?.signingKeys.map(({ key, notBeforeMs, notAfterMs }) => [key.toString(), notBeforeMs, notAfterMs]);
  const windows = [
    ['canary key number 0', undefined, Date.parse('2027-01-01')],
    ['canary key number 1', Date.parse('2026-11-30T17:00:00Z'), undefined],
  ];
  expect([keysOf('default'), keysOf('same')]).toEqual([windows, windows]);
  expect(keysOf('own')).toEqual([['a key of 16 bytes in a file', undefined, undefined]]);
});

it.each([
  ['a gap', list("notAfter: '2026-12-01'", "notBefore: '2026-12-02'"), 'no key is valid from 2026-12-01'],
  ['no key that is valid yet', list("notBefore: '2026-11-26'"), 'a key that is valid now'],
  ['no key that is valid any more', list("notAfter: '2026-11-25'"), 'a key that is valid now'],
  [
    'a window that ends first',
    list("notBefore: '2026-12-02', notAfter: '2026-12-01'"),
    'notBefore before notAfter',
  ],
  ['a time without a zone', list("notBefore: '2026-12-02T00:00:00'"), 'a date, or a time with its zone'],
  ['a time that is none', list("notBefore: '2026-13-45'"), 'a date, or a time with its zone'],
  ['a day that is none', list("notBefore: '2026-02-30T10:00:00Z'"), 'a date, or a time with its zone'],
  ['no list', 'signingKeys: canary\n', 'signingKeys'],
  ['an entry without a key', "signingKeys: [{ notAfter: '2027-01-01' }]\n", 'either key or keyFile'],
  ['a short key', 'signingKeys: [{ key: canary }]\n', '16 bytes'],
  ['too many keys', list(...Array.from({ length: 6 }, () => "notAfter: '2027-01-01'")), 'at most 5 keys'],
])('%s is refused, and no key is shown', (_title, yaml, problem) => {
  const text = problemsOf(yaml);
  expect(text).toContain(problem);
  expect(text).not.toContain('canary');
});

it('signingKey beside signingKeys is refused, and a command without serving does not look at the time', () => {
  const both = { env: { CARDWAY_SIGNING_KEY: 'canary key of the environment' } };
  expect(problemsOf(list("notAfter: '2027-01-01'"), both)).toContain('it takes their place');
  expect(problemsOf(list("notAfter: '2026-01-01'"), { isOffline: true })).toBe('');
});

it('windows that touch or overlap are valid', () => {
  expect(problemsOf(list("notAfter: '2026-12-01'", "notBefore: '2026-12-01'"))).toBe('');
  expect(problemsOf(list("notBefore: '2026-12-01'", "notAfter: '2026-12-20'"))).toBe('');
});

it('a warning begins 30 days before the last key ends', () => {
  const warningsOf = (yaml: string): readonly string[] => {
    const reading = read(yaml);
    return reading.kind === 'ok'
      ? signingKeyWarnings(reading.config, NOW).map(({ detail }) => detail)
      : ['invalid'];
  };
  expect(warningsOf(list("notAfter: '2026-12-26'"))).toEqual([]);
  expect(warningsOf(list("notAfter: '2026-12-24'", "notAfter: '2026-12-25'"))).toEqual([
    'The last key of signingKeys ends at 2026-12-25T00:00:00.000Z. Add the next one.',
  ]);
  expect(warningsOf(list("notAfter: '2026-12-24'", "notBefore: '2026-12-01'"))).toEqual([]);
});
