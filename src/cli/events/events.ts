import { Command, Option } from 'commander';
import { EVENT_TYPES, type EventType } from '../../core/events/event.js';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import {
  EventDocument,
  type EventFieldsFragment,
  EventsDocument,
  ResendEventDocument,
} from '../../generated/operations.js';
import { printEntry, printList, printOutcome } from '../print.js';
import type { Shell } from '../shell.js';
import type { Columns } from '../table.js';
import { countOf, integerOf, timeRangeOf } from '../values.js';

interface ListOptions extends AskOptions {
  readonly programme?: string;
  readonly type?: readonly EventType[];
  readonly card?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

export function eventsCommand(shell: Shell, done: (status: number) => void): Command {
  const events = new Command('events').description('Lists, shows and resends events.');
  const sub = (usage: string, description: string, isDefault = false): Command =>
    ofGateway(events.command(usage, { isDefault }).description(description));
  const action = acting(done);

  sub('list', 'Lists events, newest first.', true)
    .option('--programme <programme>', 'of this programme')
    .addOption(new Option('--type <type...>', 'of this type, or of one of these').choices(EVENT_TYPES))
    .option('--card <id>', 'of this card')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most this number', '50')
    .action(
      action(async (ask, options: ListOptions) => {
        await list(shell, ask, options);
      }),
    );
  sub('show <event>', 'Shows an event as receivers read it.').action(
    action(async (ask, options: AskOptions, eventId) => {
      const event = found((await ask(EventDocument, { eventId })).event, 'event has this id');
      printEntry(shell, options, event);
    }),
  );
  sub('resend <event>', 'Sends an event again, to every enabled endpoint of its programme or to one.')
    .option('--endpoint <endpoint>', 'to this endpoint')
    .action(
      action(async (ask, options: AskOptions & { endpoint?: string }, eventId) => {
        const endpointId = options.endpoint ?? null;
        const { resendEvent } = await ask(ResendEventDocument, { input: { eventId, endpointId } });
        const { count } = resendEvent;
        const goes = `Goes to ${String(count)} endpoint${count === 1 ? '' : 's'}.`;
        printOutcome(shell, options, resendEvent, [goes]);
      }),
    );
  return events;
}

async function list(shell: Shell, ask: Ask, options: ListOptions): Promise<void> {
  const filter = {
    programme: options.programme,
    types: options.type,
    cardId: integerOf('--card', options.card),
    time: timeRangeOf(options),
  };
  await printList(shell, options, {
    what: 'events',
    columns: COLUMNS,
    filter,
    whenEmpty: 'No events yet. To make some in the sandbox: cardway trigger provisioning --card 5001',
    limit: countOf('--limit', options.limit),
    pageOf: async (page) => (await ask(EventsDocument, { filter, ...page })).events,
  });
}

const COLUMNS: Columns<EventFieldsFragment> = {
  Event: 'id',
  Time: 'occurredAt',
  Type: 'type',
  Programme: 'programme',
  Card: 'cardId',
};
