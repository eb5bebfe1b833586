import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { CardwayError } from '../../../src/platform/errors.js';
import { sizeOf } from '../../fault/size.js';
import { INTEGRATOR, NETWORK, openSecretBench, type SecretBench, SHARED_KEY } from './secret-bench.js';

/** Runs of a property. The night run has 300. */
const RUNS = sizeOf('CARDWAY_TEST_SECRET_RUNS', 10);
const STEP_MS = 60_000;
/** First millisecond of a step. */
const START_MS = 29_000_000 * STEP_MS;

let bench: SecretBench;

beforeEach(async () => {
  bench = await openSecretBench();
  bench.at(START_MS);
});

afterEach(() => bench.close());

const reasonOf = async (secret: string, cardId?: number): Promise<string> => {
  const verification = await bench.verify(secret, cardId);
  return verification.kind === 'valid' ? 'valid' : verification.reason;
};

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof CardwayError)) return 'none';
  const { code, retryAfterSeconds } = error;
  return retryAfterSeconds === undefined ? code : `${code} ${String(retryAfterSeconds)}`;
}

/** Returns the RFC 4226 password, computed by hand over derivation hmac. */
function expectedOtp(cardId: number, counter: number): string {
  const key = createHmac('sha256', SHARED_KEY).update(String(cardId)).digest();
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha256', key).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1e8).padStart(8, '0');
}

describe('a secret', () => {
  it('is the key id and the one-time password of card and step', async () => {
    bench.at(START_MS + 59_999);
    expect(await bench.generate()).toEqual({
      secret: `001#${expectedOtp(5001, 29_000_000)}`,
      keyId: '001',
      expiresAtMs: START_MS + 119_999,
      attemptId: expect.any(String) as string,
    });
    expect((await bench.generate(5002)).secret).toBe(`001#${expectedOtp(5002, 29_000_000)}`);
  });

  it('is valid 59.9 s after its issue and not 60.1 s after, in any phase of the step', async () => {
    let step = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: STEP_MS - 1 }), async (phaseMs) => {
        step += 10;
        const issuedAtMs = START_MS + step * STEP_MS + phaseMs;
        bench.at(issuedAtMs);
        const early = await bench.generate(5001);
        const late = await bench.generate(5002);
        bench.at(issuedAtMs + 59_900);
        expect(await reasonOf(early.secret)).toBe('valid');
        bench.at(issuedAtMs + 60_100);
        expect(await reasonOf(late.secret, 5002)).toBe('expired');
      }),
      { numRuns: RUNS, examples: [[0], [1], [59_999], [30_000]] },
    );
  });

  it('is different each time within its lifetime, accepted once, and never after its validity', async () => {
    const steps = fc.constantFrom(1000, 7000, 30_000, 60_000, 90_000);
    const settings = fc.record({
      digits: fc.integer({ min: 1, max: 8 }),
      stepMs: steps,
      validityMs: fc.constantFrom(1000, 10_000, 60_000),
      verifier: fc.constantFrom('gateway', 'external'),
      derivation: fc.constantFrom('hmac', 'append', 'none'),
    });
    const move = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('generate'), afterMs: fc.nat(20_000) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('verify'), afterMs: fc.nat(40_000) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('verify earlier'), afterMs: fc.nat(40_000) }) },
    );
    let startMs = START_MS;
    await fc.assert(
      fc.asyncProperty(settings, fc.array(move, { minLength: 5, maxLength: 30 }), async (change, moves) => {
        // Later than the whole previous run, so that its secrets do not affect this one.
        startMs += 1000 * STEP_MS;
        let nowMs = startMs;
        await bench.put(change as never);
        const issued: { secret: string; issuedAtMs: number; isTaken: boolean }[] = [];
        for (const { kind, afterMs } of moves) {
          nowMs += afterMs;
          bench.at(nowMs);
          if (kind === 'generate') {
            const made = await bench.generate().catch(() => null);
            if (made === null) continue;
            const { secret } = made;
            const alive = issued.filter(({ issuedAtMs }) => nowMs - issuedAtMs <= change.validityMs);
            expect(alive.map((before) => before.secret)).not.toContain(secret);
            issued.push({ secret, issuedAtMs: nowMs, isTaken: false });
          } else {
            const entry = kind === 'verify' ? issued.at(-1) : issued.at(-2);
            if (entry === undefined) continue;
            const isLatest = issued.findLast(({ secret }) => secret === entry.secret) === issued.at(-1);
            const latest = issued.at(-1) as (typeof issued)[number];
            const isAlive = nowMs - latest.issuedAtMs <= change.validityMs;
            const isExpected = isLatest && isAlive && !latest.isTaken;
            expect(await reasonOf(entry.secret)).toEqual(
              isExpected ? 'valid' : expect.not.stringMatching('^valid$'),
            );
            if (isExpected) latest.isTaken = true;
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('belongs to one card', async () => {
    const { secret } = await bench.generate(5001);
    await bench.generate(5002);
    expect(await reasonOf(secret, 5002)).toBe('invalid');
    expect(await reasonOf(secret, 5001)).toBe('valid');
  });

  it('belongs to one card also when the code does not', async () => {
    await bench.put({ derivation: 'none' });
    const { secret } = await bench.generate(5001);
    expect(await reasonOf(secret, 5002)).toBe('invalid');
    expect(await reasonOf(secret, 5001)).toBe('valid');
  });

  it('must have been issued by the gateway, even if the code is right', async () => {
    expect(await reasonOf(`001#${expectedOtp(5001, 29_000_000)}`)).toBe('invalid');
    const { secret } = await bench.generate();
    expect(await reasonOf(secret)).toBe('valid');
  });

  it('follows the settings of its programme', async () => {
    await bench.put({
      digits: 6,
      algorithm: 'sha512',
      stepMs: 30_000,
      derivation: 'append',
      validityMs: 120_000,
    });
    const { secret, expiresAtMs } = await bench.generate();
    expect(secret).toMatch(/^001#\d{6}$/);
    expect(expiresAtMs).toBe(START_MS + 120_000);
    bench.at(START_MS + 120_000);
    expect(await reasonOf(secret)).toBe('valid');
  });

  it.each([1, 2])('is valid once also when %i digits make codes equal', async (digits) => {
    await bench.put({ digits });
    for (let step = 0; step < 30; step += 1) {
      bench.at(START_MS + step * STEP_MS);
      const { secret } = await bench.generate();
      expect(await reasonOf(secret)).toBe('valid');
      expect(await reasonOf(secret)).toBe('replayed');
    }
  });
});

describe('a refused call', () => {
  it.each([
    [9999, 'NOT_FOUND'],
    [5003, 'FORBIDDEN'],
    [5004, 'FORBIDDEN'],
    [6001, 'FORBIDDEN'],
    [-1, 'BAD_REQUEST'],
  ])('for card %i gets %s, to issue and to verify', async (cardId, code) => {
    expect(await refusal(bench.generate(cardId))).toBe(code);
    expect(await refusal(bench.verify('001#12345678', cardId))).toBe(code);
    expect(bench.told).toEqual([]);
  });

  it('is for a card of another programme than the key', async () => {
    const { secret } = await bench.generate();
    expect(await refusal(bench.verify(secret, 5001, { ...NETWORK, programme: 'other' }))).toBe('FORBIDDEN');
    expect(await refusal(bench.generate(5001, { ...INTEGRATOR, programme: 'other' }))).toBe('FORBIDDEN');
  });
});

describe('operators', () => {
  it.each([
    ['no secret', 'malformed', null],
    ['002#12345678', 'unknown_key', null],
    ['001#1234567', 'wrong_code', null],
    [`001#${expectedOtp(5001, 29_000_000 - 4)}`, 'drift', 4],
    [`001#${expectedOtp(5001, 29_000_000 + 2)}`, 'drift', -2],
    [`001#${expectedOtp(5001, 29_000_000 + 11)}`, 'wrong_code', null],
  ])('see for %s the detail %s', async (secret, detail, driftSteps) => {
    expect(await reasonOf(secret)).toBe('invalid');
    expect(bench.told).toEqual([
      {
        programme: 'sandbox',
        cardId: 5001,
        attemptId: null,
        kind: 'secret',
        result: 'invalid',
        detail,
        driftSteps,
      },
    ]);
  });

  it('see by how many steps an accepted code was off', async () => {
    bench.at(START_MS + 59_999);
    const { secret } = await bench.generate();
    bench.at(START_MS + 60_000);
    await bench.verify(secret);
    expect(bench.told.at(-1)).toMatchObject({ result: 'valid', driftSteps: 1 });
  });
});

describe('an activation code', () => {
  const exchange = async (secret: string): Promise<string> => {
    const issued = await bench.issueActivationCode(NETWORK, { cardId: 5001, secret });
    return issued.kind === 'valid' ? issued.activationCode : issued.reason;
  };
  const check = async (activationCode: string, cardId = 5001): Promise<string> => {
    const checked = await bench.verifyActivationCode(NETWORK, { cardId, activationCode });
    return checked.kind === 'valid' ? 'valid' : checked.reason;
  };

  it('is issued for a secret, which is consumed, and is valid once within 30 minutes', async () => {
    const { secret } = await bench.generate();
    const code = await exchange(secret);
    expect(code).toMatch(/^\d{8}$/);
    expect(await reasonOf(secret)).toBe('replayed');
    expect(await exchange(secret)).toBe('replayed');
    bench.at(START_MS + 1_800_000);
    expect(await check(code, 5002)).toBe('invalid');
    expect(await check(code)).toBe('valid');
    expect(await check(code)).toBe('replayed');
  });

  it('is for a key of the programme of its card', async () => {
    const code = await exchange((await bench.generate()).secret);
    const other = { ...NETWORK, programme: 'other' };
    expect(await refusal(bench.verifyActivationCode(other, { cardId: 5001, activationCode: code }))).toBe(
      'FORBIDDEN',
    );
    expect(await refusal(check(code, 6001))).toBe('FORBIDDEN');
    expect(await check(code)).toBe('valid');
  });
});
