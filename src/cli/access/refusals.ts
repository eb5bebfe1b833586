import { Command, Option } from 'commander';
import { ERRORS } from '../../platform/errors.js';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import {
  type RefusedCallFilter,
  RefusedCallsDocument,
  type RefusedCallsQuery,
} from '../../generated/operations.js';
import { printList } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, long, right } from '../table.js';
import { countOf, timeRangeOf } from '../values.js';

interface Options extends AskOptions {
  readonly code?: RefusedCallFilter['code'];
  readonly channel?: RefusedCallFilter['channel'];
  readonly terminal?: string;
  readonly programme?: string;
  readonly keyId?: string;
  readonly address?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

/** Returns `refusals list`: calls that were refused before they were saved, with reasons. */
export function refusalsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = new Command('refusals')
    .description('Lists calls that were refused before they were saved, with the reasons.')
    .addHelpText('after', EXAMPLES);
  const act = acting(done);
  ofGateway(group.command('list', { isDefault: true }))
    .description(
      'Lists refused calls, newest first. Calls of one kind within a minute are one line with a count.',
    )
    .addOption(new Option('--code <code>', 'with this error').choices(Object.keys(ERRORS)))
    .addOption(
      new Option('--channel <channel>', 'through this interface').choices(['graphql', 'json', 'xmlrpc']),
    )
    .option('--terminal <id>', 'with this terminal id')
    .option('--programme <name>', 'of this programme')
    .option('--key-id <id>', 'with this key')
    .option('--address <ip>', 'from this address')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most this number', '50')
    .action(
      act(async (ask, options: Options) => {
        const { code, channel, terminal: terminalId, programme, keyId, address } = options;
        const time = timeRangeOf(options);
        const filter = { code, channel, terminalId, programme, keyId, address, time };
        await printList(shell, options, {
          what: 'refused calls',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No refused calls.',
          limit: countOf('--limit', options.limit),
          pageOf: async (page) => (await ask(RefusedCallsDocument, { filter, ...page })).refusedCalls,
        });
      }),
    );
  return group;
}

const COLUMNS: Columns<RefusedCallsQuery['refusedCalls']['edges'][number]['node']> = {
  Last: 'at',
  Count: right('count'),
  Channel: 'channel',
  Code: 'code',
  Field: 'field',
  Terminal: 'terminalId',
  Programme: 'programme',
  Key: 'keyId',
  Address: 'address',
  Reason: long('reason'),
};

const EXAMPLES = `
Examples:
  cardway refusals --terminal 0068766621
  cardway refusals list --code UNAUTHENTICATED --from 2026-11-01 --json`;
