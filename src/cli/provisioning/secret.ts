import { Command } from 'commander';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import { operationOf, sending } from '../entities/schema.js';
import { keyOption } from '../gateway-options.js';
import { printText } from '../print.js';
import type { Shell } from '../shell.js';
import { integerOf } from '../values.js';

/** Returns `secret --card 5001`: the request of an integrator's backend at the tap. */
export function secretCommand(shell: Shell): Command {
  return ofGateway(new Command('secret'), keyOption('integrator', 'Bearer key of role integrator'))
    .description('Asks a running gateway for a provisioning secret and prints it.')
    .requiredOption('--card <id>', 'card_id')
    .action(
      acting(async (ask, options: AskOptions & { readonly card: string }) => {
        const operation = operationOf('mutation', 'generateProvisioningSecret');
        const selection = 'secret keyId expiresAt';
        const generate = sending<{ secret: string }>('mutation', operation, { names: ['cardId'], selection });
        const made = await generate(ask, { cardId: integerOf('--card', options.card) });
        printText(shell, options, made, `${made.secret}\n`);
      }),
    );
}
