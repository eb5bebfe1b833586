import { createHash } from 'node:crypto';
import { headText, type PublishedHead } from '../../core/access/audit-chain.js';
import { type BesideEntry, personalValues } from '../../core/access/audit-entry.js';
import { exportEnd, exportEntry, exportHead } from '../../core/access/audit-export.js';
import type { Clock } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { AuditChain } from '../../use-cases/access/audit-chain.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { createAuditPurge, createErase } from './audit-changes.js';
import { besideOf, contentOf } from './audit-links.js';
import { createChaining } from './audit-sequencer.js';
import {
  type AuditState,
  BROKEN,
  type ChainParts,
  type ChainState,
  createAuditState,
  READ_AT_ONCE,
} from './audit-state.js';
import type { CheckpointRow, StoredLink } from './audit-statements.js';
import { createVerify } from './audit-verify.js';

/** Creates the chain of the audit log. */
export function createAuditChain(
  args: ChainParts & {
    readonly connection: StoreConnection;
    readonly commits: CommitQueue;
    readonly clock: Clock;
  },
): AuditChain {
  const { connection, clock } = args;
  const state = createAuditState(args);
  const parts = { ...args, state, pages: pagesOf(connection, state) };
  const verify = createVerify(parts);
  return {
    chain: createChaining(parts),
    head: () => connection.read(signedHead(state, clock)),
    verify: (order) => connection.readAside(verify(order)),
    exportTexts: () => exportTexts(parts),
    erase: createErase(parts),
    purge: createAuditPurge(parts),
  };
}

function* signedHead(state: AuditState, clock: Clock): Operation<PublishedHead | null> {
  if ((yield* state.keys()).size === 0) return null;
  const { key, head, problem } = yield* state.read();
  // A head that the key does not prove must not be published under it.
  if (problem !== null) return null;
  const place = { position: head.position, hash: head.hash };
  const atMs = clock.nowMs();
  return { ...place, atMs, publicKey: key.publicKey, signature: key.sign(headText(place, atMs)) };
}

type Pages = (after: number, through: number) => AsyncGenerator<readonly StoredLink[], void>;

/** Reads entries with their rows, page by page, beside payments. */
function pagesOf(connection: Pick<StoreConnection, 'readAside'>, { statements }: AuditState): Pages {
  function* page(after: number): Operation<readonly StoredLink[]> {
    return (yield* run(statements.links, { after, limit: READ_AT_ONCE })).rows;
  }
  return async function* pages(after, through) {
    for (let position = after; position < through;) {
      const rows = (await connection.readAside(page(position))).filter((row) => row.position <= through);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      position = last.position;
    }
  };
}

function* readState(state: AuditState): Operation<ChainState & { readonly last: CheckpointRow | null }> {
  return { ...(yield* state.read()), last: yield* first(state.statements.checkpoint, {}) };
}

async function* exportTexts(parts: {
  readonly state: AuditState;
  readonly connection: StoreConnection;
  readonly clock: Clock;
  readonly pages: Pages;
}): AsyncGenerator<string, void> {
  const { state, connection, clock, pages } = parts;
  const { key, head, last, problem } = await connection.readAside(readState(state));
  if (problem !== null || last === null) throw new CardwayError('UNAVAILABLE', { message: BROKEN });
  const digest = createHash('sha256');
  const { checkpoint, signature } = last;
  const { publicKey } = key;
  const start = exportHead({ checkpoint, signature, publicKey, atMs: clock.nowMs() });
  digest.update(start);
  yield start;
  let entries = 0;
  for await (const rows of pages(last.position, head.position)) {
    entries += rows.length;
    const text = rows.map(exportedEntry).join('');
    digest.update(text);
    yield text;
  }
  yield exportEnd({ key, head, entries, sha256: digest.digest('hex') });
}

function exportedEntry(link: StoredLink): string {
  const content = contentOf(link);
  const beside = besideOf(link);
  return exportEntry({
    position: link.position,
    hash: link.hash,
    mac: link.mac,
    keyNumber: link.keyNumber,
    text: link.entry,
    values: (content === null ? [] : personalValues(content, beside)).map(({ path, raw }) => ({
      path,
      raw,
      key: keyAt(beside, path),
    })),
  });
}

function keyAt(beside: BesideEntry, path: string): string {
  const key = beside[path];
  return typeof key === 'string' ? key : '';
}
