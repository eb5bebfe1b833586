import { join, resolve } from 'node:path';
import { FIELDS } from '../core/transactions/fields.js';
import { isHttpUrl } from '../platform/settings.js';
import { askText } from './prompts.js';
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
  const answers: Partial<Record<Name, string>> = {};
  const missing: string[] = [];
  for (const { name, about, fallback, environment, problem } of QUESTIONS) {
    const usual = fallback?.(folder);
    const written = given[name] ?? fromEnvironment(shell, environment);
    const wrong = written === undefined ? null : problem(written);
    // A wrong URL may hold a password.
    const seen = /database|downstream/.test(name) ? '' : `; it is ${JSON.stringify(written)}`;
    if (wrong !== null) throw new UsageError(`--${name} ${wrong}${seen}.`);
    if (written !== undefined) answers[name] = written;
    else if (shell.input.isTTY === true)
      answers[name] = await askText(shell, { message: about, usual: usual ?? '', problem });
    else if (usual === undefined) missing.push(`  --${name} <${name}>: ${about}`);
    else answers[name] = usual;
  }
  if (missing.length > 0)
    throw new UsageError(
      `Standard input is no terminal, so init cannot ask. Give these options:\n${missing.join('\n')}`,
    );
  const { database, customer, card, ...others } = answers as Record<Name, string>;
  return { database: absoluteDatabase(database), ...others, customer: Number(customer), card: Number(card) };
}

function fromEnvironment({ env, readFile }: Shell, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const { [name]: value = '', [`${name}_FILE`]: file = '' } = env;
  if (value !== '') return value;
  return file === '' ? undefined : readFile(file).trim();
}

/** Makes the path of an SQLite file absolute, so that the configuration works from every folder. */
function absoluteDatabase(database: string): string {
  return database.startsWith('sqlite:') ? `sqlite:${resolve(database.slice('sqlite:'.length))}` : database;
}
