import { sql, type UpdateObject } from 'kysely';
import type {
  DisabledReason,
  Endpoint,
  EndpointChoice,
  EndpointFilter,
  Endpoints,
  EndpointWithSecret,
} from '../../use-cases/events/delivery-port.js';
import { listIn, textOf } from '../access/api-keys.js';
import { createProgrammes } from '../directory/programmes.js';
import type { StoreDialect } from '../engine/dialect.js';
import { endpointLock } from '../engine/locks.js';
import { first, firstOnce } from '../engine/operation.js';
import { compile, hasPart } from '../engine/statement.js';
import { createList, equal } from '../engine/windowed-list.js';
import { named } from '../engine/names.js';
import type { Tables } from '../engine/schema.js';
import type { StoreParts } from '../parts.js';

/** Creates the webhook endpoints of a database, with sealed secrets. */
export function createEndpoints(args: StoreParts): Endpoints {
  const { dialect, connection, change } = args;
  const { compiler, leaseNow } = dialect;
  const statements = compileEndpointStatements(dialect);
  const ofEndpoint = (endpointId: string) =>
    compiler.updateTable('endpoints').where('endpoint_id', '=', endpointId);
  const programmes = createProgrammes(dialect);
  const rowsOf = createList(args, 'endpoints', createMatching(dialect));

  /** Changes an endpoint, and records it. Returns null where none exists. */
  const alter = (
    { actor, endpointId }: { readonly actor: string; readonly endpointId: string },
    action: string,
    columnsAt: (nowMs: number) => UpdateObject<Tables, 'endpoints'>,
  ): Promise<Endpoint | null> =>
    change(
      function* (record, nowMs) {
        const before = yield* first(statements.find, { endpointId });
        if (before === null) return null;
        const changed = ofEndpoint(endpointId).set(columnsAt(nowMs)).returning(ENDPOINT);
        const row = (yield* firstOnce(changed)) ?? before;
        record({ actor, action, subject: endpointId, before: auditOf(before), after: auditOf(row) });
        return endpointOf(row);
      },
      [endpointLock(endpointId)],
    );

  return {
    async add({ actor, endpointId, programme, url, choice }) {
      const { secret, sealed } = newSecret(args, endpointId);
      const row = await change(function* (record, nowMs) {
        yield* programmes.require(programme);
        const name = { endpoint_id: endpointId, programme, url, ...chosen(args, endpointId, choice) };
        const added = yield* firstOnce(
          compiler
            .insertInto('endpoints')
            .values({ ...name, sealed_secret: sealed, created_at_ms: nowMs })
            .returning(ENDPOINT),
        );
        const after = { programme, ...auditOf(added as EndpointRow) };
        record({ actor, action: 'add_endpoint', subject: endpointId, before: {}, after });
        return added as EndpointRow;
      });
      return { endpoint: endpointOf(row), secret };
    },
    choose: ({ choice, ...by }) =>
      alter(by, 'set_endpoint', () => ({
        endpoint_id: by.endpointId,
        ...chosen(args, by.endpointId, choice),
      })),
    setEnabled: ({ isEnabled, ...by }) =>
      isEnabled
        ? alter(by, 'enable_endpoint', () => HEALTHY)
        : alter(by, 'disable_endpoint', (nowMs) => ({
            disabled_at_ms: sql<number>`coalesce(disabled_at_ms, ${nowMs})`,
            disabled_reason: sql<DisabledReason>`coalesce(disabled_reason, 'operator')`,
          })),
    async rotateSecret({ overlapMs, ...by }): Promise<EndpointWithSecret | null> {
      const { secret, sealed } = newSecret(args, by.endpointId);
      const endpoint = await alter(by, 'rotate_endpoint_secret', () => ({
        sealed_previous_secret: sql.ref<Buffer>('sealed_secret'),
        previous_secret_until_ms: sql<number>`${leaseNow} + ${overlapMs}`,
        sealed_secret: sealed,
      }));
      return endpoint === null ? null : { endpoint, secret };
    },
    async find(endpointId) {
      const row = await connection.read(first(statements.find, { endpointId }));
      return row === null ? null : endpointOf(row);
    },
    async list(page) {
      const { rows, ...rest } = await rowsOf(page);
      return { ...rest, rows: rows.map(endpointOf) };
    },
  };
}

function newSecret(
  { random, sealer }: Pick<StoreParts, 'random' | 'sealer'>,
  endpointId: string,
): { readonly secret: string; readonly sealed: Buffer } {
  const secret = `whsec_${random(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: sealer.seal(Buffer.from(secret), secretContext(endpointId)) };
}

/** Returns the columns of what was chosen. */
function chosen(
  { sealer }: Pick<StoreParts, 'sealer'>,
  endpointId: string,
  { eventTypes, headers }: EndpointChoice,
) {
  const types =
    eventTypes === undefined ? {} : { event_types: eventTypes.length === 0 ? null : textOf(eventTypes) };
  if (headers === undefined) return types;
  const names = Object.keys(headers);
  if (names.length === 0) return { ...types, header_names: null, sealed_headers: null };
  const sealed = sealer.seal(Buffer.from(JSON.stringify(headers)), secretContext(endpointId));
  return { ...types, header_names: textOf(names), sealed_headers: sealed };
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
  'eventTypes',
  'headerNames',
  'createdAtMs',
  'previousSecretUntilMs',
  'failingSinceMs',
  'warnedAtMs',
  'disabledAtMs',
  'disabledReason',
);

type EndpointRow = Omit<Endpoint, 'eventTypes' | 'headerNames'> & {
  readonly eventTypes: string | null;
  readonly headerNames: string | null;
};

function endpointOf(row: EndpointRow): Endpoint {
  return { ...row, ...choiceOf(row) };
}

function choiceOf({ eventTypes, headerNames }: EndpointRow): Pick<Endpoint, 'eventTypes' | 'headerNames'> {
  return { eventTypes: listIn(eventTypes) as Endpoint['eventTypes'], headerNames: listIn(headerNames) };
}

/** Returns what the audit log shows of an endpoint. */
function auditOf(row: EndpointRow): object {
  return { disabledReason: row.disabledReason, ...choiceOf(row) };
}

/** Returns the sealing context. Secrets and headers are sealed for their endpoint, the same in each column. */
export function secretContext(endpointId: string): string {
  return `endpoint:${endpointId}`;
}
