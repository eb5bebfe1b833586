import { Command } from 'commander';
import { type AskOptions, ofGateway } from '../ask.js';
import { keyOption } from '../gateway-options.js';
import { CliError, Fault, type Shell, UsageError } from '../shell.js';
import { postJson } from '../transactions/send-channels.js';

interface SecretOptions extends AskOptions {
  readonly card: string;
}

const SECRET_PATH = '/debit/v1/digitization/generate-time-based-secret';

/** Returns `secret --card 5001`: the request of an integrator's backend at the tap. */
export function secretCommand(shell: Shell): Command {
  return ofGateway(new Command('secret'), keyOption('integrator', 'Bearer key of role integrator'))
    .description('Asks a running gateway for a provisioning secret and prints it.')
    .requiredOption('--card <id>', 'card_id')
    .action(async (options: SecretOptions) => {
      if (!/^\d{1,16}$/.test(options.card)) throw new UsageError('--card must be a card id: digits.');
      const { body } = await postJson(`${options.url}${SECRET_PATH}`, options.key, { card_id: options.card });
      const secret = secretIn(body);
      if (options.json === true) shell.out(`${JSON.stringify(body)}\n`);
      else if (secret === null) throw new CliError(refusalIn(body));
      else shell.out(`${secret}\n`);
      if (secret === null) throw new Fault();
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
