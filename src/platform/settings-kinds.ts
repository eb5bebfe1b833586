import { z } from 'zod';

/** One setting: its parser, its default and its description. */
export interface Setting<Value> {
  /** Reads the text of an environment variable, or the text form of a YAML scalar. */
  readonly schema: z.ZodType<Value, string>;
  /** Text form; undefined where no default exists. */
  readonly default: string | undefined;
  /** Permitted values, for the error that refuses another one. */
  readonly allowed: string;
  readonly meaning: string;
  readonly isSecret?: boolean;
}

const setting = <Value>(entry: Setting<Value>): Setting<Value> => entry;

/** Returns a text setting. Without a default it may be absent. */
export function text(meaning: string, allowed: string): Setting<string | undefined>;
export function text(meaning: string, allowed: string, fallback: string): Setting<string>;
export function text(meaning: string, allowed: string, fallback?: string): Setting<string | undefined> {
  return setting({ schema: z.string().min(1), default: fallback, allowed, meaning });
}

/** Marks a setting as secret: its value is never shown, and may come from a file. */
export const asSecret = <Value>(entry: Setting<Value>): Setting<Value> => ({ ...entry, isSecret: true });

export function secret(meaning: string): Setting<string | undefined> {
  return asSecret(text(meaning, 'UTF-8 text, hex:… or base64:…'));
}

/** Returns an integer setting. Without a default it may be absent. */
export function integer<Fallback extends number | undefined>(
  meaning: string,
  fallback: Fallback,
  min: number,
  max: number,
): Setting<number | Fallback> {
  const schema = z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
  return setting({
    schema,
    default: fallback === undefined ? undefined : String(fallback),
    allowed: `an integer from ${String(min)} to ${String(max)}`,
    meaning,
  });
}

export function flag(meaning: string, fallback: boolean): Setting<boolean> {
  const schema = z.enum(['true', 'false']).transform((word) => word === 'true');
  return setting({ schema, default: String(fallback), allowed: 'true or false', meaning });
}

export function choice<Word extends string>(
  meaning: string,
  fallback: Word,
  words: readonly [Word, ...Word[]],
): Setting<Word> {
  return setting<Word>({
    schema: z.enum(words),
    default: fallback,
    allowed: words.join(', '),
    meaning,
  });
}

/** Returns a list of names and addresses without ports, in lower case. */
export function hostList(meaning: string): Setting<readonly string[]> {
  const schema = z
    .string()
    .regex(/^[^,:/@\s]+(?:,\s*[^,:/@\s]+)*$|^off$/)
    .transform((written) =>
      written === 'off' ? [] : written.split(',').map((host) => host.trim().toLowerCase()),
    );
  return setting({
    schema,
    default: 'off',
    allowed: 'host names separated by commas, without ports',
    meaning,
  });
}

export function duration(meaning: string, fallback: string): Setting<number | null> {
  const schema = z
    .string()
    .regex(/^(?:off|\d{1,9}(?:ms|s|m|h|d))$/)
    .transform(durationMs);
  return setting({ schema, default: fallback, allowed: 'a number with ms, s, m, h or d, or off', meaning });
}

/** Returns a duration that is longer than 0, where 0 would refuse everything. */
export function lifetime(meaning: string, fallback: string): Setting<number | null> {
  const { schema, ...entry } = duration(meaning, fallback);
  const allowed = 'a number from 1 up with ms, s, m, h or d, or off';
  return setting({ ...entry, schema: schema.refine((ms) => ms !== 0), allowed });
}

/** Returns a setting of pauses that follow each other. */
export function schedule(meaning: string, fallback: string): Setting<readonly number[]> {
  const schema = z
    .string()
    .regex(/^\d{1,9}(?:ms|s|m|h|d)(?:,\d{1,9}(?:ms|s|m|h|d)){0,99}$/)
    .transform((written) => written.split(',').map((pause) => durationMs(pause) ?? 0));
  return setting({ schema, default: fallback, allowed: 'durations separated by commas', meaning });
}

function durationMs(written: string): number | null {
  if (written === 'off') return null;
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(written);
  const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[match?.[2] ?? 'ms'] ?? 1;
  return Number(match?.[1]) * unitMs;
}

export function count(meaning: string, fallback: number | 'off'): Setting<number | null> {
  const schema = z
    .string()
    .regex(/^(?:off|[1-9]\d{0,8})$/)
    .transform((written) => (written === 'off' ? null : Number(written)));
  return setting({ schema, default: String(fallback), allowed: 'a number from 1 up, or off', meaning });
}
