import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { FIELDS } from '../core/transactions/fields.js';
import { isHttpUrl } from '../platform/settings.js';
import { type Shell, UsageError } from './shell.js';

/** What `init` must know. */
export interface Answers {
  readonly database: string;
  readonly downstream: string;
  readonly programme: string;
  readonly terminal: string;
  readonly wallet: string;
  readonly customer: number;
  readonly card: number;
}

type Name = keyof Answers;

/** Options as written. */
export type Given = Partial<Readonly<Record<Name, string>>>;

interface Question {
  readonly name: Name;
  /** For help and prompt. */
  readonly about: string;
  readonly fallback?: (folder: string) => string;
  /** Setting of the environment that answers in place of the option. */
  readonly environment?: string;
  /** Returns what is wrong with an answer, as the end of a sentence. */
  readonly problem: (written: string) => string | null;
}

const unless = (isRight: boolean, problem: string): string | null => (isRight ? null : problem);
const isInteger = (written: string): string | null =>
  unless(/^\d{1,16}$/.test(written) && Number.isSafeInteger(Number(written)), 'must be an integer from 0');

export const QUESTIONS: readonly Question[] = [
  {
    name: 'database',
    about: 'database: sqlite:PATH or postgres://user:password@host:port/database',
    fallback: (folder) => `sqlite:${join(folder, 'data', 'cardway.db')}`,
    environment: 'CARDWAY_DATABASE_URL',
    problem: (written) =>
      unless(
        /^sqlite:./.test(written) || (/^postgres(?:ql)?:\/\//i.test(written) && URL.canParse(written)),
        'must be sqlite:PATH or postgres://user:password@host:port/database',
      ),
  },
  {
    name: 'downstream',
    about: 'whole URL of your wallet service',
    environment: 'CARDWAY_DOWNSTREAM_URL',
    problem: (written) =>
      unless(isHttpUrl(written), 'must be an http or https URL, without user info and fragment'),
  },
  {
    name: 'programme',
    about: 'short name of the card programme',
    problem: (written) =>
      unless(/^[A-Za-z0-9._-]{1,48}$/.test(written), 'must be 1 to 48 letters, digits, ., _ or -'),
  },
  {
    name: 'terminal',
    about: 'id of the first terminal, 10 characters',
    problem: (written) =>
      unless([...written].length === FIELDS.terminalId.lengthMax, 'must have exactly 10 characters'),
  },
  {
    name: 'wallet',
    about: 'reference of the first wallet',
    problem: (written) => unless(/^.{1,255}$/su.test(written), 'must have 1 to 255 characters'),
  },
  { name: 'customer', about: 'customer_id of its owner', fallback: () => '1', problem: isInteger },
  { name: 'card', about: 'card_id of its card', fallback: () => '1', problem: isInteger },
];

/**
 * Returns the answers: from options, from the environment, or else from a prompt. Without a terminal to ask on, every answer
 * without a default must be an option. Errors: UsageError (names the option, or all that are missing).
 */
export async function answersOf(shell: Shell, folder: string, given: Given): Promise<Answers> {
  const known = new Map<Name, string>();
  for (const { name, environment, problem } of QUESTIONS) {
    const written = given[name] ?? fromEnvironment(shell, environment);
    if (written === undefined) continue;
    const wrong = problem(written);
    // A wrong URL may hold a password.
    const seen = /database|downstream/.test(name) ? '' : `; it is ${JSON.stringify(written)}`;
    if (wrong !== null) throw new UsageError(`--${name} ${wrong}${seen}.`);
    known.set(name, written);
  }
  if (shell.input.isTTY === true) await askRest(shell, folder, known);
  const missing = QUESTIONS.filter(({ name, fallback }) => !known.has(name) && fallback === undefined);
  if (missing.length > 0) {
    const options = missing.map(({ name, about }) => `  --${name} <${name}>: ${about}`).join('\n');
    throw new UsageError(
      `Standard input is no terminal, so init cannot ask. Give these options:\n${options}`,
    );
  }
  const answer = (name: Name): string =>
    known.get(name) ?? QUESTIONS.find((question) => question.name === name)?.fallback?.(folder) ?? '';
  return {
    database: absoluteDatabase(answer('database')),
    downstream: answer('downstream'),
    programme: answer('programme'),
    terminal: answer('terminal'),
    wallet: answer('wallet'),
    customer: Number(answer('customer')),
    card: Number(answer('card')),
  };
}

function fromEnvironment({ env, readFile }: Shell, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const { [name]: value = '', [`${name}_FILE`]: file = '' } = env;
  if (value !== '') return value;
  return file === '' ? undefined : readFile(file).trim();
}

/** Makes the path of an SQLite file absolute, so that the configuration works from every folder. */
export function absoluteDatabase(database: string): string {
  return database.startsWith('sqlite:') ? `sqlite:${resolve(database.slice('sqlite:'.length))}` : database;
}

async function askRest(shell: Shell, folder: string, known: Map<Name, string>): Promise<void> {
  const lines = createInterface({ input: shell.input, terminal: false });
  const typed = lines[Symbol.asyncIterator]();
  try {
    for (const question of QUESTIONS) {
      if (!known.has(question.name)) known.set(question.name, await askFor(shell, folder, question, typed));
    }
  } finally {
    lines.close();
  }
}

/** Asks until the answer is right. Errors: UsageError at the end of the input. */
async function askFor(
  shell: Shell,
  folder: string,
  { about, fallback, problem }: Question,
  typed: AsyncIterator<string>,
): Promise<string> {
  const usual = fallback?.(folder) ?? '';
  for (;;) {
    shell.err(`${about}${usual === '' ? '' : ` [${usual}]`}: `);
    const line = await typed.next();
    if (line.done === true) throw new UsageError('Stopped. Nothing was made.');
    const written = line.value.trim() === '' ? usual : line.value.trim();
    const wrong = problem(written);
    if (wrong === null) return written;
    shell.err(`This ${wrong}.\n`);
  }
}
