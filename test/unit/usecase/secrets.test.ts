import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { sizeOf } from '../../fault/size.js';
import { openSecretBench, type SecretBench, SHARED_KEY } from './secret-bench.js';

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
