import { Command } from 'commander';
import {
  AddEndpointDocument,
  DeliveryDocument,
  DisableEndpointDocument,
  EnableEndpointDocument,
  EndpointDocument,
  EndpointsDocument,
  RotateEndpointSecretDocument,
  TestEndpointDocument,
  type EndpointFieldsFragment,
} from '../generated/operations.js';
import { attemptLine } from './deliveries.js';
import { ask, show, withGatewayOptions, type GatewayOptions } from './gateway.js';
import { CliError, type Shell } from './shell.js';
import { columns } from './table.js';

interface ListOptions extends GatewayOptions {
  readonly programme?: string;
}

export function endpointsCommand(shell: Shell, done: (status: number) => void): Command {
  const endpoints = new Command('endpoints').description('Where webhooks are sent.');
  const sub = (usage: string, description: string): Command =>
    withGatewayOptions(endpoints.command(usage).description(description));

  sub('add <url>', 'Sends the events of a programme to this URL; prints the secret, this once.')
    .requiredOption('--programme <programme>', 'whose events')
    .action(async (url: string, options: GatewayOptions & { programme: string }) => {
      const input = { programme: options.programme, url };
      const { addEndpoint } = await ask(options, AddEndpointDocument, { input });
      show(shell, options, addEndpoint, [`${addEndpoint.endpoint.id}  ${url}`, addEndpoint.secret]);
      done(0);
    });
  sub('list', 'Lists endpoints, newest first.')
    .option('--programme <programme>', 'of this programme only')
    .action(async (options: ListOptions) => {
      const found = await listAll(options);
      show(shell, options, { endpoints: found }, columns(found.map(rowOf)));
      done(0);
    });
  sub('show <endpoint>', 'Shows one, without its secret.').action(
    async (endpointId: string, options: GatewayOptions) => {
      const { endpoint } = await ask(options, EndpointDocument, { endpointId });
      if (endpoint === null) throw new CliError('No endpoint has this id (NOT_FOUND).');
      show(shell, options, endpoint, columns([rowOf(endpoint)]));
      done(0);
    },
  );
  sub('disable <endpoint>', 'Sends nothing there any more; what is pending waits.').action(
    async (endpointId: string, options: GatewayOptions) => {
      const { disableEndpoint } = await ask(options, DisableEndpointDocument, { endpointId });
      show(shell, options, disableEndpoint, columns([rowOf(disableEndpoint)]));
      done(0);
    },
  );
  sub('enable <endpoint>', 'Goes on with what is pending.').action(
    async (endpointId: string, options: GatewayOptions) => {
      const { enableEndpoint } = await ask(options, EnableEndpointDocument, { endpointId });
      show(shell, options, enableEndpoint, columns([rowOf(enableEndpoint)]));
      done(0);
    },
  );
  sub('rotate <endpoint>', 'Makes a new secret; the former one signs too for a while.').action(
    async (endpointId: string, options: GatewayOptions) => {
      const { rotateEndpointSecret: rotated } = await ask(options, RotateEndpointSecretDocument, {
        endpointId,
      });
      const until = `The former secret signs until ${rotated.endpoint.formerSecretUntil ?? 'now'}.`;
      show(shell, options, rotated, [rotated.secret, until]);
      done(0);
    },
  );
  sub('test <endpoint>', 'Sends an endpoint.test event there and tells what came of it.').action(
    async (endpointId: string, options: GatewayOptions) => {
      done(await test(shell, endpointId, options));
    },
  );
  return endpoints;
}

/** Waits for the first attempt; its outcome is the exit status. */
async function test(shell: Shell, endpointId: string, options: GatewayOptions): Promise<number> {
  const { testEndpoint } = await ask(options, TestEndpointDocument, { endpointId });
  const deliveryId = testEndpoint.id;
  for (let waitedMs = 0; waitedMs < TEST_WAIT_MS; waitedMs += POLL_MS) {
    const { delivery } = await ask(options, DeliveryDocument, { deliveryId });
    const [attempt] = delivery?.attempts ?? [];
    if (attempt !== undefined) {
      show(shell, options, delivery, [`${testEndpoint.eventId}  ${attemptLine(attempt)}`]);
      return attempt.failure === null ? 0 : 1;
    }
    await shell.world.timer.wait(POLL_MS).done;
  }
  shell.err(`No attempt was made yet; see cardway deliveries show ${deliveryId}.\n`);
  return 1;
}

const TEST_WAIT_MS = 15_000;
const POLL_MS = 100;

async function listAll(options: ListOptions): Promise<EndpointFieldsFragment[]> {
  const found: EndpointFieldsFragment[] = [];
  for (let after: string | null = null, isMore = true; isMore;) {
    const page: { endpoints: EndpointsPage } = await ask(options, EndpointsDocument, {
      programme: options.programme ?? null,
      first: 100,
      after,
    });
    found.push(...page.endpoints.edges.map(({ node }) => node));
    after = page.endpoints.pageInfo.endCursor;
    isMore = page.endpoints.pageInfo.hasNextPage;
  }
  return found;
}

interface EndpointsPage {
  readonly edges: readonly { readonly node: EndpointFieldsFragment }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

function rowOf(endpoint: EndpointFieldsFragment): string[] {
  const failing = endpoint.failingSince === null ? '' : `failing since ${endpoint.failingSince}`;
  const state = endpoint.enabled ? 'enabled' : `disabled (${endpoint.disabledReason ?? ''})`;
  return [endpoint.id, endpoint.programme, state, endpoint.url, failing];
}
