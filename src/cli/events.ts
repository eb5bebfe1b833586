import { Command } from 'commander';
import {
  EventDocument,
  EventsDocument,
  ResendEventDocument,
  type EventFieldsFragment,
} from '../generated/operations.js';
import { ask, countOf, show, withGatewayOptions, type GatewayOptions } from './gateway.js';
import { CliError, type Shell, UsageError } from './shell.js';
import { columns } from './table.js';

interface ListOptions extends GatewayOptions {
  readonly programme?: string;
  readonly type?: string;
  readonly card?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

export function eventsCommand(shell: Shell, done: (status: number) => void): Command {
  const events = new Command('events').description('What happened: the event log.');
  const sub = (usage: string, description: string): Command =>
    withGatewayOptions(events.command(usage).description(description));

  sub('list', 'Lists events, newest first.')
    .option('--programme <programme>', 'of this programme')
    .option('--type <type>', 'for example digitization.complete')
    .option('--card <id>', 'of this card')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most so many', '50')
    .action(async (options: ListOptions) => {
      const found = await list(options);
      show(shell, options, { events: found }, columns(found.map(rowOf)));
      done(0);
    });
  sub('show <event>', 'Shows an event as receivers read it.').action(
    async (eventId: string, options: GatewayOptions) => {
      const { event } = await ask(options, EventDocument, { eventId });
      if (event === null) throw new CliError('No event has this id (NOT_FOUND).');
      show(shell, options, event, [JSON.stringify(event.data, null, 2)]);
      done(0);
    },
  );
  sub('resend <event>', 'Sends an event again, to every enabled endpoint of its programme or to one.')
    .option('--endpoint <endpoint>', 'to this endpoint')
    .action(async (eventId: string, options: GatewayOptions & { endpoint?: string }) => {
      const endpointId = options.endpoint ?? null;
      const { resendEvent } = await ask(options, ResendEventDocument, { eventId, endpointId });
      const { count } = resendEvent;
      show(shell, options, resendEvent, [`Goes to ${String(count)} endpoint${count === 1 ? '' : 's'}.`]);
      done(0);
    });
  return events;
}

async function list(options: ListOptions): Promise<EventFieldsFragment[]> {
  if (options.card !== undefined && !/^\d{1,15}$/.test(options.card))
    throw new UsageError('--card must be an integer.');
  const filter = {
    programme: options.programme,
    type: options.type,
    cardId: options.card === undefined ? undefined : Number(options.card),
    time: { from: options.from, to: options.to },
  };
  const first = countOf('--limit', options.limit);
  const { events } = await ask(options, EventsDocument, { filter, first });
  return events.edges.map(({ node }) => node);
}

function rowOf(event: EventFieldsFragment): string[] {
  const card = event.cardId === null ? '' : `card ${String(event.cardId)}`;
  return [event.id, event.occurredAt, event.type, event.programme ?? '–', card];
}
