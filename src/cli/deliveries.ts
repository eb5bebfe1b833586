import { Command, Option } from 'commander';
import {
  DeliveriesDocument,
  DeliveryDocument,
  ResendDeliveriesDocument,
  ResendDeliveryDocument,
  type DeliveryFieldsFragment,
  type DeliveryQuery,
} from '../generated/operations.js';
import { ask, countOf, show, withGatewayOptions, type GatewayOptions } from './gateway.js';
import { CliError, type Shell } from './shell.js';
import { columns } from './table.js';

interface ListOptions extends GatewayOptions {
  readonly programme?: string;
  readonly endpoint?: string;
  readonly event?: string;
  readonly state?: 'pending' | 'delivered' | 'dead';
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

interface ResendOptions extends GatewayOptions {
  readonly programme?: string;
  readonly endpoint?: string;
  readonly from?: string;
  readonly to?: string;
  readonly undelivered?: boolean;
}

export function deliveriesCommand(shell: Shell, done: (status: number) => void): Command {
  const deliveries = new Command('deliveries').description('Events on their way to endpoints.');
  const sub = (usage: string, description: string): Command =>
    withGatewayOptions(deliveries.command(usage).description(description));

  ranged(sub('list', 'Lists deliveries, newest first.'))
    .option('--event <event>', 'of this event')
    .addOption(new Option('--state <state>', 'in this state').choices(['pending', 'delivered', 'dead']))
    .option('--limit <count>', 'at most so many', '50')
    .action(async (options: ListOptions) => {
      const found = await list(options);
      show(shell, options, { deliveries: found }, columns(found.map(rowOf)));
      done(0);
    });
  sub('show <delivery>', 'Shows a delivery with every attempt.').action(
    async (deliveryId: string, options: GatewayOptions) => {
      const { delivery } = await ask(options, DeliveryDocument, { deliveryId });
      if (delivery === null) throw new CliError('No delivery has this id (NOT_FOUND).');
      const attempts = delivery.attempts.map((attempt) => `  ${attemptLine(attempt)}`);
      show(shell, options, delivery, [...columns([rowOf(delivery)]), ...attempts]);
      done(0);
    },
  );
  ranged(sub('resend [delivery]', 'Sends one again, those of a time, or all that was not delivered.'))
    .option('--undelivered', 'only what an endpoint has not taken yet')
    .action(async (deliveryId: string | undefined, options: ResendOptions) => {
      if (deliveryId === undefined) await resendMany(shell, options);
      else {
        const { resendDelivery } = await ask(options, ResendDeliveryDocument, { deliveryId });
        show(shell, options, resendDelivery, columns([rowOf(resendDelivery)]));
      }
      done(0);
    });
  return deliveries;
}

export type AttemptFields = NonNullable<DeliveryQuery['delivery']>['attempts'][number];

export function attemptLine(attempt: AttemptFields): string {
  const answer = attempt.responseCode === null ? '' : `HTTP ${String(attempt.responseCode)}`;
  const words = [
    attempt.startedAt,
    `${String(attempt.durationMs)} ms`,
    answer,
    attempt.failure ?? 'delivered',
  ];
  return [...words, attempt.responseExcerpt ?? ''].filter((word) => word !== '').join('  ');
}

function ranged(command: Command): Command {
  return command
    .option('--programme <programme>', 'of this programme')
    .option('--endpoint <endpoint>', 'to this endpoint')
    .option('--from <time>', 'events from this time on (ISO 8601)')
    .option('--to <time>', 'events before this time (ISO 8601)');
}

async function list(options: ListOptions): Promise<DeliveryFieldsFragment[]> {
  const filter = {
    programme: options.programme,
    endpointId: options.endpoint,
    eventId: options.event,
    state: options.state,
    time: { from: options.from, to: options.to },
  };
  const first = countOf('--limit', options.limit);
  const { deliveries } = await ask(options, DeliveriesDocument, { filter, first });
  return deliveries.edges.map(({ node }) => node);
}

async function resendMany(shell: Shell, options: ResendOptions): Promise<void> {
  const input = {
    programme: options.programme,
    endpointId: options.endpoint,
    time: { from: options.from, to: options.to },
    undelivered: options.undelivered ?? false,
  };
  const { resendDeliveries } = await ask(options, ResendDeliveriesDocument, { input });
  const { count } = resendDeliveries;
  show(shell, options, resendDeliveries, [
    `${String(count)} ${count === 1 ? 'delivery is' : 'deliveries are'} due again.`,
  ]);
}

function rowOf(delivery: DeliveryFieldsFragment): string[] {
  const next = delivery.nextAttemptAt === null ? '' : `next ${delivery.nextAttemptAt}`;
  const tries = `${String(delivery.tries)} ${delivery.tries === 1 ? 'try' : 'tries'}`;
  return [
    delivery.id,
    delivery.eventId,
    delivery.eventType,
    delivery.endpointId,
    delivery.state,
    tries,
    next,
  ];
}
