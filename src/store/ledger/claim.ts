import { sql } from 'kysely';
import { isSameButCard } from '../../core/request-id.js';
import { CardwayError } from '../../errors.js';
import type { ClaimInput, ClaimOutcome } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { runWith, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { Finder } from './find.js';
import type { Names } from './names.js';
import type { Places } from './places.js';
import { requestKey } from './request-key.js';
import type { Reversals } from './reversals.js';

interface Computed {
  readonly requestKey: string;
  readonly originalRequestId: string | null;
}

/**
 * One transaction decides who owns a request id. An ordinary call costs two look-ups and one insert; what is in the way
 * is looked into only when something is.
 */
export function createClaim(
  dialect: StoreDialect,
  parts: { finder: Finder; names: Names; places: Places; reversals: Reversals },
): (input: ClaimInput) => Operation<ClaimOutcome> {
  const { finder, names, reversals } = parts;
  const insert = compileInsert(dialect);

  function* refusal(input: ClaimInput): Step<ClaimOutcome | null> {
    const alike = yield* names.withChecksum(input);
    const twin = alike.find((row) => row.checksum === input.checksum && row.borders !== input.borders);
    if (twin !== undefined) return { kind: 'shifted_borders', requestId: twin.requestId };
    const before = alike.find((row) => row.checksum === input.checksum && isMadeBefore(row, input));
    if (before !== undefined) return { kind: 'other_card', requestId: before.requestId };
    const by =
      (yield* reversals.reversalOf(input, input.reversedBy)) ??
      (yield* reversals.rivalOf(input, input.rivals));
    return by === null ? null : { kind: 'reversed', by };
  }

  function* existing(input: ClaimInput): Step<ClaimOutcome | null> {
    const row = yield* finder.find(input.requestId);
    return row === null ? null : { kind: 'existing', row };
  }

  return function* claim(input) {
    const refused = yield* refusal(input);
    if (refused !== null) return (yield* existing(input)) ?? refused;
    const original = yield* reversals.originalOf(input);
    const result = yield* runWith(insert, input, {
      requestKey: requestKey(input.requestId),
      originalRequestId: original?.requestId ?? null,
    });
    const sequence = dialect.adding.sequenceOf(result);
    if (sequence !== null) {
      parts.places.keep(input.requestId, { sequence, receivedAtMs: input.receivedAtMs });
      return { kind: 'claimed', attempt: 1, original };
    }
    const taken = yield* existing(input);
    if (taken !== null) return taken;
    throw new CardwayError('INTERNAL', { cause: new Error('A claim met a row that cannot be found.') });
  };
}

/** The checksum is the same, over the same field texts. */
function isMadeBefore({ requestId }: { readonly requestId: string }, input: ClaimInput): boolean {
  return input.isCardChosen && requestId !== input.requestId && isSameButCard(requestId, input.requestId);
}

function compileInsert({ compiler, adding, leaseNow }: StoreDialect) {
  return compile((p: ClaimInput, q: Computed) =>
    adding.statement(
      compiler.insertInto('transactions').values({
        request_id: p.requestId,
        request_key: q.requestKey,
        method_name: p.methodName,
        effect: p.effect,
        door: p.door,
        programme: p.programme,
        terminal_id: p.terminalId,
        reference: p.reference,
        customer_id: p.customerId,
        card_id: p.cardId,
        key_id: p.keyId,
        request_amount: p.requestAmount,
        transaction_id: p.transactionId,
        transaction_date: p.transactionDate,
        reference_id: p.referenceId,
        reference_date: p.referenceDate,
        checksum: p.checksum,
        checksum_key: p.checksumKey,
        borders: p.borders,
        content_hash: p.contentHash,
        request: p.request,
        sealed_body: p.sealedBody,
        route: p.route,
        state: p.state,
        attempt: 1,
        owner: p.owner,
        lease_until_ms: sql<number>`${leaseNow} + ${p.leaseMs}`,
        received_at_ms: p.receivedAtMs,
        claimed_at_ms: leaseNow,
        original_request_id: q.originalRequestId,
      }),
    ),
  );
}
