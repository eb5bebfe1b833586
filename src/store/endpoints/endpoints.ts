import type { RandomBytes, Sealer } from '../../core/seal.js';
import type {
  AuditEntry,
  Endpoint,
  EndpointFilter,
  Endpoints,
  EndpointWithSecret,
} from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { createProgrammes } from '../directory/programmes.js';
import { endpointLock } from '../locks.js';
import { first, run, type Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createExtent, createWindowedList, type RowsWanted } from '../windowed-list.js';
import { ENDPOINT, secretContext } from './row.js';
import { compileEndpointStatements } from './statements.js';

/** Webhook endpoints on a database, their secrets sealed. */
export function createEndpoints(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
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
      { locks: [endpointLock(entry.subject)] },
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
    list: createWindowedList(connection, args.settings, {
      extent: createExtent(dialect, 'endpoints'),
      *rowsIn(wanted) {
        return (yield* run(matching(dialect, wanted), {})).rows;
      },
    }),
  };
}

/** Standard Webhooks 1.0.0 asks for 24 to 64. */
const SECRET_BYTES = 32;

function matching({ compiler }: StoreDialect, args: RowsWanted<EndpointFilter>) {
  const { filter, window } = args;
  return compile(() => {
    const query = compiler
      .selectFrom('endpoints')
      .select(ENDPOINT)
      .where('sequence', '>=', window.oldest)
      .where('sequence', '<=', window.newest)
      .orderBy('sequence', args.newestFirst ? 'desc' : 'asc')
      .limit(args.limit);
    return filter.programme === null ? query : query.where('programme', '=', filter.programme);
  });
}
