import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import {
  type DerivationName,
  DERIVATIONS,
  deriveTotpKey,
  OTP_ALGORITHMS,
  type OtpAlgorithm,
} from '../../../src/core/access/secret.js';
import { oneTimePassword } from '../../../src/platform/one-time-password.js';
import { sizeOf } from '../../fault/size.js';

interface Case {
  readonly algorithm: OtpAlgorithm;
  readonly digits: number;
  readonly derivation: DerivationName;
  readonly shared: string;
  readonly card: number;
  readonly counter: number;
}

const CARDS = sizeOf('CARDWAY_TEST_CARDS', 100);
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Returns cases, each with a new key, card and time. */
function randomCases(kind: Pick<Case, 'algorithm' | 'digits' | 'derivation'>, count: number): Case[] {
  return Array.from({ length: count }, () => ({
    ...kind,
    shared: randomBytes(randomInt(16, 65)).toString('hex'),
    card: randomInt(2 ** 47),
    counter: randomInt(2 ** 31),
  }));
}

function ours({ algorithm, digits, derivation, shared, card, counter }: Case): string {
  const key = deriveTotpKey({ derivation, sharedKey: Buffer.from(shared, 'hex'), cardId: card });
  return oneTimePassword({ key, counter, algorithm, digits, stepMs: 60_000 });
}

const has = (program: string, argument: string): boolean => spawnSync(program, [argument]).status === 0;

if (has('python3', '--version')) {
  describe.each(OTP_ALGORITHMS)('%s', (algorithm) => {
    describe.each(DERIVATIONS)('derivation %s', (derivation) => {
      it(`Python agrees on ${String(CARDS)} random cards for each number of digits`, () => {
        const cases = DIGITS.flatMap((digits) => randomCases({ algorithm, digits, derivation }, CARDS));
        const theirs = spawnSync('python3', [join(__dirname, 'second-implementation.py')], {
          input: JSON.stringify(cases),
          maxBuffer: 64 * 1024 * 1024,
          encoding: 'utf8',
        });
        expect(theirs.stderr).toBe('');
        expect(cases.map(ours)).toEqual(JSON.parse(theirs.stdout));
      });
    });
  });
} else {
  process.stderr.write('Python is not asked for a second opinion: there is no python3 on this machine.\n');
}

/** Lengths that oathtool supports. */
const OATHTOOL_DIGITS = [6, 7, 8];

if (has('oathtool', '--version')) {
  it('oathtool agrees on random cards', () => {
    const cases = OTP_ALGORITHMS.flatMap((algorithm) =>
      DERIVATIONS.flatMap((derivation) =>
        OATHTOOL_DIGITS.flatMap((digits) => randomCases({ algorithm, digits, derivation }, 10)),
      ),
    );
    expect(cases.map(ours)).toEqual(cases.map(oathtoolOtp));
  });
} else {
  process.stderr.write('oathtool is not asked for a second opinion: it is not installed.\n');
}

it('the cases are made like the published vectors', () => {
  expect(ours(PUBLISHED)).toBe('46119246');
});

/** Case of RFC 6238 appendix B, SHA-256 at 59 s. */
const PUBLISHED: Case = {
  algorithm: 'sha256',
  digits: 8,
  derivation: 'none',
  shared: Buffer.from('12345678901234567890123456789012').toString('hex'),
  card: 5001,
  counter: 1,
};

function oathtoolOtp({ algorithm, digits, derivation, shared, card, counter }: Case): string {
  const sharedKey = Buffer.from(shared, 'hex');
  const key = deriveTotpKey({ derivation, sharedKey, cardId: card }).toString('hex');
  const at = `@${String(counter * 60)}`;
  const options = [`--totp=${algorithm}`, '-s', '60s', '-d', String(digits), '-N', at, key];
  return spawnSync('oathtool', options, { encoding: 'utf8' }).stdout.trim();
}
