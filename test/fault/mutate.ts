import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../support/random.js';

/** A changed body: its source, and its bytes. */
export interface MutatedBody {
  readonly bytes: Buffer;
  readonly encoding: 'identity' | 'gzip' | 'deflate';
}

/**
 * Returns one of the bodies, changed in one to six places; one in eight is unchanged. One in four is compressed, and half of
 * those are changed again after compression.
 */
export function mutate(
  random: Random,
  args: { readonly bodies: readonly Buffer[]; readonly tokens: readonly string[] },
): MutatedBody {
  const pick = (bodies: readonly Buffer[]): Buffer =>
    bodies[random.int(0, bodies.length - 1)] ?? Buffer.alloc(0);
  const change = (bytes: Buffer): Buffer =>
    CHANGES[random.int(0, CHANGES.length - 1)]?.(bytes, random, args) ?? bytes;
  let bytes = pick(args.bodies);
  const times = random.chance(1 / 8) ? 0 : random.int(1, 6);
  for (let time = 0; time < times; time += 1) bytes = change(bytes);
  if (!random.chance(1 / 4)) return { bytes, encoding: 'identity' };
  const encoding = random.pick(['gzip', 'deflate'] as const);
  const compressed = encoding === 'gzip' ? gzipSync(bytes) : deflateSync(bytes);
  return { bytes: random.chance(1 / 2) ? compressed : change(compressed), encoding };
}

type Change = (
  bytes: Buffer,
  random: Random,
  args: { readonly bodies: readonly Buffer[]; readonly tokens: readonly string[] },
) => Buffer;

const CHANGES: readonly Change[] = [cut, flip, putToken, putBytes, repeat, splice, changeNumber];

function span(bytes: Buffer, random: Random, longest: number): [from: number, to: number] {
  const from = random.int(0, bytes.length);
  return [from, Math.min(bytes.length, from + random.int(1, longest))];
}

function put(bytes: Buffer, random: Random, inserted: Buffer): Buffer {
  const at = random.int(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
}

function cut(bytes: Buffer, random: Random): Buffer {
  const [from, to] = span(bytes, random, random.chance(0.1) ? 2000 : 20);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

function flip(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  const at = random.int(0, Math.max(0, flipped.length - 1));
  flipped[at] = (flipped[at] ?? 0) ^ (1 << random.int(0, 7));
  return flipped;
}

function putToken(bytes: Buffer, random: Random, { tokens }: { readonly tokens: readonly string[] }): Buffer {
  const token = Buffer.from(tokens[random.int(0, tokens.length - 1)] ?? '', 'utf8');
  const times = random.chance(0.05) ? random.int(2, 4000) : 1;
  return put(bytes, random, Buffer.concat(Array<Buffer>(times).fill(token)));
}

function putBytes(bytes: Buffer, random: Random): Buffer {
  return put(bytes, random, random.bytes(random.int(1, 6)));
}

function repeat(bytes: Buffer, random: Random): Buffer {
  const [from, to] = span(bytes, random, 200);
  const times = random.chance(0.1) ? random.int(2, 500) : 1;
  const repeated = Buffer.concat(Array<Buffer>(times).fill(bytes.subarray(from, to)));
  return Buffer.concat([bytes.subarray(0, to), repeated, bytes.subarray(to)]);
}

function splice(bytes: Buffer, random: Random, { bodies }: { readonly bodies: readonly Buffer[] }): Buffer {
  const other = bodies[random.int(0, bodies.length - 1)] ?? bytes;
  const [from, to] = span(other, random, 300);
  return put(bytes, random, other.subarray(from, to));
}

const NUMBERS = [
  '0',
  '-1',
  '2147483648',
  '9007199254740993',
  '1e400',
  '00',
  '99999999999999999999',
  '-0',
  '1.5',
];

function changeNumber(bytes: Buffer, random: Random): Buffer {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/\d+/g)];
  const chosen = numbers[random.int(0, Math.max(0, numbers.length - 1))];
  if (chosen === undefined) return bytes;
  const number = NUMBERS[random.int(0, NUMBERS.length - 1)] ?? '0';
  const end = chosen.index + chosen[0].length;
  return Buffer.from(text.slice(0, chosen.index) + number + text.slice(end), 'latin1');
}
