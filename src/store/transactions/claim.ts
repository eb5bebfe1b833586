import { sql } from 'kysely';
import { DECLINES } from '../../core/transactions/transaction.js';
import { CardwayError } from '../../platform/errors.js';
import type { ClaimInput, ClaimOutcome } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, run, type Step } from '../engine/operation.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';
import { CALL } from './row.js';
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
  const add = createAdd(dialect);

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
      if (isDeclined) yield* add({ ...input, ...REVERSED_FIRST }, null);
      return { kind: 'reversed', by };
    }
    const originalRequestId = input.decline === null ? yield* reversals.originalOf(input) : null;
    if (yield* add(input, originalRequestId)) return { kind: 'claimed', attempt: 1 };
    const known = yield* existing(input);
    if (known !== null) return known;
    throw new CardwayError('INTERNAL', { cause: new Error('A claim met a row that cannot be found.') });
  };
}

/** A terminal's money call that a reversal came before: it gets the same decline each time. */
const REVERSED_FIRST = {
  state: 'refused',
  decline: { resultCode: -3, errorCode: DECLINES[-3] },
} as const satisfies Partial<ClaimInput>;

/** Columns that every claim gives a value to. */
export const CLAIMED = [...CALL, 'request'] as const;

interface Values extends Pick<ClaimInput, (typeof CLAIMED)[number] | 'sealedBody'> {
  readonly originalRequestId: string | null;
  /** 1 for the gateway's own reversal, which nobody sends yet, or 0. */
  readonly isQueued: number;
  readonly settledAtMs: number | null;
  readonly errorCode: string | null;
  readonly repliedResultCode: number | null;
  readonly terminalRepliedCode: number | null;
}

/** Creates the insert of a row. Returns whether it was added. */
export function createAdd({ compiler, leaseNow }: StoreDialect) {
  const insert = compile((p: Values) =>
    compiler
      .insertInto('transactions')
      .values({
        ...columnsOf(p, ...CLAIMED, 'originalRequestId', 'sealedBody'),
        ...columnsOf(p, 'settledAtMs', 'errorCode', 'repliedResultCode', 'terminalRepliedCode'),
        attempt: sql.lit(1),
        claimed_at_ms: leaseNow,
        next_attempt_at_ms: sql<number>`case when ${p.isQueued} = 1 then ${leaseNow} end`,
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
  return function* add(input: ClaimInput, originalRequestId: string | null): Step<boolean> {
    const { decline, receivedAtMs } = input;
    const added = yield* run(insert, {
      ...input,
      originalRequestId,
      isQueued: Number(input.state === 'queued'),
      settledAtMs: decline === null ? null : receivedAtMs,
      errorCode: decline?.errorCode ?? null,
      repliedResultCode: decline?.resultCode ?? null,
      terminalRepliedCode: decline?.resultCode ?? null,
    });
    return added.changes === 1;
  };
}
