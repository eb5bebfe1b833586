import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROGRAM = resolve(__dirname, '..', '..', 'dist');

/** Constants that tests shorten or lift, with the names that they have in src/. */
type Constants = Readonly<Record<string, number>>;

/** Returns the environment of a process in which named constants of the program have other values. */
export function constants(values: Constants): Record<string, string> {
  for (const name of Object.keys(values)) requireConstant(name);
  return {
    NODE_OPTIONS: `--require=${resolve(__dirname, 'preload.cjs')}`,
    TEST_PROGRAM: PROGRAM,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`TEST_CONSTANT_${name}`, String(value)]),
    ),
  };
}

let program: string | undefined;

/** Refuses a name that the program does not have exactly once: the process would keep its usual value. */
function requireConstant(name: string): void {
  program ??= readdirSync(PROGRAM)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(PROGRAM, file), 'utf8'))
    .join('\n');
  const count = program.split(`\nconst ${name} = `).length - 1;
  if (count !== 1) throw new Error(`The program has ${String(count)} constants ${name}.`);
}
