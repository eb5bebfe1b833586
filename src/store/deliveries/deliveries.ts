import { sql } from 'kysely';
import type { Sealer } from '../../core/seal.js';
import { CardwayError } from '../../errors.js';
import type { AuditEntry, Clock, Deliveries, Delivery, FinishedDelivery } from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { compileEndpointStatements } from '../endpoints/statements.js';
import { createAppendEvent } from '../events/append.js';
import { endpointLock, type EventLogLock } from '../locks.js';
import { first, run, type Operation, type Step } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createWindowedList } from '../windowed-list.js';
import { createDue } from './due.js';
import { createFinish, type DeliveredInput, type Finish, type FinishInput } from './finish.js';
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
    lease: (input) => commits.submit(() => leases.lease(input), { isHousekeeping: true, isQuiet: true }),
    finish: gather({ ...FINISHED, write: createWriteFinished(commits, finish) }),
    release: (input) => commits.submit(() => leases.release(input)),
    releaseAll: () => commits.submit(() => leases.releaseAll()),
    addTest: ({ endpointId, event, nowMs }) =>
      commits.submitAppending(function* (log) {
        const eventSequence = yield* append(log, { ...event, programme: null }, nowMs);
        const added = yield* first(addFor, { event: eventSequence ?? 0, endpointId });
        return yield* required(reader, added?.sequence);
      }),
    resend: (input) =>
      commits.submit(function* () {
        const sequence = yield* resend.one(input);
        if (sequence === null) return null;
        yield* keep(input);
        return yield* required(reader, sequence);
      }),
    resendRange: (range) =>
      commits.submit(
        function* () {
          yield* keep(range);
          return yield* resend.range(range);
        },
        { locks: [endpointLock(range.endpointId)] },
      ),
    find: (sequence) => connection.read(reader.find(sequence)),
    list: createWindowedList(connection, args.settings, reader),
    attempts: (sequences) => connection.read(reader.attempts(sequences)),
  };
}

/** A batch of deliveries that all succeeded appends no event, and so takes no lock of the event log. */
function createWriteFinished(
  commits: CommitQueue,
  finish: Finish,
): (inputs: readonly FinishInput[]) => Promise<readonly FinishedDelivery[]> {
  return (inputs) => {
    const locks = inputs.map(({ lease }) => endpointLock(lease.endpointId));
    const delivered = inputs.filter(isDelivered);
    if (delivered.length === inputs.length) {
      const options = { locks, isQuiet: true };
      return commits.submit(() => each(delivered, (input) => finish.delivered(input)), options);
    }
    const any = (log: EventLogLock): Operation<FinishedDelivery[]> =>
      each(inputs, (input) => finish.any(log, input));
    return commits.submitAppending(any, { locks });
  };
}

function isDelivered(input: FinishInput): input is DeliveredInput {
  return input.outcome.kind === 'delivered';
}

/**
 * Outcomes that are written in one commit, because each commit waits for the disk. Not for long: until then they hold the places of
 * their endpoints.
 */
const FINISHED = { forMs: 2, max: 100 };

function* each<Input, Output>(
  inputs: readonly Input[],
  operation: (input: Input) => Operation<Output>,
): Operation<Output[]> {
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
