import { Argument } from 'commander';
import { acting, type AskOptions } from '../ask.js';
import { changeCommand, changerOf, type Entity, type Parts, printResult } from '../entities/entity.js';
import { inputOf } from '../entities/field-options.js';
import { right } from '../table.js';

/** Events on their way to endpoints. */
export const DELIVERIES: Entity = {
  command: 'deliveries',
  about: 'Lists, shows and resends deliveries of events to endpoints.',
  type: 'Delivery',
  key: { field: 'id', input: 'deliveryId', name: 'delivery' },
  columns: {
    Delivery: 'id',
    Event: 'eventId',
    Type: 'eventType',
    Endpoint: 'endpointId',
    State: 'state',
    Attempts: right('attemptCount'),
    'Next attempt': 'nextAttemptAt',
  },
  list: {
    query: 'deliveries',
    whenEmpty: 'No deliveries yet. Each event makes one for each enabled endpoint: cardway endpoints list',
    grows: true,
    words: { eventType: null },
  },
  show: {
    query: 'delivery',
    also: 'attempts { startedAt durationMs responseCode failure responseExcerpt }',
    missing: 'delivery has this id',
  },
  more: addResend,
};

/** Adds `deliveries resend`: one delivery, those of a time range, or all undelivered ones. */
function addResend({ shell, group, entity }: Parts): void {
  const [one, many] = [changerOf(entity, 'resendDelivery'), changerOf(entity, 'resendDeliveries')];
  const command = changeCommand(group, 'resend', { mutation: 'resendDeliveries' }).addArgument(
    new Argument('[delivery]', 'Id of one delivery, in place of the options.'),
  );
  command.action(
    acting(async (ask, options: AskOptions, deliveryId) => {
      if (deliveryId !== '') printResult(shell, options, await one(ask, { deliveryId }), { isBare: true });
      else
        printResult(shell, options, await many(ask, await inputOf(shell, command)), { sentences: dueText });
    }),
  );
}

function dueText({ count }: { readonly count: number }): readonly string[] {
  return [`${String(count)} ${count === 1 ? 'delivery is' : 'deliveries are'} due again.`];
}
