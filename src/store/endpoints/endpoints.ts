import type { RandomBytes, Sealer } from '../../core/seal.js';
import type { AuditEntry, Endpoint, Endpoints, EndpointWithSecret } from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { createProgrammes } from '../directory/programmes.js';
import { first, run, type Operation } from '../operation.js';
import { secretContext } from './row.js';
import { compileEndpointStatements } from './statements.js';

/** Webhook endpoints on a database, their secrets sealed. */
export function createEndpoints(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly sealer: Sealer;
  readonly random: RandomBytes;
}): Endpoints {
  const { dialect, connection, commits } = args;
  const statements = compileEndpointStatements(dialect);
  const programmes = createProgrammes(dialect);
  const audit = compileAuditEntry(dialect);

  /** Every change is written down with who made it. */
  const change = <T>(
    entry: AuditEntry,
    atMs: number,
    operation: () => Operation<T | null>,
  ): Promise<T | null> =>
    commits.submit(
      function* () {
        const changed = yield* operation();
        if (changed !== null) yield* run(audit, { ...entry, atMs });
        return changed;
      },
      { isCompound: true },
    );

  function newSecret(endpointId: string): { readonly secret: string; readonly sealed: Buffer } {
    const secret = `whsec_${args.random(SECRET_BYTES).toString('base64')}`;
    return { secret, sealed: args.sealer.seal(Buffer.from(secret), secretContext(endpointId)) };
  }

  return {
    async add({ endpointId, programme, url, nowMs, audit: entry }) {
      const { secret, sealed } = newSecret(endpointId);
      const endpoint = await change(entry, nowMs, function* () {
        yield* programmes.require(programme);
        return yield* first(statements.insert, { endpointId, programme, url, sealed, nowMs });
      });
      return { endpoint: endpoint as Endpoint, secret };
    },
    setEnabled: ({ endpointId, isEnabled, nowMs, audit: entry }) =>
      change(entry, nowMs, function* () {
        const changed = isEnabled
          ? yield* first(statements.enable, { endpointId })
          : yield* first(statements.disable, { endpointId, nowMs, reason: 'operator' });
        return changed ?? (yield* first(statements.find, { endpointId }));
      }),
    async rotateSecret({
      endpointId,
      formerUntilMs,
      nowMs,
      audit: entry,
    }): Promise<EndpointWithSecret | null> {
      const { secret, sealed } = newSecret(endpointId);
      const endpoint = await change(entry, nowMs, () =>
        first(statements.rotate, { endpointId, sealed, formerUntilMs }),
      );
      return endpoint === null ? null : { endpoint, secret };
    },
    find: (endpointId) => connection.read(first(statements.find, { endpointId })),
    async list({ filter, first: size, afterSequence }) {
      const page = { afterSequence: afterSequence ?? Number.MAX_SAFE_INTEGER, limit: size + 1 };
      const { programme } = filter;
      const { rows } = await connection.read(
        programme === null
          ? run(statements.page, page)
          : run(statements.pageOfProgramme, { ...page, programme }),
      );
      return { rows: rows.slice(0, size), hasNextPage: rows.length > size };
    },
  };
}

/** Standard Webhooks 1.0.0 asks for 24 to 64. */
const SECRET_BYTES = 32;
