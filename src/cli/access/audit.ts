import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import { type ChainBreak, type ChainPlace, placeOf } from '../../core/access/audit-chain.js';
import type { Store } from '../../store/store.js';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import {
  AuditHeadDocument,
  AuditLogDocument,
  type AuditLogQuery,
  PurgeAuditLogDocument,
} from '../../generated/operations.js';
import { counted, createProgress } from '../output.js';
import { printEntry, printList, printOutcome } from '../print.js';
import { CliError, codeOf, type Shell, UsageError } from '../shell.js';
import { type Columns, long } from '../table.js';
import { countOf, isoTimeOf, timeRangeOf } from '../values.js';
import { configOption, withStore } from '../with-store.js';

interface Options extends AskOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

/** Returns `audit`: changes with their actors, and the chain that proves them. */
export function auditCommand(shell: Shell, done: (status: number) => void): Command {
  const group = new Command('audit')
    .description('Lists, verifies and deletes entries of the audit log.')
    .addHelpText('after', EXAMPLES);
  const act = acting(done);
  ofGateway(group.command('list', { isDefault: true }))
    .description('Lists changes, newest first, without secrets.')
    .option('--actor <who>', 'of this actor: the id of a key, cli:<user> or system')
    .option('--action <name>', 'for example rotate_terminal_password')
    .option('--subject <name>', 'of this terminal, key, wallet, request_id …')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most this number', '50')
    .action(
      act(async (ask, options: Options) => {
        const { actor, action, subject } = options;
        const time = timeRangeOf(options);
        const filter = { actor, action, subject, time };
        await printList(shell, options, {
          what: 'changes',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No changes yet.',
          limit: countOf('--limit', options.limit),
          pageOf: async (page) => (await ask(AuditLogDocument, { filter, ...page })).auditLog,
        });
      }),
    );
  ofGateway(group.command('head'))
    .description('Prints the signed head of the hash chain. Keep it where nobody can change it.')
    .action(
      act(async (ask, options: AskOptions) => {
        const { auditHead } = await ask(AuditHeadDocument, {});
        if (auditHead === null)
          throw new CliError('The audit log has no head. Start a gateway, or run cardway audit verify.');
        const { position, hash, ...rest } = auditHead;
        printEntry(shell, options, { head: `${String(position)}:${hash}`, position, hash, ...rest });
        return 0;
      }),
    );
  addVerify(group, shell, done);
  ofGateway(group.command('purge'))
    .description('Deletes the oldest entries. The chain starts from a signed checkpoint then.')
    .requiredOption('--before <time>', 'entries before this time (ISO 8601)')
    .requiredOption('--reason <reason>', 'why; kept in the audit log')
    .action(
      act(async (ask, options: PurgeOptions) => {
        const input = { before: isoTimeOf('--before', options.before), reason: options.reason };
        const { purgeAuditLog: purged } = await ask(PurgeAuditLogDocument, { input });
        printOutcome(shell, options, purged, [`Deleted: ${counted(purged.deleted)} entries.`]);
        return 0;
      }),
    );
  return group;
}

type Entry = AuditLogQuery['auditLog']['edges'][number]['node'];

const COLUMNS: Columns<Entry> = {
  Time: 'at',
  Actor: 'actor',
  Action: 'action',
  Subject: 'subject',
  Reason: long('reason'),
  Before: long(({ before }) => changeText(before)),
  After: long(({ after }) => changeText(after)),
};

function changeText(values: Entry['before']): string | null {
  return values === null ? null : JSON.stringify(values);
}

const EXAMPLES = `
Examples:
  cardway audit --subject 0068766621
  cardway audit list --actor cli:root --from 2026-11-01 --json
  cardway audit verify --config cardway.yaml --heads /var/log/cardway.log`;

interface PurgeOptions extends AskOptions {
  readonly before: string;
  readonly reason: string;
}

interface VerifyOptions {
  readonly config?: string;
  readonly json?: boolean;
  readonly head: readonly string[];
  readonly heads?: string;
  readonly after?: string;
}

/** Adds `audit verify`. It reads the database itself: a gateway that was tampered with could not speak for it. */
function addVerify(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('verify')
    .description(
      'Verifies the hash chain in the database, and names the first entry that was changed, removed, added or moved. Changes nothing. Exit status 1 for a break.',
    )
    .option(
      '--head <position:hash>',
      'a published head to compare with; may be repeated',
      (value: string, previous: readonly string[]) => [...previous, value],
      [],
    )
    .option('--heads <file>', 'a log of the gateway; every published head in it is compared')
    .option('--after <position>', 'begins after this entry, to look behind a known break')
    .addOption(configOption())
    .option('--json', 'prints JSON, on a terminal too')
    .action(async (options: VerifyOptions) => {
      done(report(shell, options, await withStore(shell, options, (store) => verify(shell, store, options))));
    });
}

interface Verified {
  readonly entries: number;
  readonly position: number;
  readonly hash: string;
  readonly pending: number;
  readonly heads: number;
  readonly broken: ChainBreak | null;
}

async function verify(
  shell: Shell,
  { auditChain }: Pick<Store, 'auditChain'>,
  options: VerifyOptions,
): Promise<Verified> {
  const heads = await headsOf(options);
  const last = heads.at(-1)?.position;
  const progress = createProgress(shell);
  let after: ChainPlace | Start =
    options.after === undefined
      ? (await auditChain.verify({ after: null, heads: [], limit: 0 })).end
      : { position: countOf('--after', options.after), hash: null };
  let entries = 0;
  for (;;) {
    const { position: from } = after;
    const near = heads.filter(
      ({ position }) => position === last || (position >= from && position <= from + PART),
    );
    const part = await auditChain.verify({ after, heads: near, limit: PART });
    entries += part.checked;
    after = part.end;
    progress.show(`${counted(entries)} entries`);
    if (!part.isEnd) continue;
    progress.end();
    return { entries, ...part.end, pending: part.pending, broken: part.broken, heads: heads.length };
  }
}

/** A place whose hash is the stored one. */
interface Start {
  readonly position: number;
  readonly hash: null;
}

/** Entries that one part has at most: other work of the database goes on between two parts. */
const PART = 500;

async function eachLine(option: string, file: string, take: (line: string) => void): Promise<void> {
  try {
    for await (const line of linesOf(file)) take(line);
  } catch (error) {
    throw new CliError(`${option}: ${file} cannot be read (${codeOf(error)}).`);
  }
}

/** Reads lines. Only a line feed ends one: `readline` would also split at U+2028, which a text of an entry may hold. */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  let line = '';
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [end = '', ...more] = chunk.split('\n');
    line += end;
    for (const next of more) {
      yield line.replace(/\r$/, '');
      line = next;
    }
  }
  if (line !== '') yield line;
}

async function headsOf({ head, heads }: VerifyOptions): Promise<readonly ChainPlace[]> {
  const places = head.map((text) => {
    const place = placeOf(text);
    if (place === null)
      throw new UsageError(
        '--head must be <position>:<hash>, as audit head and the log of a gateway print it.',
      );
    return place;
  });
  if (heads !== undefined) {
    const before = places.length;
    await eachLine('--heads', heads, (line) => {
      for (const [, text = ''] of line.matchAll(/"head":"(\d{1,16}:[\w-]{43,64})"/g)) {
        const place = placeOf(text);
        if (place !== null) places.push(place);
      }
    });
    if (places.length === before) throw new CliError(`--heads: ${heads} has no published head.`);
  }
  const distinct = new Map(places.map((place) => [`${String(place.position)}:${place.hash}`, place]));
  return [...distinct.values()].sort((one, other) => one.position - other.position);
}

function report(shell: Shell, options: VerifyOptions, verified: Verified): number {
  const { entries, position, hash, pending, heads, broken } = verified;
  const end = `${String(position)}:${hash}`;
  const lines =
    broken === null
      ? [
          `The audit log is whole: ${counted(entries)} entries, up to ${end}.`,
          ...(pending > 0
            ? [`${counted(pending)} more are sealed and wait for a gateway to chain them.`]
            : []),
          ...(heads === 0
            ? [`Without a published head (--head, --heads), a missing end cannot be seen.`]
            : []),
        ]
      : [broken.message, `${counted(entries)} entries before it are right, up to ${end}.`];
  printOutcome(shell, options, { whole: broken === null, ...verified }, lines);
  return broken === null ? 0 : 1;
}
