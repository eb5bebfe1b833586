import { Command } from 'commander';
import { keyOption, urlOption } from './gateway-options.js';
import { postJson } from './send-doors.js';
import { CliError, UsageError, type Shell } from './shell.js';

interface SecretOptions {
  readonly card: string;
  readonly url: string;
  readonly key: string;
  readonly json?: boolean;
}

const PATH = '/debit/v1/digitization/generate-time-based-secret';

/** `secret --card 5001`: what an integrator's backend asks for at the tap. */
export function secretCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('secret')
    .description('Asks a running gateway for a provisioning secret and prints it.')
    .requiredOption('--card <id>', 'card_id')
    .addOption(urlOption())
    .addOption(keyOption('integrator', 'Bearer key of role integrator'))
    .option('--json', 'prints the whole envelope as one line of JSON')
    .action(async (options: SecretOptions) => {
      if (!/^\d{1,16}$/.test(options.card)) throw new UsageError('--card must be a card id: digits.');
      const { body } = await postJson(`${options.url}${PATH}`, options.key, { card_id: options.card });
      const secret = secretIn(body);
      if (options.json === true) shell.out(`${JSON.stringify(body)}\n`);
      else if (secret === null) throw new CliError(refusalIn(body));
      else shell.out(`${secret}\n`);
      done(secret === null ? 1 : 0);
    });
}

interface Envelope {
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly payload?: { readonly secret?: string };
}

function secretIn(body: unknown): string | null {
  return (body as Envelope | null)?.payload?.secret ?? null;
}

function refusalIn(body: unknown): string {
  const error = (body as Envelope | null)?.error;
  return error?.code === undefined ? 'The gateway gave no secret.' : `${error.code}: ${error.message ?? ''}`;
}
