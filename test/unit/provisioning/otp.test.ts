import { timeStep } from '../../../src/core/access/secret.js';
import { oneTimePassword } from '../../../src/platform/one-time-password.js';

const SEED = '1234567890'.repeat(7);
const SEEDS = {
  sha1: Buffer.from(SEED.slice(0, 20)),
  sha256: Buffer.from(SEED.slice(0, 32)),
  sha512: Buffer.from(SEED.slice(0, 64)),
} as const;

/** Vectors of RFC 6238 appendix B: seconds, then the 8 digits for SHA-1, SHA-256, SHA-512. The step is 30 s. */
const RFC_6238: readonly (readonly [number, string, string, string])[] = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
];

/** Codes of the vendor's published test key with its step of 60 s, calculated from RFC 6238. */
const VENDOR_STEP: readonly (readonly [number, string, string])[] = [
  [59, '18920136', '96557409'],
  [1111111109, '40857319', '04148013'],
  [1234567890, '16450756', '30355133'],
  [2000000000, '34471171', '35594477'],
];

const algorithms = ['sha1', 'sha256', 'sha512'] as const;

describe.each(RFC_6238)('at %i s, a step of 30 s', (seconds, ...codes) => {
  it.each(algorithms.map((algorithm, index) => [algorithm, codes[index] ?? ''] as const))(
    '%s gives the code that RFC 6238 publishes',
    (algorithm, code) => {
      const counter = timeStep(seconds * 1000, 30_000);
      const settings = { algorithm, digits: 8, stepMs: 30_000 };
      expect(oneTimePassword({ key: SEEDS[algorithm], counter, ...settings })).toBe(code);
    },
  );
});

it.each(VENDOR_STEP)('at %i s, a step of 60 s and the test key give the known codes', (seconds, ...codes) => {
  const counter = timeStep(seconds * 1000, 60_000);
  const key = SEEDS.sha256;
  const made = (['sha256', 'sha512'] as const).map((algorithm) =>
    oneTimePassword({ key, counter, algorithm, digits: 8, stepMs: 60_000 }),
  );
  expect(made).toEqual(codes);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i digits are the last ones of eight', (digits) => {
  const of = (count: number): string =>
    oneTimePassword({ key: SEEDS.sha256, counter: 1, algorithm: 'sha256', digits: count, stepMs: 60_000 });
  expect(of(digits)).toBe(of(8).slice(-digits));
});

it('a key of 64 bytes can be followed by a card id of 16 digits', () => {
  const key = Buffer.concat([SEEDS.sha512, Buffer.from('9007199254740991')]);
  expect(oneTimePassword({ key, counter: 1, algorithm: 'sha512', digits: 8, stepMs: 60_000 })).toMatch(
    /^\d{8}$/,
  );
});
