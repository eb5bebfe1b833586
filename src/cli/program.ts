import { Command, CommanderError } from 'commander';
import { VERSION } from '../platform/build.js';
import { didYouMean } from '../platform/config.js';
import { APPROVALS } from './access/approvals.js';
import { AUDIT } from './access/audit.js';
import { REFUSALS } from './access/refusals.js';
import { KEYS } from './access/keys.js';
import { PROGRAMMES } from './directory/programmes.js';
import { TERMINALS } from './directory/terminals.js';
import { WALLETS } from './directory/wallets.js';
import { doctorCommand } from './doctor.js';
import { type Entity, entityCommand } from './entities/entity.js';
import { DELIVERIES } from './events/deliveries.js';
import { ENDPOINTS } from './events/endpoints.js';
import { EVENTS } from './events/events.js';
import { listenCommand } from './events/listen.js';
import { readSurroundings } from './gateway-options.js';
import { healthCommand } from './health.js';
import { initCommand } from './init.js';
import { backupCommand, restoreCommand } from './maintenance/backup.js';
import { migrateCommand } from './maintenance/migrate.js';
import { moveCommand } from './maintenance/move.js';
import { resealCommand } from './maintenance/reseal.js';
import { secretCommand } from './provisioning/secret.js';
import { SHARED_KEYS } from './provisioning/shared-keys.js';
import { triggerCommand } from './provisioning/trigger.js';
import { rehearseCommand } from './rehearse/rehearse.js';
import { serveCommand } from './serve.js';
import { Fault, messageOf, printable, type Shell, UsageError } from './shell.js';
import { checksumCommand } from './transactions/checksum.js';
import { reconcileFileCommand } from './transactions/reconcile-file.js';
import { sendCommand } from './transactions/send.js';
import { TRANSACTIONS } from './transactions/transactions.js';

/** Runs one command. Exit status: 0, 1 (failed; standard error has the reason), 2 (wrong usage). */
export async function runCli(shell: Shell): Promise<number> {
  const program = programOf(shell);
  try {
    // The default of `npx cardway` on a machine without configuration.
    const argv = shell.argv.length === 0 ? ['serve', '--sandbox'] : shell.argv;
    refuseUnknownCommand(program, argv);
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof Fault) return 1;
    // A message may repeat a name from a file that somebody else wrote.
    shell.err(`${printable(messageOf(error))}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Refuses a word that names no command: commander prints the help of its group, or takes it for an argument of a default. */
function refuseUnknownCommand(program: Command, argv: readonly string[]): void {
  let group = program;
  for (const word of argv) {
    const { commands } = group;
    if (commands.length === 0 || word.startsWith('-') || word === 'help') return;
    const next = commands.find((command) => command.name() === word || command.aliases().includes(word));
    if (next === undefined) {
      const names = commands.map((command) => command.name());
      throw new UsageError(
        `${pathOf(group)}: unknown command '${word}'${didYouMean(word, names) || '.'}\nTry --help.`,
      );
    }
    group = next;
  }
}

/** Returns all commands. A caller that only lists them needs only the output functions of a shell. */
export function programOf(shell: Shell | Pick<Shell, 'out' | 'err'>): Command {
  const whole = shell as Shell;
  const program = new Command('cardway')
    .description(
      'Runs and administers the gateway between card terminals, backends and wallet services. Without a command it starts the sandbox.',
    )
    .version(VERSION, '-V, --version', 'prints the version')
    .hook('preAction', (_root, command) => readSurroundings(whole, command))
    .showHelpAfterError('Try --help.');
  for (const command of COMMANDS) program.addCommand(command(whole));
  for (const command of [program, ...withSubcommands(program.commands)]) {
    command
      .exitOverride()
      // A secret behind an option that does not exist stays out of logs.
      .configureOutput({
        writeOut: shell.out,
        writeErr: (text) => shell.err(text.replace(/('--[\w-]+)=[^']*/, '$1')),
      })
      .helpOption('-h, --help', 'prints this help');
    if (command.commands.length > 0) groupHelp(command);
  }
  return program;
}

type MakeCommand = (shell: Shell) => Command;

/** Makes the command of an entity. Its subcommands need the schema, so other commands do not wait for them. */
function ofEntity(entity: Entity): MakeCommand {
  const { command, about } = entity;
  return (shell) => {
    // Where all commands are listed, nobody gave words.
    const argv = shell.argv as readonly string[] | undefined;
    const isNamed = argv === undefined || argv.includes(command);
    return isNamed ? entityCommand(shell, entity) : new Command(command).description(about);
  };
}

const COMMANDS: readonly MakeCommand[] = [
  initCommand,
  serveCommand,
  migrateCommand,
  doctorCommand,
  rehearseCommand,
  healthCommand,
  sendCommand,
  checksumCommand,
  listenCommand,
  ofEntity(ENDPOINTS),
  ofEntity(EVENTS),
  ofEntity(DELIVERIES),
  ofEntity(TRANSACTIONS),
  reconcileFileCommand,
  secretCommand,
  ofEntity(PROGRAMMES),
  ofEntity(SHARED_KEYS),
  ofEntity(TERMINALS),
  ofEntity(KEYS),
  ofEntity(WALLETS),
  ofEntity(APPROVALS),
  ofEntity(AUDIT),
  ofEntity(REFUSALS),
  triggerCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  resealCommand,
];

/** Says where the help of a group ends that the options stand in the help of its commands, unless the group has them itself. */
function groupHelp(group: Command): void {
  group.helpCommand('help [command]', 'prints the help of a command');
  if (group.options.some(({ long }) => long === '--json')) return;
  group.addHelpText(
    'after',
    `\nEach command takes --json. For its options: ${pathOf(group)} <command> --help`,
  );
}

/** Returns the words that call a command, for example `cardway events`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function withSubcommands(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command) => [command, ...withSubcommands(command.commands)]);
}
