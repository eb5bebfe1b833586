import { sql } from 'kysely';
import type {
  DisabledReason,
  Endpoint,
  EndpointFilter,
  Endpoints,
  EndpointWithSecret,
} from '../../use-cases/events/delivery-port.js';
import { createProgrammes } from '../directory/programmes.js';
import type { StoreDialect } from '../engine/dialect.js';
import { endpointLock } from '../engine/locks.js';
import { first, firstOnce } from '../engine/operation.js';
import { compile, hasPart } from '../engine/statement.js';
import { createList, equal } from '../engine/windowed-list.js';
import { named } from '../engine/names.js';
import type { StoreParts } from '../parts.js';

/** Creates the webhook endpoints of a database, with sealed secrets. */
export function createEndpoints(args: StoreParts): Endpoints {
  const { dialect, connection, change } = args;
  const { compiler, leaseNow } = dialect;
  const statements = compileEndpointStatements(dialect);
  const ofEndpoint = (endpointId: string) =>
    compiler.updateTable('endpoints').where('endpoint_id', '=', endpointId);
  const programmes = createProgrammes(dialect);

  function newSecret(endpointId: string): { readonly secret: string; readonly sealed: Buffer } {
    const secret = `whsec_${args.random(SECRET_BYTES).toString('base64')}`;
    return { secret, sealed: args.sealer.seal(Buffer.from(secret), secretContext(endpointId)) };
  }

  return {
    async add({ actor, endpointId, programme, url }) {
      const { secret, sealed } = newSecret(endpointId);
      const endpoint = await change(function* (record, nowMs) {
        yield* programmes.require(programme);
        const name = { endpoint_id: endpointId, programme, url };
        record({ actor, action: 'add_endpoint', subject: endpointId, before: {}, after: { programme } });
        return yield* firstOnce(
          compiler
            .insertInto('endpoints')
            .values({ ...name, sealed_secret: sealed, created_at_ms: nowMs })
            .returning(ENDPOINT),
        );
      });
      return { endpoint: endpoint as Endpoint, secret };
    },
    setEnabled: ({ actor, endpointId, isEnabled }) =>
      change(
        function* (record, nowMs) {
          const changed = isEnabled
            ? yield* firstOnce(ofEndpoint(endpointId).set(HEALTHY).returning(ENDPOINT))
            : yield* first(statements.disable, { endpointId, nowMs, reason: 'operator' });
          const endpoint = changed ?? (yield* first(statements.find, { endpointId }));
          const action = isEnabled ? 'enable_endpoint' : 'disable_endpoint';
          if (endpoint !== null) record({ actor, action, subject: endpointId, before: {}, after: {} });
          return endpoint;
        },
        [endpointLock(endpointId)],
      ),
    rotateSecret({ actor, endpointId, overlapMs }): Promise<EndpointWithSecret | null> {
      const { secret, sealed } = newSecret(endpointId);
      const rotated = ofEndpoint(endpointId)
        .set((eb) => ({
          sealed_previous_secret: eb.ref('sealed_secret'),
          previous_secret_until_ms: sql<number>`${leaseNow} + ${overlapMs}`,
          sealed_secret: sealed,
        }))
        .returning(ENDPOINT);
      return change(
        function* (record) {
          const endpoint = yield* firstOnce(rotated);
          if (endpoint === null) return null;
          const action = 'rotate_endpoint_secret';
          record({ actor, action, subject: endpointId, before: {}, after: {} });
          return { endpoint, secret };
        },
        [endpointLock(endpointId)],
      );
    },
    find: (endpointId) => connection.read(first(statements.find, { endpointId })),
    list: createList(args, 'endpoints', createMatching(dialect)),
  };
}

/** Length in bytes. Standard Webhooks 1.0.0 requires 24 to 64. */
const SECRET_BYTES = 32;

function createMatching({ compiler, hasPrefix }: StoreDialect) {
  return ({ programme, isDisabled, text }: EndpointFilter) =>
    compiler
      .selectFrom('endpoints')
      .select(ENDPOINT)
      .where(equal({ programme }))
      .$if(isDisabled !== undefined, (q) =>
        q.where('disabled_reason', isDisabled === true ? 'is not' : 'is', null),
      )
      .$if(text !== undefined, (q) =>
        q.where((eb) => eb.or([hasPrefix('endpoint_id', text ?? ''), hasPart('url', text ?? '')])),
      );
}

const HEALTHY = { disabled_at_ms: null, disabled_reason: null, failing_since_ms: null, warned_at_ms: null };

/** Compiles the statements that the relay also uses. */
export function compileEndpointStatements({ compiler }: StoreDialect) {
  const rows = compiler.selectFrom('endpoints').select(ENDPOINT);
  return {
    find: compile((p: { endpointId: string }) => rows.where('endpoint_id', '=', p.endpointId)),
    disable: compile((p: { endpointId: string; nowMs: number; reason: DisabledReason }) =>
      compiler
        .updateTable('endpoints')
        .set({ disabled_at_ms: p.nowMs, disabled_reason: p.reason })
        .where('endpoint_id', '=', p.endpointId)
        .where('disabled_reason', 'is', null)
        .returning(ENDPOINT),
    ),
    /** Ends the failing state after a success. */
    recover: compile((p: { endpointId: string }) =>
      compiler
        .updateTable('endpoints')
        .set({ failing_since_ms: null, warned_at_ms: null })
        .where('endpoint_id', '=', p.endpointId)
        .where('failing_since_ms', 'is not', null),
    ),
    fail: compile((p: { endpointId: string; failingSinceMs: number; warnedAtMs: number | null }) =>
      compiler
        .updateTable('endpoints')
        .set({ failing_since_ms: p.failingSinceMs, warned_at_ms: p.warnedAtMs })
        .where('endpoint_id', '=', p.endpointId),
    ),
  };
}

/** Columns of an Endpoint under its names, without its secrets. */
const ENDPOINT = named(
  'sequence',
  'endpointId',
  'programme',
  'url',
  'createdAtMs',
  'previousSecretUntilMs',
  'failingSinceMs',
  'warnedAtMs',
  'disabledAtMs',
  'disabledReason',
);

/** Returns the sealing context. Each secret is sealed for its endpoint, the same in both columns. */
export function secretContext(endpointId: string): string {
  return `endpoint:${endpointId}`;
}
