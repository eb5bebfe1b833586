import { Command, Option } from 'commander';
import { EVENT_TYPES, type EventType } from '../../core/events/event.js';
import { acting, type Ask, askingGateway, type AskOptions, found, listed, show } from '../ask.js';
import {
  EventDocument,
  type EventFieldsFragment,
  EventsDocument,
  ResendEventDocument,
} from '../generated/operations.js';
import { columns } from '../output.js';
import type { Shell } from '../shell.js';
import { countOf, integerOf } from '../values.js';

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
  const sub = (usage: string, description: string): Command =>
    askingGateway(events.command(usage).description(description));
  const action = acting(shell, done);

  sub('list', 'Lists events, newest first.')
    .option('--programme <programme>', 'of this programme')
    .addOption(new Option('--type <type...>', 'of this type, or of one of these').choices(EVENT_TYPES))
    .option('--card <id>', 'of this card')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most this number', '50')
    .action(
      action(async (ask, options: ListOptions) => {
        const events = await list(ask, options);
        show(shell, options, { events }, columns(events.map(rowOf)));
      }),
    );
  sub('show <event>', 'Shows an event as receivers read it.').action(
    action(async (ask, options: AskOptions, eventId) => {
      const event = found((await ask(EventDocument, { eventId })).event, 'event has this id');
      show(shell, options, event, [JSON.stringify(event.data, null, 2)]);
    }),
  );
  sub('resend <event>', 'Sends an event again, to every enabled endpoint of its programme or to one.')
    .option('--endpoint <endpoint>', 'to this endpoint')
    .action(
      action(async (ask, options: AskOptions & { endpoint?: string }, eventId) => {
        const endpointId = options.endpoint ?? null;
        const { resendEvent } = await ask(ResendEventDocument, { input: { eventId, endpointId } });
        const { count } = resendEvent;
        show(shell, options, resendEvent, [`Goes to ${String(count)} endpoint${count === 1 ? '' : 's'}.`]);
      }),
    );
  return events;
}

async function list(ask: Ask, options: ListOptions): Promise<readonly EventFieldsFragment[]> {
  const filter = {
    programme: options.programme,
    types: options.type,
    cardId: integerOf('--card', options.card),
    time: { from: options.from, to: options.to },
  };
  const { nodes } = await listed(countOf('--limit', options.limit), async (page) => {
    return (await ask(EventsDocument, { filter, ...page })).events;
  });
  return nodes;
}

function rowOf(event: EventFieldsFragment): string[] {
  const card = event.cardId === null ? '' : `card ${String(event.cardId)}`;
  return [event.id, event.occurredAt, event.type, event.programme ?? '–', card];
}
