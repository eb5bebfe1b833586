import type { Ledger, TransactionRow, TransactionSummary } from '../../usecase/ports.js';
import type { Place, StoreDialect } from '../dialect/dialect.js';
import { first, run, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { Names } from './names.js';
import { NEXT_ATTEMPT, ROW, SUMMARY, TEXT_BYTES } from './row.js';

export interface Finder {
  find(requestId: string): Step<TransactionRow | null>;
  at(place: Place): Step<TransactionRow | null>;
  sealedBody(requestId: string): Step<Buffer | null>;
  linked(requestId: string): Step<readonly TransactionSummary[]>;
  keyless(named: Parameters<Ledger['keyless']>[0]): Step<TransactionRow | null>;
}

export function createFinder({ compiler }: StoreDialect, names: Names): Finder {
  const rows = compiler.selectFrom('transactions').select([...ROW, NEXT_ATTEMPT]);
  const at = compile((p: Place) =>
    rows.where('sequence', '=', p.sequence).where('received_at_ms', '=', p.receivedAtMs),
  );
  const sealed = compile((p: Place) =>
    compiler
      .selectFrom('transactions')
      .select('sealed_body as sealedBody')
      .where('sequence', '=', p.sequence)
      .where('received_at_ms', '=', p.receivedAtMs),
  );
  const byOriginal = compile((p: { requestId: string }) =>
    compiler
      .selectFrom('transactions')
      .select([...SUMMARY, NEXT_ATTEMPT, TEXT_BYTES])
      .where('original_request_id', '=', p.requestId)
      .orderBy('sequence'),
  );
  function* find(requestId: string): Step<TransactionRow | null> {
    const place = yield* names.place(requestId);
    return place === null ? null : yield* first(at, place);
  }

  return {
    find,
    at: (place) => first(at, place),
    *sealedBody(requestId) {
      const place = yield* names.place(requestId);
      return place === null ? null : ((yield* first(sealed, place))?.sealedBody ?? null);
    },
    *keyless(named) {
      const head = yield* names.keyless(named);
      return head === null ? null : yield* find(head.requestId);
    },
    *linked(requestId) {
      return (yield* run(byOriginal, { requestId })).rows;
    },
  };
}
