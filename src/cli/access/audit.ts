import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { type ChainBreak, type ChainPlace, placeOf } from '../../core/access/audit-chain.js';
import { createExportVerifier } from '../../core/access/audit-export.js';
import { acting, type Ask, type AskOptions, commandGroup } from '../ask.js';
import {
  AuditHeadDocument,
  AuditLogDocument,
  type AuditLogQuery,
  VerifyAuditDocument,
  type VerifyAuditQuery,
} from '../../generated/operations.js';
import { counted, createProgress, writeOutput } from '../output.js';
import { printEntry, printList, printOutcome } from '../print.js';
import { CliError, codeOf, type Shell, UsageError } from '../shell.js';
import { type Columns, long } from '../table.js';
import { countOf, timeRangeOf } from '../values.js';
import { cliActor, withStore } from '../with-store.js';
import { addErase, addPurge } from './audit-deletion.js';

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
  const group = commandGroup(
    'audit',
    'Lists, verifies, exports and erases entries of the audit log',
  ).addHelpText('after', EXAMPLES);
  const act = acting(shell, done);
  group
    .command('list', { isDefault: true })
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
  group
    .command('head')
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
  addExport(group, shell, done);
  addErase(group, shell, done);
  addPurge(group, shell, done);
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
  cardway audit export --out audit.ndjson
  cardway audit verify --file audit.ndjson --heads /var/log/cardway.log`;

interface VerifyOptions extends AskOptions {
  readonly file?: string;
  readonly head: readonly string[];
  readonly heads?: string;
  readonly publicKey?: string;
  readonly after?: string;
}

function addVerify(group: Command, shell: Shell, done: (status: number) => void): void {
  const act = acting(shell, done);
  const verify = group
    .command('verify')
    .description(
      'Verifies the hash chain, and names the first entry that was changed, removed, added or moved. Changes nothing. Exit status 1 for a break.',
    )
    .option('--file <file>', 'an export, in place of the database or the gateway; needs no secret')
    .option(
      '--head <position:hash>',
      'a published head to compare with; may be repeated',
      (value: string, previous: readonly string[]) => [...previous, value],
      [],
    )
    .option('--heads <file>', 'a log of the gateway; every published head in it is compared')
    .option('--public-key <key>', 'the key that must have signed the export (with --file)')
    .option('--after <position>', 'begins after this entry, to look behind a known break');
  const onGateway = act(async (ask, options: VerifyOptions) => {
    if (options.publicKey !== undefined) throw new UsageError('--public-key is for --file.');
    return report(shell, options, await verifyStored(shell, ask, options));
  });
  verify.action(async (...args: unknown[]) => {
    const command = args.at(-1) as Command;
    const options: VerifyOptions = command.optsWithGlobals();
    if (options.file === undefined) return onGateway(...args);
    if (options.after !== undefined) throw new UsageError('--after is for the database or the gateway.');
    done(report(shell, options, await verifyFile(options.file, options)));
  });
}

interface Verified {
  /** Position after which an export begins; null without one. */
  readonly start: number | null;
  readonly entries: number;
  readonly position: number;
  readonly hash: string;
  readonly pending: number;
  readonly publicKey: string | null;
  readonly heads: number;
  readonly broken: NonNullable<VerifyAuditQuery['verifyAudit']['broken']> | ChainBreak | null;
}

async function verifyStored(shell: Shell, ask: Ask, options: VerifyOptions): Promise<Verified> {
  const heads = await headsOf(options);
  const last = heads.filter(({ position }) => position === heads.at(-1)?.position);
  const between = (from: number, to: number): readonly ChainPlace[] => [
    ...heads.filter(({ position }) => position >= from && position <= to && position !== last[0]?.position),
    ...last,
  ];
  const progress = createProgress(shell);
  let after: { position: number; hash?: string } | null =
    options.after === undefined ? null : { position: countOf('--after', options.after) };
  let entries = 0;
  let near: readonly ChainPlace[] = after === null ? last : between(after.position, after.position + PART);
  for (;;) {
    const { verifyAudit: part } = await ask(VerifyAuditDocument, { after, heads: near });
    const reached = between(part.position - part.checked, part.position);
    if (after === null && reached.length > near.length) {
      // The first part begins at a checkpoint. Its heads are known only now.
      near = reached;
      continue;
    }
    entries += part.checked;
    after = { position: part.position, hash: part.hash };
    near = between(part.position, part.position + PART);
    progress.show(`${counted(entries)} entries`);
    if (!part.isEnd) continue;
    progress.end();
    const { position, hash, pending, broken } = part;
    return { start: null, entries, position, hash, pending, broken, publicKey: null, heads: heads.length };
  }
}

/** Entries that one part has at most. */
const PART = 500;

/** Verifies an export without a secret. Errors: CliError for a file that cannot be read. */
async function verifyFile(file: string, options: VerifyOptions): Promise<Verified> {
  const heads = await headsOf(options);
  const verifier = createExportVerifier({ publicKey: options.publicKey ?? null, heads });
  await eachLine('--file', file, (line) => {
    verifier.line(line);
  });
  const { start, entries, end, publicKey, broken } = verifier.end();
  return { start, entries, ...end, pending: 0, publicKey, heads: heads.length, broken };
}

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
  const { start, entries, position, hash, pending, publicKey, heads, broken } = verified;
  const end = `${String(position)}:${hash}`;
  const lines =
    broken === null
      ? [
          `The audit log is whole: ${counted(entries)} entries, up to ${end}.`,
          ...(start !== null && start > 0
            ? [
                `It begins after entry ${String(start)}. Only --public-key shows that the gateway deleted what was before.`,
              ]
            : []),
          ...(pending > 0
            ? [`${counted(pending)} more are sealed and wait for a gateway to chain them.`]
            : []),
          ...(heads === 0
            ? [`Without a published head (--head, --heads), a missing end cannot be seen.`]
            : []),
          ...(publicKey !== null && options.publicKey === undefined
            ? [
                `It was signed by ${publicKey}. Compare this key with that of your gateway, or give --public-key.`,
              ]
            : []),
        ]
      : [broken.message, `${counted(entries)} entries before it are right, up to ${end}.`];
  printOutcome(shell, options, { whole: broken === null, ...verified }, lines);
  return broken === null ? 0 : 1;
}

interface ExportOptions extends AskOptions {
  readonly out?: string;
}

function addExport(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('export')
    .description('Writes the whole audit log as signed NDJSON, oldest entry first. Works on the database.')
    .option('--out <file>', 'the output file; it appears when it is complete')
    .action(async (_options: unknown, command: Command) => {
      const options: ExportOptions = command.optsWithGlobals();
      await withStore(shell, options, async (store) => {
        await store.history.record({
          actor: cliActor(shell),
          action: 'export',
          subject: 'audit-log',
          reason: '',
          before: 'null',
          after: JSON.stringify({ format: 'ndjson', signed: true }),
        });
        while ((await store.auditChain.chain()).isMore);
        await writeOutput(shell, options.out, store.auditChain.exportTexts());
      });
      done(0);
    });
}
