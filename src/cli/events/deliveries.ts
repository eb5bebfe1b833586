import { Command, Option } from 'commander';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import {
  DeliveriesDocument,
  DeliveryDocument,
  type DeliveryFieldsFragment,
  type DeliveryQuery,
  ResendDeliveriesDocument,
  ResendDeliveryDocument,
} from '../../generated/operations.js';
import { printEntry, printList, printOutcome } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, right } from '../table.js';
import { countOf, timeRangeOf } from '../values.js';

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
  const deliveries = new Command('deliveries').description(
    'Lists, shows and resends deliveries of events to endpoints.',
  );
  const sub = (usage: string, description: string, isDefault = false): Command =>
    ofGateway(deliveries.command(usage, { isDefault }).description(description));
  const action = acting(done);

  ranged(sub('list', 'Lists deliveries, newest first.', true))
    .option('--event <event>', 'of this event')
    .addOption(new Option('--state <state>', 'in this state').choices(['pending', 'delivered', 'dead']))
    .option('--limit <count>', 'at most this number', '50')
    .action(
      action(async (ask, options: ListOptions) => {
        await list(shell, ask, options);
      }),
    );
  sub('show <delivery>', 'Shows a delivery with every attempt.').action(
    action(async (ask, options: AskOptions, deliveryId) => {
      const delivery = found((await ask(DeliveryDocument, { deliveryId })).delivery, 'delivery has this id');
      printEntry(shell, options, delivery);
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
          printOutcome(shell, options, resendDeliveries, [`${String(count)} ${are} due again.`]);
        } else {
          const { resendDelivery } = await ask(ResendDeliveryDocument, { input: { deliveryId } });
          printEntry(shell, options, resendDelivery.delivery);
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

async function list(shell: Shell, ask: Ask, options: ListOptions): Promise<void> {
  const filter = {
    programme: options.programme,
    endpointId: options.endpoint,
    eventId: options.event,
    state: options.state,
    time: timeRangeOf(options),
  };
  await printList(shell, options, {
    what: 'deliveries',
    columns: COLUMNS,
    filter,
    whenEmpty: 'No deliveries yet. Each event makes one for each enabled endpoint: cardway endpoints list',
    limit: countOf('--limit', options.limit),
    pageOf: async (page) => (await ask(DeliveriesDocument, { filter, ...page })).deliveries,
  });
}

const COLUMNS: Columns<DeliveryFieldsFragment> = {
  Delivery: 'id',
  Event: 'eventId',
  Type: 'eventType',
  Endpoint: 'endpointId',
  State: 'state',
  Attempts: right('attemptCount'),
  'Next attempt': 'nextAttemptAt',
};

function rangeOf(options: ResendOptions) {
  return {
    programme: options.programme,
    endpointId: options.endpoint,
    time: timeRangeOf(options),
    undelivered: options.undelivered ?? false,
  };
}
