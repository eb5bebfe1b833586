import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import {
  DERIVATIONS,
  deriveTotpKey,
  OTP_ALGORITHMS,
  type DerivationName,
  type OtpAlgorithm,
} from '../../../src/core/secret.js';
import { oneTimePassword } from '../../../src/provisioning/otp.js';

interface Case {
  readonly algorithm: OtpAlgorithm;
  readonly digits: number;
  readonly derivation: DerivationName;
  readonly shared: string;
  readonly card: number;
  readonly counter: number;
}

const CARDS = 1000;
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A new key, card and time for each. */
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

const python = has('python3', '--version') ? it : it.skip;

describe.each(OTP_ALGORITHMS)('%s', (algorithm) => {
  describe.each(DERIVATIONS)('derivation %s', (derivation) => {
    python(`Python agrees on ${String(CARDS)} random cards for each number of digits`, () => {
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

const oathtool = has('oathtool', '--version');
if (!oathtool) console.warn('oathtool is not installed: only Python is asked for a second opinion.');

(oathtool ? it : it.skip)('oathtool agrees on random cards, for the digits that it knows', () => {
  for (const algorithm of OTP_ALGORITHMS) {
    for (const derivation of DERIVATIONS) {
      for (const digits of [6, 7, 8]) {
        for (const one of randomCases({ algorithm, digits, derivation }, 10)) {
          const shared = Buffer.from(one.shared, 'hex');
          const key = deriveTotpKey({ derivation, sharedKey: shared, cardId: one.card }).toString('hex');
          const at = `@${String(one.counter * 60)}`;
          const options = [`--totp=${algorithm}`, '-s', '60s', '-d', String(digits), '-N', at, key];
          expect(ours(one)).toBe(spawnSync('oathtool', options, { encoding: 'utf8' }).stdout.trim());
        }
      }
    }
  }
});
