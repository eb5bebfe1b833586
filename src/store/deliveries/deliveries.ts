import { sql } from 'kysely';
import type { Sealer } from '../../core/seal.js';
import { CardwayError } from '../../errors.js';
import type { AuditEntry, Clock, Deliveries, Delivery } from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { compileEndpointStatements } from '../endpoints/statements.js';
import { createAppendEvent } from '../events/append.js';
import { endpointLock, EVENT_LOG, type LockName } from '../locks.js';
import { first, run, type Operation, type Step } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createWindowedList } from '../windowed-list.js';
import { createDue } from './due.js';
import { createFinish } from './finish.js';
import { gather } from './gather.js';
import { createLease } from './lease.js';
import { createDeliveryReader, type DeliveryReader } from './list.js';
import { createResend } from './resend.js';

/** Webhooks on their way, on a database: each change is one commit, reads see what was committed. */
export function createDeliveries(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
  readonly clock: Clock;
  readonly sealer: Sealer;
}): Deliveries {
  const { dialect, connection, commits } = args;
  const append = createAppendEvent(dialect);
  const reader = createDeliveryReader(dialect);
  const due = createDue(dialect);
  const leases = createLease(dialect, args.sealer, () => args.clock.nowMs());
  const finish = createFinish(dialect, { endpoints: compileEndpointStatements(dialect), append });
  const resend = createResend(dialect);
  const addFor = compileAddFor(dialect);
  const entry = compileAuditEntry(dialect);
  function* keep({
    audit,
    nowMs,
  }: {
    readonly audit: AuditEntry | null;
    readonly nowMs: number;
  }): Step<void> {
    if (audit !== null) yield* run(entry, { ...audit, atMs: nowMs });
  }
  return {
    due: () => connection.read(due()),
    lease: (input) =>
      commits.submit(() => leases.lease(input), { isCompound: true, isHousekeeping: true, isQuiet: true }),
    finish: gather({
      ...FINISHED,
      write: (inputs) =>
        commits.submit(() => each(inputs, finish), {
          isCompound: true,
          locks: inputs.flatMap(finishLocks),
          isQuiet: inputs.every(({ outcome }) => outcome.kind === 'delivered'),
        }),
    }),
    release: (input) => commits.submit(() => leases.release(input), { isCompound: true }),
    addTest: ({ endpointId, event, nowMs }) =>
      commits.submit(
        function* () {
          const eventSequence = yield* append({ ...event, programme: null }, nowMs);
          const added = yield* first(addFor, { event: eventSequence ?? 0, endpointId });
          return yield* required(reader, added?.sequence);
        },
        { isCompound: true, locks: [EVENT_LOG] },
      ),
    resend: (input) =>
      commits.submit(
        function* () {
          const sequence = yield* resend.one(input);
          if (sequence === null) return null;
          yield* keep(input);
          return yield* required(reader, sequence);
        },
        { isCompound: true },
      ),
    resendRange: (range) =>
      commits.submit(
        function* () {
          yield* keep(range);
          return yield* resend.range(range);
        },
        { isCompound: true, locks: [endpointLock(range.endpointId)] },
      ),
    find: (sequence) => connection.read(reader.find(sequence)),
    list: createWindowedList(connection, args.settings, reader),
    attempts: (sequences) => connection.read(reader.attempts(sequences)),
  };
}

/** A failure may bring the endpoint to where its programme is warned. */
function finishLocks({ lease, outcome }: Parameters<Deliveries['finish']>[0]): readonly LockName[] {
  const endpoint = endpointLock(lease.endpointId);
  return outcome.kind === 'delivered' ? [endpoint] : [endpoint, EVENT_LOG];
}

/**
 * Outcomes that are written in one commit, because each commit waits for the disk. Not for long: until then they hold the places of
 * their endpoints.
 */
const FINISHED = { forMs: 2, max: 100 };

function* each<Input, Output>(
  inputs: readonly Input[],
  operation: (input: Input) => Operation<Output>,
): Operation<readonly Output[]> {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(yield* operation(input));
  return outputs;
}

function* required(reader: DeliveryReader, sequence: number | undefined): Operation<Delivery> {
  const delivery = sequence === undefined ? null : yield* reader.find(sequence);
  if (delivery !== null) return delivery;
  throw new CardwayError('INTERNAL', { cause: new Error('A delivery that was written cannot be found.') });
}

function compileAddFor({ compiler, leaseNow }: StoreDialect) {
  return compile((p: { event: number; endpointId: string }) =>
    compiler
      .insertInto('deliveries')
      .values({
        event_sequence: p.event,
        endpoint_id: p.endpointId,
        state: sql.lit('pending'),
        next_attempt_at_ms: leaseNow,
      })
      .returning('sequence'),
  );
}
