import { open } from 'node:fs/promises';
import { type AuditBreak, type AuditPlace, placeOf, placeText } from '../../core/access/audit.js';
import type { Store } from '../../store/store.js';
import type { VerifyOrder } from '../../use-cases/access/audit-chain.js';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import type { Entity, Parts } from '../entities/entity.js';
import { AuditHeadDocument } from '../../generated/operations.js';
import { counted, withProgress } from '../output.js';
import { printEntry, printOutcome } from '../print.js';
import { CliError, codeOf, Fault, type Shell, UsageError } from '../shell.js';
import { countOf } from '../values.js';
import { type ConfiguredOptions, ofConfiguration, withStore } from '../with-store.js';

/** Changes with their actors, and the chain that proves them. */
export const AUDIT: Entity = {
  command: 'audit',
  about: 'Lists, verifies and deletes entries of the audit log.',
  type: 'AuditEntry',
  key: { field: 'id', name: 'id' },
  columns: {
    Time: 'at',
    Actor: 'actor',
    Action: 'action',
    Subject: 'subject',
    Reason: 'reason',
    Before: 'before',
    After: 'after',
  },
  list: { query: 'auditLog', what: 'changes', whenEmpty: 'No changes yet.', grows: true },
  changes: {
    purge: {
      mutation: 'purgeAuditLog',
      argument: undefined,
      sentences: ({ deleted }: { readonly deleted: number }) => [`Deleted: ${counted(deleted)} entries.`],
    },
  },
  more(parts) {
    addHead(parts);
    addVerify(parts);
  },
  examples: `
Examples:
  cardway audit --subject 0068766621
  cardway audit list --actor cli:root --from 2026-11-01 --json
  cardway audit verify --config cardway.yaml --heads /var/log/cardway.log`,
};

/** Adds `audit head`. */
function addHead({ shell, group }: Parts): void {
  ofGateway(group.command('head'))
    .description('Prints the head of the hash chain. Keep it where nobody can change it.')
    .action(
      acting(async (ask, options: AskOptions) => {
        const { auditHead } = await ask(AuditHeadDocument, {});
        if (auditHead === null) throw new CliError('The audit log has no entry yet.');
        const { position, hash } = auditHead;
        printEntry(shell, options, { head: placeText(auditHead), position, hash });
      }),
    );
}

interface VerifyOptions extends ConfiguredOptions {
  readonly head: readonly string[];
  readonly heads?: string;
  readonly after?: string;
}

/** Adds `audit verify`. It reads the database itself: a gateway that was tampered with could not speak for it. */
function addVerify({ shell, group }: Parts): void {
  ofConfiguration(group.command('verify'))
    .description(
      'Verifies the hash chain in the database, and names the first entry that was changed, removed or added. Changes nothing. Exit status 1 for a break.',
    )
    .option(
      '--head <position:hash>',
      'a logged head to compare with; may be repeated',
      (value: string, previous: readonly string[]) => [...previous, value],
      [],
    )
    .option('--heads <file>', 'a log of the gateway; every head in it is compared')
    .option('--after <position>', 'begins after this entry, to look behind a known break')
    .action(async (options: VerifyOptions) => {
      const heads = await headsOf(options);
      const verified = await withStore(shell, options, (store) =>
        withProgress(shell, (show) => verify(store, { ...options, heads, show })),
      );
      report(shell, options, verified);
    });
}

interface Verified {
  readonly entries: number;
  readonly position: number;
  readonly hash: string;
  readonly heads: number;
  readonly broken: AuditBreak | null;
}

async function verify(
  { auditChain }: Pick<Store, 'auditChain'>,
  {
    heads,
    after: first,
    show,
  }: {
    readonly heads: readonly AuditPlace[];
    readonly after?: string;
    readonly show: (line: string) => void;
  },
): Promise<Verified> {
  const last = heads.at(-1)?.position;
  let after: VerifyOrder['after'] =
    first === undefined ? null : { position: countOf('--after', first), hash: null };
  let entries = 0;
  for (;;) {
    const from = after?.position ?? 0;
    const near = heads.filter(
      ({ position }) => position === last || (position >= from && position <= from + PART),
    );
    const part = await auditChain.verify({ after, heads: near, limit: PART });
    entries += part.entries.length;
    after = part.end;
    show(`${counted(entries)} entries`);
    if (part.isEnd) return { entries, ...part.end, broken: part.broken, heads: heads.length };
  }
}

/** Entries that one part has at most: other work of the database goes on between two parts. */
const PART = 500;

async function headsOf({ head, heads }: VerifyOptions): Promise<readonly AuditPlace[]> {
  const places = head.map((text) => {
    const place = placeOf(text);
    if (place === null)
      throw new UsageError(
        '--head must be <position>:<hash>, as audit head and the log of a gateway print it.',
      );
    return place;
  });
  const logged = heads === undefined ? [] : await loggedPlaces(heads);
  const distinct = new Map([...places, ...logged].map((place) => [placeText(place), place]));
  return [...distinct.values()].sort((one, other) => one.position - other.position);
}

/** Reads the heads and the entries in a log of a gateway. */
async function loggedPlaces(path: string): Promise<readonly AuditPlace[]> {
  const places: AuditPlace[] = [];
  try {
    const file = await open(path);
    for await (const line of file.readLines()) {
      const [, text = ''] = /"(?:head|entry)":"(\d{1,15}:[\w-]{43})"/.exec(line) ?? [];
      const place = placeOf(text);
      if (place !== null) places.push(place);
    }
  } catch (error) {
    throw new CliError(`--heads: ${path} cannot be read (${codeOf(error)}).`);
  }
  if (places.length === 0) throw new CliError(`--heads: ${path} has no head.`);
  return places;
}

function report(shell: Shell, options: VerifyOptions, verified: Verified): void {
  const { entries, heads, broken } = verified;
  const upTo = verified.position === 0 ? '' : `, up to ${placeText(verified)}`;
  const lines =
    broken === null
      ? [
          `The audit log is whole: ${counted(entries)} entries${upTo}.`,
          ...(heads === 0 ? [`Without a logged head (--head, --heads), a missing end cannot be seen.`] : []),
        ]
      : [broken.message, `${counted(entries)} entries before it are right${upTo}.`];
  printOutcome(shell, options, { whole: broken === null, ...verified }, lines);
  if (broken !== null) throw new Fault();
}
