import { sql } from 'kysely';
import type { Sealer } from '../../core/seal.js';
import { CardwayError } from '../../errors.js';
import type { Clock, Deliveries, Delivery } from '../../usecase/ports.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { compileEndpointStatements } from '../endpoints/statements.js';
import { createAppendEvent } from '../events/append.js';
import { first, type Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createWindowedList } from '../windowed-list.js';
import { createDue } from './due.js';
import { createFinish } from './finish.js';
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
  const reader = createDeliveryReader(dialect, () => args.clock.nowMs());
  const due = createDue(dialect);
  const leases = createLease(dialect, args.sealer);
  const finish = createFinish(dialect, { endpoints: compileEndpointStatements(dialect), append });
  const resend = createResend(dialect);
  const addFor = compileAddFor(dialect);
  return {
    due: (input) => connection.read(due(input)),
    lease: (input) => commits.submit(() => leases.lease(input), { isCompound: true, isHousekeeping: true }),
    finish: (input) => commits.submit(() => finish(input), { isCompound: true }),
    release: (input) => commits.submit(() => leases.release(input), { isCompound: true }),
    addTest: ({ endpointId, event, nowMs }) =>
      commits.submit(
        function* () {
          const eventSequence = yield* append({ ...event, programme: null }, nowMs);
          const added = yield* first(addFor, { event: eventSequence ?? 0, endpointId, nowMs });
          return yield* required(reader, added?.sequence);
        },
        { isCompound: true },
      ),
    resend: (input) =>
      commits.submit(
        function* () {
          const sequence = yield* resend.one(input);
          return sequence === null ? null : yield* required(reader, sequence);
        },
        { isCompound: true },
      ),
    resendRange: (range) => commits.submit(() => resend.range(range), { isCompound: true }),
    find: (sequence) => connection.read(reader.find(sequence)),
    list: createWindowedList(connection, args.settings, reader),
    attempts: (sequences) => connection.read(reader.attempts(sequences)),
  };
}

function* required(reader: DeliveryReader, sequence: number | undefined): Operation<Delivery> {
  const delivery = sequence === undefined ? null : yield* reader.find(sequence);
  if (delivery !== null) return delivery;
  throw new CardwayError('INTERNAL', { cause: new Error('A delivery that was written cannot be found.') });
}

function compileAddFor({ compiler }: StoreDialect) {
  return compile((p: { event: number; endpointId: string; nowMs: number }) =>
    compiler
      .insertInto('deliveries')
      .values({
        event_sequence: p.event,
        endpoint_id: p.endpointId,
        state: sql.lit('pending'),
        next_attempt_at_ms: p.nowMs,
      })
      .returning('sequence'),
  );
}
