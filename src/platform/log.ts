import pino, { type DestinationStream, type Logger } from 'pino';
import { scrub, scrubFields } from '../core/wire/scrub.js';
import { withSources } from './build.js';

export type { Logger };

interface LogOptions {
  readonly level: string;
  readonly format: 'json' | 'text';
  /** Receives each line. */
  readonly write: (line: string) => void;
  /** Extra fields of every line; called for each line. */
  readonly about?: (() => object) | undefined;
}

/**
 * Creates the log: JSON lines, or readable text on a terminal. Callers log identifiers and codes, never bodies, headers or
 * keys. An error object is reduced to name, code, message, stack and cause. Every value is scrubbed.
 */
export function createLog(options: LogOptions): Logger {
  const destination: DestinationStream = {
    write: options.format === 'json' ? options.write : (line) => options.write(readable(line)),
  };
  return pino(
    {
      level: options.level,
      base: null,
      ...(options.about === undefined ? {} : { mixin: options.about }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: scrubFields },
      hooks: {
        logMethod(args, method) {
          const scrubbed = args.map((arg: unknown) => (typeof arg === 'string' ? scrub(arg) : arg));
          method.apply(this, scrubbed as typeof args);
        },
      },
      serializers: { err: errorOf },
    },
    destination,
  );
}

/** Leaves out own properties: those of HTTP clients' errors hold whole requests. */
function errorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause: unknown = error.cause;
  return {
    name: error.name,
    ...code,
    message: scrub(error.message),
    ...(error.stack === undefined ? {} : { stack: scrub(withSources(error.stack)) }),
    ...(cause === undefined ? {} : { cause: errorOf(cause) }),
  };
}

function readable(line: string): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${typeof msg === 'string' ? msg : ''} ${details}\n`;
}
