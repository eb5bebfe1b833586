import { Argument, Command } from 'commander';
import type { Shell } from './shell.js';

/** `completion bash|zsh|fish`: made from the commands themselves, so that it knows every one of them. */
export function completionCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('completion')
    .description('Prints a script that completes commands and options in your shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .option('--json', 'prints JSON')
    .addHelpText('after', EXAMPLES)
    .action((name: 'bash' | 'zsh' | 'fish', options: { readonly json?: true }, self: Command) => {
      const places = self.parent === null ? [] : placesOf(self.parent, '');
      const script = SCRIPTS[name](places);
      shell.out(options.json === true ? `${JSON.stringify({ shell: name, script })}\n` : script);
      done(0);
    });
}

const EXAMPLES = `
Examples:
  cardway completion bash > /etc/bash_completion.d/cardway
  cardway completion zsh > "\${fpath[1]}/_cardway"
  cardway completion fish > ~/.config/fish/completions/cardway.fish`;

/** What can follow after some commands. */
interface Place {
  /** The commands so far, each after a space; empty at the beginning. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly {
    readonly name: string;
    readonly description: string;
    readonly choices: readonly string[];
  }[];
}

function placesOf(command: Command, path: string): readonly Place[] {
  const commands = command.commands.map((each) => ({ name: each.name(), description: each.description() }));
  const own = [...command.options, ...(path === '' ? [] : (command.parent?.options ?? []))];
  const options = own.flatMap(({ long, description, argChoices }) =>
    long == null ? [] : [{ name: long, description, choices: argChoices ?? [] }],
  );
  const help = { name: '--help', description: 'says how it is used', choices: [] };
  const place = { path, commands, options: [...options, help] };
  return [place, ...command.commands.flatMap((each) => placesOf(each, `${path} ${each.name()}`))];
}

const SCRIPTS = {
  bash: (places: readonly Place[]): string => bash(places),
  zsh: (places: readonly Place[]): string =>
    `#compdef cardway\nautoload -U +X bashcompinit && bashcompinit\n${bash(places)}`,
  fish: (places: readonly Place[]): string => fish(places),
};

/** Names of commands, options and choices are words of ours, which need no quoting. */
function bash(places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  const words = places.map(({ path, commands, options }) => {
    const all = [...commands, ...options].map(({ name }) => name);
    return `    "${path}") words="${all.join(' ')}" ;;`;
  });
  const choices = places.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map((option) => `    "${path} ${option.name}") words="${option.choices.join(' ')}" ;;`),
  );
  return `_cardway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$path \${COMP_WORDS[at]}" in
      ${paths.join('|')}) path="$path \${COMP_WORDS[at]}" ;;
    esac
  done
  case "$path" in
${words.join('\n')}
  esac
  case "$path $before" in
${choices.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cardway cardway
`;
}

function fish(places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const lines = places.flatMap(({ path, commands, options }) => {
    const at = `complete -c cardway -n '__cardway_at "${path}"'`;
    return [
      ...commands.map(({ name, description }) => `${at} -f -a ${name} -d ${quoted(description)}`),
      ...options.map(({ name, description, choices }) => {
        const values = choices.length === 0 ? '' : ` -x -a '${choices.join(' ')}'`;
        return `${at} -l ${name.slice(2)}${values} -d ${quoted(description)}`;
      }),
    ];
  });
  return `function __cardway_at
  set -l path ''
  for word in (commandline -opc)[2..]
    if contains -- "$path $word" ${paths.join(' ')}
      set path "$path $word"
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
