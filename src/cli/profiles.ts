import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { CliError, type Shell, UsageError } from './shell.js';
import { table } from './table.js';

/** A gateway by a name. The key stays in its own file. */
interface Profile {
  readonly url: string;
  readonly keyFile?: string;
}

type Profiles = Readonly<Record<string, Profile>>;

/** `profiles list|set|remove`: several gateways by their names. */
export function profilesCommand(shell: Shell, done: (status: number) => void): Command {
  const group = new Command('profiles')
    .description('Names for gateways, for --profile NAME with whatever talks to one.')
    .option('--json', 'prints JSON')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXAMPLES);
  const tell = (self: Command): void => {
    const profiles = readProfiles(shell);
    const rows = Object.entries(profiles).map(([name, { url, keyFile = '' }]) => ({ name, url, keyFile }));
    const { json } = self.optsWithGlobals<{ json?: boolean }>();
    shell.out(json === true || !shell.isTerminal ? `${JSON.stringify({ profiles })}\n` : table(rows));
    done(0);
  };
  group
    .command('list', { isDefault: true })
    .description('Every profile.')
    .action((_options: unknown, self: Command) => tell(self));
  group
    .command('set <name>')
    .description('Makes or changes a profile.')
    .requiredOption('--url <url>', 'the gateway')
    .option('--key-file <file>', 'holds the Bearer key')
    .action((name: string, { url, keyFile }: Profile, self: Command) => {
      if (!/^[\w.-]{1,64}$/.test(name)) throw new UsageError('A name has 1 to 64 letters, digits, . _ or -.');
      if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
        throw new UsageError('--url must be an http or https URL.');
      const profile = { url, ...(keyFile === undefined ? {} : { keyFile: resolve(keyFile) }) };
      writeProfiles(shell, { ...readProfiles(shell), [name]: profile });
      tell(self);
    });
  group
    .command('remove <name>')
    .description('Forgets a profile.')
    .action((name: string, _options: unknown, self: Command) => {
      const { [name]: gone, ...others } = readProfiles(shell);
      if (gone === undefined) throw unknown(name, others);
      writeProfiles(shell, others);
      tell(self);
    });
  return group;
}

const EXAMPLES = `
Examples:
  cardway profiles set production --url https://cards.example.com --key-file ~/.config/cardway/production.key
  cardway transactions --state in_doubt --profile production`;

/** Gives a command the URL and key file of a profile, where they were not given themselves. Errors: CliError, UsageError. */
export function applyProfile(shell: Shell, name: string, command: Command): void {
  const takes = (option: string): boolean => command.options.some((each) => each.attributeName() === option);
  if (!takes('url')) throw new UsageError('--profile: this command talks to no gateway.');
  const profiles = readProfiles(shell);
  const profile = profiles[name];
  if (profile === undefined) throw unknown(name, profiles);
  const give = (option: string, value: string): void => {
    if (takes(option) && command.getOptionValueSource(option) !== 'cli')
      command.setOptionValueWithSource(option, value, 'config');
  };
  give('url', profile.url);
  if (profile.keyFile !== undefined) give('keyFile', profile.keyFile);
}

function unknown(name: string, profiles: Profiles): CliError {
  const names = Object.keys(profiles);
  return new CliError(
    `Profile ${name} is not known; known: ${names.length === 0 ? 'none' : names.join(', ')}.`,
  );
}

/** XDG Base Directory specification 0.8. */
function pathOf({ env }: Shell): string {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const folder = env['XDG_CONFIG_HOME'] ?? (home === undefined ? undefined : join(home, '.config'));
  if (folder === undefined) throw new CliError('There is no home folder to keep profiles in (HOME).');
  return join(folder, 'cardway', 'profiles.json');
}

function readProfiles(shell: Shell): Profiles {
  const path = pathOf(shell);
  if (!shell.fileExists(path)) return {};
  try {
    const { profiles } = JSON.parse(shell.readFile(path)) as { profiles?: Profiles };
    return profiles ?? {};
  } catch {
    throw new CliError(`${path} cannot be read.`);
  }
}

/** Replaced as a whole, so that a crash leaves the old one or the new one. */
function writeProfiles(shell: Shell, profiles: Profiles): void {
  const path = pathOf(shell);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
  } catch {
    throw new CliError(`${path} cannot be written.`);
  }
}
