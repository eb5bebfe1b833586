/** Tests that every command that a page prints exists, with its options. */
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '../../src/cli/program.js';
import { filesIn, ROOT } from './tree.js';

const program = programOf({ out: () => undefined, err: () => undefined });
const pages = ['README.md', ...filesIn('docs').filter((path) => path.endsWith('.md'))];

/** Returns the commands of a page: in code spans, and at the start of lines. */
function commandsOf(page: string): string[] {
  return [...page.matchAll(/(?:`|^)(?:\.\/)?cardway ([a-z][^`\n#]*)/gm)].map(([, text = '']) => text);
}

/** Returns what the program would not know about a command; null for a good one. */
function problemOf(text: string): string | null {
  const words = text.replaceAll(/[[\]]|'[^']*'/g, '').split(/[\s=]+/);
  let command: Command = program;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) break;
    command = next;
  }
  if (command === program) return 'no such command';
  const known = new Set(chainOf(command).flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])));
  const options = words.filter((word) => /^--[a-z-]+$/.test(word) && word !== '--help');
  return options.find((option) => !known.has(option)) ?? null;
}

/** Returns a command with its groups, and with its parts: a group without a part runs its default one. */
function chainOf(command: Command): readonly Command[] {
  const groups = command.parent === null ? [] : chainOf(command.parent).filter((each) => each !== command);
  return [...groups, command, ...(command === program ? [] : command.commands)];
}

it('finds commands that do not exist', () => {
  expect(commandsOf('`cardway nothing --x`\ncardway send Deduct --no-such')).toEqual([
    'nothing --x',
    'send Deduct --no-such',
  ]);
  expect(problemOf('nothing --x')).toBe('no such command');
  expect(problemOf('send Deduct --no-such')).toBe('--no-such');
});

it('every command of the docs exists, with its options', () => {
  const wrong = pages.flatMap((path) =>
    commandsOf(readFileSync(join(ROOT, path), 'utf8')).flatMap((text) => {
      const problem = problemOf(text);
      return problem === null ? [] : [`${path}: cardway ${text}: ${problem}`];
    }),
  );
  expect(wrong).toEqual([]);
});
