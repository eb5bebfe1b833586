import { Command, Option } from 'commander';
import { acting, type Ask, askingGateway, type AskOptions, found, listed, show } from '../ask.js';
import {
  DeliveriesDocument,
  DeliveryDocument,
  type DeliveryFieldsFragment,
  type DeliveryQuery,
  ResendDeliveriesDocument,
  ResendDeliveryDocument,
} from '../generated/operations.js';
import { columns } from '../output.js';
import type { Shell } from '../shell.js';
import { countOf } from '../values.js';

interface ListOptions extends AskOptions {
  readonly programme?: string;
  readonly endpoint?: string;
  readonly event?: string;
  readonly state?: 'pending' | 'delivered' | 'dead';
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

interface ResendOptions extends AskOptions {
  readonly programme?: string;
  readonly endpoint?: string;
  readonly from?: string;
  readonly to?: string;
  readonly undelivered?: boolean;
}

export function deliveriesCommand(shell: Shell, done: (status: number) => void): Command {
  const deliveries = new Command('deliveries').description('Events on their way to endpoints.');
  const sub = (usage: string, description: string): Command =>
    askingGateway(deliveries.command(usage).description(description));
  const action = acting(shell, done);

  ranged(sub('list', 'Lists deliveries, newest first.'))
    .option('--event <event>', 'of this event')
    .addOption(new Option('--state <state>', 'in this state').choices(['pending', 'delivered', 'dead']))
    .option('--limit <count>', 'at most this number', '50')
    .action(
      action(async (ask, options: ListOptions) => {
        const deliveries = await list(ask, options);
        show(shell, options, { deliveries }, columns(deliveries.map(rowOf)));
      }),
    );
  sub('show <delivery>', 'Shows a delivery with every attempt.').action(
    action(async (ask, options: AskOptions, deliveryId) => {
      const delivery = found((await ask(DeliveryDocument, { deliveryId })).delivery, 'delivery has this id');
      const attempts = delivery.attempts.map((attempt) => `  ${attemptLine(attempt)}`);
      show(shell, options, delivery, [...columns([rowOf(delivery)]), ...attempts]);
    }),
  );
  ranged(
    sub('resend [delivery]', 'Sends one delivery again, those of a time range, or all undelivered ones.'),
  )
    .option('--undelivered', 'only deliveries that no attempt has delivered')
    .action(
      action(async (ask, options: ResendOptions, deliveryId) => {
        if (deliveryId === '') {
          const { resendDeliveries } = await ask(ResendDeliveriesDocument, { input: rangeOf(options) });
          const { count } = resendDeliveries;
          const are = count === 1 ? 'delivery is' : 'deliveries are';
          show(shell, options, resendDeliveries, [`${String(count)} ${are} due again.`]);
        } else {
          const { resendDelivery } = await ask(ResendDeliveryDocument, { input: { deliveryId } });
          show(shell, options, resendDelivery.delivery, columns([rowOf(resendDelivery.delivery)]));
        }
      }),
    );
  return deliveries;
}

type AttemptFields = NonNullable<DeliveryQuery['delivery']>['attempts'][number];

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

async function list(ask: Ask, options: ListOptions): Promise<readonly DeliveryFieldsFragment[]> {
  const filter = {
    programme: options.programme,
    endpointId: options.endpoint,
    eventId: options.event,
    state: options.state,
    time: { from: options.from, to: options.to },
  };
  const { nodes } = await listed(countOf('--limit', options.limit), async (page) => {
    return (await ask(DeliveriesDocument, { filter, ...page })).deliveries;
  });
  return nodes;
}

function rangeOf(options: ResendOptions) {
  return {
    programme: options.programme,
    endpointId: options.endpoint,
    time: { from: options.from, to: options.to },
    undelivered: options.undelivered ?? false,
  };
}

function rowOf(delivery: DeliveryFieldsFragment): string[] {
  const next = delivery.nextAttemptAt === null ? '' : `next ${delivery.nextAttemptAt}`;
  const attempts = `${String(delivery.attemptCount)} ${delivery.attemptCount === 1 ? 'attempt' : 'attempts'}`;
  return [
    delivery.id,
    delivery.eventId,
    delivery.eventType,
    delivery.endpointId,
    delivery.state,
    attempts,
    next,
  ];
}
