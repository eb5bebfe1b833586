import type { Command } from 'commander';
import { programOf } from '../../src/cli/program.js';

const HEAD = `# Command reference

This page lists every command with its options, as \`--help\` shows them, for people who install, operate or test Cardway.

The build makes it from the program. [Commands](../commands.md) explains places, output, secrets and exit status.
`;

/** Returns every command with its arguments, as `--help` shows it. */
export function commandsPage(): string {
  const commands = leavesOf(programOf({ out: () => undefined, err: () => undefined }), [])
    .map(({ path, command }) => {
      const usage = `cardway ${[...path, ...command.registeredArguments.map(argumentText)].join(' ')}`;
      const options = command.options.map(
        ({ flags, description }) => `| \`${flags}\` | ${cell(description)} |`,
      );
      const table = options.length === 0 ? [] : ['', '| option | |', '|---|---|', ...options];
      return [`## \`${usage}\``, '', command.description(), ...table, ''].join('\n');
    })
    .join('\n');
  return `${HEAD}\n${commands}`;
}

interface Leaf {
  readonly path: readonly string[];
  readonly command: Command;
}

function leavesOf(command: Command, path: readonly string[]): readonly Leaf[] {
  return command.commands.flatMap((each) => {
    const here = [...path, each.name()];
    return each.commands.length === 0 ? [{ path: here, command: each }] : leavesOf(each, here);
  });
}

function argumentText(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
