import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createGuardrails, type CryptoPlugin, generateSync } from 'otplib';
import type { OneTimePassword } from '../use-cases/provisioning/provisioning-port.js';

/** Computes an RFC 6238 TOTP of one time step, by otplib on Node's HMAC. */
export const oneTimePassword: OneTimePassword = ({ key, counter, stepMs, digits, algorithm }) =>
  generateSync({
    strategy: 'totp',
    secret: key,
    epoch: (counter * stepMs) / 1000,
    period: stepMs / 1000,
    digits,
    algorithm,
    crypto: NODE_CRYPTO,
    guardrails: GUARDRAILS,
  });

/** Limits for otplib: a shared key has 16 to 64 bytes, and derivation `append` adds up to 16 digits. */
const GUARDRAILS = createGuardrails({ MAX_SECRET_BYTES: 80 });

/** Node's HMAC; otplib's own default computes in JavaScript. */
const NODE_CRYPTO: CryptoPlugin = {
  name: 'node',
  hmac: (algorithm, key, data) => createHmac(algorithm, key).update(data).digest(),
  randomBytes: (length) => randomBytes(length),
  constantTimeEqual(a, b) {
    const [left, right] = [Buffer.from(a), Buffer.from(b)];
    return left.length === right.length && timingSafeEqual(left, right);
  },
};
