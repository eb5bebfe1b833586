import { Command, CommanderError } from 'commander';
import { auditCommand } from './administration/audit.js';
import { keysCommand } from './administration/keys.js';
import { terminalsCommand } from './administration/terminals.js';
import { walletsCommand } from './administration/wallets.js';
import { backupCommand } from './backup.js';
import { deliveriesCommand } from './deliveries.js';
import { doctorCommand } from './doctor.js';
import { readSecrets, refuseSecretArguments } from './gateway-options.js';
import { listenCommand } from './listen.js';
import { endpointsCommand } from './endpoints.js';
import { eventsCommand } from './events.js';
import { messageOf } from './message-of.js';
import { logsCommand } from './logs.js';
import { migrateCommand } from './migrate.js';
import { programmesCommand } from './programmes.js';
import { resealCommand } from './reseal.js';
import { restoreCommand } from './restore.js';
import { secretCommand } from './secret.js';
import { sendCommand } from './send.js';
import { serveCommand } from './serve.js';
import { sharedKeysCommand } from './shared-keys.js';
import { UsageError, type Shell } from './shell.js';
import { transactionsCommand } from './transactions.js';
import { triggerCommand } from './trigger.js';
import { VERSION } from '../version.js';

/** Runs one command. Exit status: 0, 1 (it failed; standard error says why), 2 (wrong usage). */
export async function runCli(shell: Shell): Promise<number> {
  let status = 0;
  const program = programOf(shell, (result) => (status = result));
  try {
    // `npx cardway` on a machine that knows nothing of it.
    const argv = shell.argv.length === 0 ? ['serve', '--sandbox'] : shell.argv;
    refuseSecretArguments(argv);
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    shell.err(`${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** All commands; those who only read what there are need no more of a shell than where it writes. */
export function programOf(
  shell: Shell | Pick<Shell, 'out' | 'err'>,
  done: (status: number) => void = () => undefined,
): Command {
  const whole = shell as Shell;
  const program = new Command('cardway')
    .description(
      'The gateway between card terminals, backends and wallet services. Without a command: the sandbox.',
    )
    .version(VERSION)
    .hook('preAction', (_root, command) => readSecrets(whole, command))
    .exitOverride()
    .configureOutput({ writeOut: shell.out, writeErr: shell.err })
    .showHelpAfterError('Try --help.');
  for (const command of COMMANDS) program.addCommand(command(whole, done));
  for (const command of withSubcommands(program.commands))
    command.exitOverride().configureOutput({ writeOut: shell.out, writeErr: shell.err });
  return program;
}

const COMMANDS = [
  serveCommand,
  migrateCommand,
  doctorCommand,
  sendCommand,
  listenCommand,
  endpointsCommand,
  eventsCommand,
  deliveriesCommand,
  transactionsCommand,
  secretCommand,
  programmesCommand,
  sharedKeysCommand,
  terminalsCommand,
  keysCommand,
  walletsCommand,
  auditCommand,
  triggerCommand,
  backupCommand,
  restoreCommand,
  resealCommand,
  logsCommand,
];

function withSubcommands(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command) => [command, ...withSubcommands(command.commands)]);
}
