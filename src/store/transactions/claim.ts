import { sql } from 'kysely';
import { DECLINES } from '../../core/transactions/transaction.js';
import { CardwayError } from '../../platform/errors.js';
import type { ClaimInput, ClaimOutcome, Decline } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, runWith, type Step } from '../engine/operation.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';
import { requestKey } from './row.js';
import { compile } from '../engine/statement.js';
import { columnsOf } from '../engine/names.js';

/**
 * Creates the claim. The insert alone decides who owns a request id and, without a key, a content and a checksum. Look-ups say why only
 * where it adds no row.
 */
export function createClaim(
  dialect: StoreDialect,
  { finder, reversals }: { readonly finder: Finder; readonly reversals: Reversals },
): (input: ClaimInput) => Operation<ClaimOutcome> {
  const add = createAdding(dialect);

  function* existing(input: ClaimInput): Step<ClaimOutcome | null> {
    const made = input.keyId === null ? yield* finder.keyless(input) : null;
    const row = made?.digest === input.digest ? made : yield* finder.find(input.requestId);
    if (row !== null) return { kind: 'existing', row };
    return made === null ? null : { kind: 'boundary_mismatch', requestId: made.requestId };
  }

  return function* claim(input) {
    // The directory and the limits decide before the ledger.
    const by = input.decline === null ? yield* reversals.reversalBefore(input, input.reversedBy) : null;
    if (by !== null) {
      const known = yield* existing(input);
      if (known !== null) return known;
      const isDeclined = input.keyId === null && input.effect === 'money';
      if (isDeclined) yield* add({ ...input, ...REVERSED_FIRST }, unlinked(input));
      return { kind: 'reversed', by };
    }
    const originalRequestId = yield* reversals.originalOf(input);
    if (yield* add(input, { ...unlinked(input), originalRequestId })) return { kind: 'claimed', attempt: 1 };
    const known = yield* existing(input);
    if (known !== null) return known;
    throw new CardwayError('INTERNAL', { cause: new Error('A claim met a row that cannot be found.') });
  };
}

/** Creates the addition of the gateway's own reversal, which goes out with the due advices. */
export function createAddOwnReversal(
  dialect: StoreDialect,
): (claim: ClaimInput, originalRequestId: string) => Step<boolean> {
  const add = createInsert(dialect, 'due');
  return (claim, originalRequestId) => add(claim, { ...unlinked(claim), originalRequestId });
}

/** A terminal's money call that a reversal came before: it gets the same decline each time. */
const REVERSED_FIRST = {
  state: 'refused',
  decline: { resultCode: -3, errorCode: DECLINES[-3] },
} as const satisfies Partial<ClaimInput>;

interface Computed extends Partial<Decline> {
  readonly requestKey: string;
  readonly originalRequestId: string | null;
}

function unlinked({ requestId }: ClaimInput): Computed {
  return { requestKey: requestKey(requestId), originalRequestId: null };
}

/** Most calls have none of the columns of advices. Their statement leaves these out, because each value that is bound takes time. */
function createAdding(dialect: StoreDialect): (input: ClaimInput, computed: Computed) => Step<boolean> {
  const add = createInsert(dialect, 'plain');
  const addAdvice = createInsert(dialect, 'advice');
  const addDeclined = createInsert(dialect, 'declined');
  return (input, computed) => {
    const { referenceId, referenceDate, sealedBody } = input;
    if (input.decline !== null) return addDeclined(input, { ...computed, ...input.decline });
    const isPlain =
      referenceId === null &&
      referenceDate === null &&
      sealedBody === null &&
      computed.originalRequestId === null;
    return isPlain ? add(input, computed) : addAdvice(input, computed);
  };
}

function createInsert(dialect: StoreDialect, kind: 'plain' | 'advice' | 'declined' | 'due') {
  const { compiler, leaseNow } = dialect;
  const insert = compile((p: ClaimInput, q: Computed) =>
    compiler
      .insertInto('transactions')
      .values({
        ...columnsOf(
          p,
          'requestId',
          'methodName',
          'effect',
          'channel',
          'programme',
          'terminalId',
          'reference',
          'customerId',
          'cardId',
          'keyId',
          'requestAmount',
          'transactionId',
          'transactionDate',
          'checksum',
          'checksumKey',
          'digest',
          'route',
          'state',
          'owner',
          'receivedAtMs',
          'request',
        ),
        request_key: q.requestKey,
        attempt: sql.lit(1),
        lease_until_ms: kind === 'due' ? sql.lit(0) : sql<number>`${leaseNow} + ${p.leaseMs}`,
        claimed_at_ms: leaseNow,
        ...(kind === 'due' ? { next_attempt_at_ms: leaseNow } : {}),
        ...(kind === 'advice' || kind === 'due'
          ? {
              ...columnsOf(p, 'referenceId', 'referenceDate', 'sealedBody'),
              original_request_id: q.originalRequestId,
            }
          : {}),
        ...(kind === 'declined' ? declineOf(p, q) : {}),
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
  return function* add(input: ClaimInput, computed: Computed): Step<boolean> {
    return (yield* runWith(insert, input, computed)).changes === 1;
  };
}

function declineOf(p: ClaimInput, { resultCode, errorCode }: Computed) {
  return {
    ...columnsOf(p, 'referenceId', 'referenceDate'),
    settled_at_ms: p.receivedAtMs,
    error_code: errorCode,
    replied_result_code: resultCode,
    terminal_replied_code: resultCode,
  };
}
