import { keepText } from '../core/keep.js';
import type { Clock } from './clock.js';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof LEVELS)[number];

/** Callers log identifiers and codes, never bodies, headers or keys. */
export interface Logger {
  /** Lowest level that is logged. */
  level: Level;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

type Log = (...line: readonly [message: string] | readonly [fields: object, message: string]) => void;

interface LogOptions {
  readonly level: Level;
  readonly format: 'json' | 'text';
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Receives each line. */
  readonly write: (line: string) => void;
  /** Extra fields of every line; called for each line. */
  readonly about?: (() => object) | undefined;
}

/**
 * Creates the log: JSON lines, or readable text on a terminal. An error object in the field `err` is reduced to name, code,
 * message, stack and cause. All other values are ids and codes, so that no line is searched for secrets. pino, which puts each field
 * into the text by itself, takes twice the time for a line.
 */
export function createLog({ level, format, clock, write, about }: LogOptions): Logger {
  const time = createTimes(clock);
  const logAs = (own: Level): Log => {
    const head = `{"level":"${own}","time":"`;
    return (...line) => {
      if (LEVELS.indexOf(own) < LEVELS.indexOf(logger.level)) return;
      const [fields, message] = line.length === 1 ? [NO_FIELDS, line[0]] : line;
      const text = fieldsText(about === undefined ? fields : { ...about(), ...fields });
      const whole = `${head}${time()}"${text},"msg":${JSON.stringify(message)}}\n`;
      write(format === 'json' ? whole : readable(whole));
    };
  };
  const logger = { level, info: logAs('info'), warn: logAs('warn'), error: logAs('error') };
  return logger;
}

const NO_FIELDS = Object.freeze({});

/** Returns the members as JSON after a comma. A value that JSON does not know must not make the caller fail. */
function fieldsText(fields: { readonly err?: unknown }): string {
  const shown = fields.err === undefined ? fields : { ...fields, err: errorOf(fields.err) };
  let text: string;
  try {
    text = JSON.stringify(shown);
  } catch {
    text = JSON.stringify({ unprintable: Object.keys(shown).join(' ') });
  }
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}

/** Returns a function that prints the present time as ISO 8601. It makes the text once a second, and adds the milliseconds. */
function createTimes({ nowMs }: Pick<Clock, 'nowMs'>): () => string {
  let second = NaN;
  let text = '';
  return () => {
    const atMs = nowMs();
    const ms = atMs % 1000;
    if (atMs - ms !== second) {
      second = atMs - ms;
      text = new Date(second).toISOString().slice(0, -4);
    }
    return `${text}${String(ms).padStart(3, '0')}Z`;
  };
}

/** Leaves out own properties: those of HTTP clients' errors hold whole requests. */
function errorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause: unknown = error.cause;
  return {
    name: error.name,
    ...code,
    message: keepText(error.message, MESSAGE_MAX),
    ...(error.stack === undefined ? {} : { stack: callsIn(error.stack) }),
    ...(cause === undefined ? {} : { cause: errorOf(cause) }),
  };
}

/** Longest message of an error that is logged, in characters. */
const MESSAGE_MAX = 2048;

/** Leaves out the first lines of a stack, which repeat the message. */
function callsIn(stack: string): string {
  return stack.slice(Math.max(0, stack.search(/^ {4}at /m)));
}

function readable(line: string): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${typeof msg === 'string' ? msg : ''} ${details}\n`;
}
