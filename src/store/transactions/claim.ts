import { sql } from 'kysely';
import { CardwayError } from '../../platform/errors.js';
import type { ClaimInput, ClaimOutcome } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import type { Operation, Step } from '../engine/operation.js';
import type { Duplicate, Finder } from './find.js';
import type { Reversals } from './reversals.js';
import { requestKey } from './row.js';
import { createAppending } from './texts.js';
import { columnsOf } from '../engine/names.js';

/**
 * Creates the claim. One transaction decides who owns a request id. An ordinary call costs two look-ups and one insert. Obstacles
 * are examined only when the look-ups find one.
 */
export function createClaim(
  dialect: StoreDialect,
  { finder, reversals }: { readonly finder: Finder; readonly reversals: Reversals },
): (input: ClaimInput) => Operation<ClaimOutcome> {
  const add = createAdding(dialect);

  /** Refuses other field boundaries, so all rows with this checksum have the same ones. */
  function* refusal(input: ClaimInput, duplicate: Duplicate | null): Step<ClaimOutcome | null> {
    if (duplicate !== null && duplicate.fieldBoundaries !== input.fieldBoundaries)
      return { kind: 'boundary_mismatch', requestId: duplicate.requestId };
    // An operator may have closed the contradiction.
    if (input.givesBack !== null && (yield* finder.find(input.givesBack))?.state !== 'contradicted')
      return { kind: 'reversed', by: input.givesBack };
    const made = duplicate === null || input.keyId !== null ? null : yield* finder.keyless(input);
    if (made !== null) return { kind: 'existing', row: made };
    const by =
      input.givesBack === null
        ? yield* reversals.reversalBefore(input, input.reversedBy)
        : yield* reversals.givenBackBy(input.givesBack, input.rivals);
    return by === null ? null : { kind: 'reversed', by };
  }

  function* existing(input: ClaimInput): Step<ClaimOutcome | null> {
    const row = yield* finder.find(input.requestId);
    return row === null ? null : { kind: 'existing', row };
  }

  return function* claim(input) {
    const duplicate = yield* finder.withChecksum(input);
    const refused = yield* refusal(input, duplicate);
    if (refused?.kind === 'existing') return refused;
    if (refused !== null) return (yield* existing(input)) ?? refused;
    const original =
      input.givesBack === null ? yield* reversals.originalOf(input) : yield* finder.find(input.givesBack);
    const named = { requestKey: requestKey(input.requestId), originalRequestId: original?.requestId ?? null };
    if (yield* add(input, named))
      return { kind: 'claimed', attempt: 1, original, repeats: duplicate?.requestId ?? null };
    const known = yield* existing(input);
    if (known !== null) return known;
    throw new CardwayError('INTERNAL', { cause: new Error('A claim met a row that cannot be found.') });
  };
}

interface Computed {
  readonly requestKey: string;
  readonly originalRequestId: string | null;
}

/** Most calls have none of the columns of advices. Their statement leaves these out, because each value that is bound takes time. */
function createAdding(dialect: StoreDialect): (input: ClaimInput, computed: Computed) => Step<boolean> {
  const add = createInsert(dialect, false);
  const addAdvice = createInsert(dialect, true);
  return (input, computed) => {
    const { referenceId, referenceDate, sealedBody } = input;
    const isPlain =
      referenceId === null &&
      referenceDate === null &&
      sealedBody === null &&
      computed.originalRequestId === null;
    return isPlain ? add(input, computed) : addAdvice(input, computed);
  };
}

function createInsert(dialect: StoreDialect, hasOriginal: boolean) {
  const { compiler, leaseNow } = dialect;
  return createAppending(
    dialect,
    (p: ClaimInput, q: Computed) =>
      compiler
        .insertInto('transactions')
        .values({
          ...columnsOf(
            p,
            'requestId',
            'methodName',
            'effect',
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
            'contentHash',
            'route',
            'state',
            'owner',
            'receivedAtMs',
          ),
          request_key: q.requestKey,
          door: p.channel,
          borders: p.fieldBoundaries,
          attempt: sql.lit(1),
          lease_until_ms: sql<number>`${leaseNow} + ${p.leaseMs}`,
          claimed_at_ms: leaseNow,
          ...(hasOriginal
            ? {
                ...columnsOf(p, 'referenceId', 'referenceDate', 'sealedBody'),
                original_request_id: q.originalRequestId,
              }
            : {}),
        })
        .onConflict((conflict) => conflict.column('request_key').doNothing()),
    (p) => ({ attempt: sql.lit(1), request: p.request, rawAnswer: null, answer: null }),
  );
}
