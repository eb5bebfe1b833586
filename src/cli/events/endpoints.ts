import { Command } from 'commander';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import {
  AddEndpointDocument,
  DeliveryDocument,
  DisableEndpointDocument,
  EnableEndpointDocument,
  EndpointDocument,
  type EndpointFieldsFragment,
  EndpointsDocument,
  RotateEndpointSecretDocument,
  TestEndpointDocument,
} from '../../generated/operations.js';
import { printEntry, printList, printOutcome } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, long } from '../table.js';
import { attemptLine } from './deliveries.js';

export function endpointsCommand(shell: Shell, done: (status: number) => void): Command {
  const endpoints = new Command('endpoints').description(
    'Adds, lists and changes endpoints, the receivers of webhooks.',
  );
  const sub = (usage: string, description: string, isDefault = false): Command =>
    ofGateway(endpoints.command(usage, { isDefault }).description(description));
  const action = acting(done);

  sub('add <url>', 'Sends the events of a programme to this URL. Prints the secret once.')
    .requiredOption('--programme <programme>', 'programme whose events are sent')
    .action(
      action(async (ask, options: AskOptions & { programme: string }, url) => {
        const input = { programme: options.programme, url };
        const { addEndpoint } = await ask(AddEndpointDocument, { input });
        const { endpoint, secret } = addEndpoint;
        printOutcome(shell, options, addEndpoint, [`${endpoint.id}  ${url}`, secret]);
      }),
    );
  sub('list', 'Lists endpoints, newest first.', true)
    .option('--programme <programme>', 'of this programme only')
    .option('--text <text>', 'whose id begins with this text, or whose URL contains it')
    .option('--disabled', 'disabled ones only')
    .action(
      action(async (ask, options: AskOptions & { programme?: string; text?: string; disabled?: boolean }) => {
        const { programme, text, disabled } = options;
        const filter = { programme, text, disabled };
        await printList(shell, options, {
          what: 'endpoints',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No endpoints yet. Add one: cardway endpoints add <url> --programme <name>',
          pageOf: async (page) => (await ask(EndpointsDocument, { filter, ...page })).endpoints,
        });
      }),
    );
  sub('show <endpoint>', 'Shows an endpoint, without its secret.').action(
    action(async (ask, options: AskOptions, endpointId) => {
      const endpoint = found((await ask(EndpointDocument, { endpointId })).endpoint, 'endpoint has this id');
      printEntry(shell, options, endpoint);
    }),
  );
  sub('disable <endpoint>', 'Stops sending to an endpoint. Pending deliveries wait.').action(
    action(async (ask, options: AskOptions, endpointId) => {
      const { disableEndpoint } = await ask(DisableEndpointDocument, { input: { endpointId } });
      printEntry(shell, options, disableEndpoint.endpoint);
    }),
  );
  sub('enable <endpoint>', 'Enables an endpoint again and sends its pending deliveries.').action(
    action(async (ask, options: AskOptions, endpointId) => {
      const { enableEndpoint } = await ask(EnableEndpointDocument, { input: { endpointId } });
      printEntry(shell, options, enableEndpoint.endpoint);
    }),
  );
  sub('rotate <endpoint>', 'Makes a new secret. The previous one also signs until its overlap ends.').action(
    action(async (ask, options: AskOptions, endpointId) => {
      const { rotateEndpointSecret: rotated } = await ask(RotateEndpointSecretDocument, {
        input: { endpointId },
      });
      const until = `The previous secret signs until ${rotated.endpoint.previousSecretUntil ?? 'now'}.`;
      printOutcome(shell, options, rotated, [rotated.secret, until]);
    }),
  );
  sub('test <endpoint>', 'Sends an endpoint.test event to it and prints the result.').action(
    action((ask, options: AskOptions, endpointId) => test(shell, ask, { endpointId, options })),
  );
  return endpoints;
}

/** Waits for the first attempt. Its outcome becomes the exit status. */
async function test(
  shell: Shell,
  ask: Ask,
  { endpointId, options }: { readonly endpointId: string; readonly options: AskOptions },
): Promise<number> {
  const { testEndpoint } = await ask(TestEndpointDocument, { input: { endpointId } });
  const { id: deliveryId, eventId } = testEndpoint.delivery;
  for (let waitedMs = 0; waitedMs < TEST_WAIT_MS; waitedMs += POLL_MS) {
    const { delivery } = await ask(DeliveryDocument, { deliveryId });
    const [attempt] = delivery?.attempts ?? [];
    // The attempts are read after the delivery: they may already show one that the state of the delivery does not.
    if (delivery !== null && delivery.attemptCount > 0 && attempt !== undefined) {
      printOutcome(shell, options, delivery, [`${eventId}  ${attemptLine(attempt)}`]);
      return attempt.failure === null ? 0 : 1;
    }
    await shell.runtime.timer.wait(POLL_MS).done;
  }
  shell.err(`No attempt was made yet; see cardway deliveries show ${deliveryId}.\n`);
  return 1;
}

const TEST_WAIT_MS = 15_000;
const POLL_MS = 100;

const COLUMNS: Columns<EndpointFieldsFragment> = {
  Endpoint: 'id',
  Programme: 'programme',
  State: ({ enabled, disabledReason }) =>
    enabled ? 'enabled' : `disabled${disabledReason === null ? '' : ` (${disabledReason})`}`,
  'Failing since': 'failingSince',
  Created: 'createdAt',
  URL: long('url'),
};
