import { createHash } from 'node:crypto';
import type { MovedRow } from './rows.js';

/** Tells whether two tables hold the same rows, in whichever order they come: databases sort texts differently. */
export interface Fingerprint {
  add(row: MovedRow): void;
  /** Rows, and the sum of their SHA-256 (the first 128 bits), in hex. */
  readonly value: { readonly rows: number; readonly checksum: string };
}

const MODULUS = 1n << 128n;

export function createFingerprint(): Fingerprint {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      rows += 1;
      const digest = createHash('sha256').update(textOf(row)).digest('hex');
      sum = (sum + BigInt(`0x${digest.slice(0, 32)}`)) % MODULUS;
    },
    get value() {
      return { rows, checksum: sum.toString(16).padStart(32, '0') };
    },
  };
}

function textOf(row: MovedRow): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => [name, canonical(row[name] ?? null)]),
  );
}

/** PostgreSQL's texts cannot hold U+0000; it is replaced there (dialect/postgres/values.ts), and so counts as the same here. */
function canonical(value: MovedRow[string]): string | number | null {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : (value ?? null);
}
