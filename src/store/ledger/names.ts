import type { TransactionRow } from '../../usecase/ports.js';
import type { Place, StoreDialect } from '../dialect/dialect.js';
import { first, type Result, type Step } from '../operation.js';
import { compile } from '../statement.js';
import { requestKey } from './request-key.js';

/** What tells rows apart that are called alike. */
export type Head = Pick<
  TransactionRow,
  'requestId' | 'methodName' | 'effect' | 'state' | 'reference' | 'checksum' | 'borders'
>;

/** Finds rows by what they are called. What is found nowhere, as almost always, costs one look. */
export interface Names {
  place(requestId: string): Step<Place | null>;
  /** Rows of a terminal whose checksums have one key. */
  withChecksum(named: { readonly terminalId: string; readonly checksumKey: string }): Step<readonly Head[]>;
}

export function createNames({ compiler, names }: StoreDialect): Names {
  const head = compile((p: Place) =>
    compiler
      .selectFrom('transactions')
      .select(['request_id as requestId', 'method_name as methodName', 'effect', 'state'])
      .select(['reference', 'checksum', 'borders'])
      .where('sequence', '=', p.sequence)
      .where('received_at_ms', '=', p.receivedAtMs),
  );

  function* heads(places: Step<readonly Place[]>): Step<readonly Head[]> {
    const found: Head[] = [];
    for (const place of yield* places) {
      const row = yield* first(head, place);
      if (row !== null) found.push(row);
    }
    return found;
  }

  return {
    *place(requestId) {
      const [place] = yield* placesOf(names.request(requestKey(requestId)));
      return place ?? null;
    },
    withChecksum: (named) => heads(placesOf(names.checksum(named))),
  };
}

function* placesOf(call: ReturnType<StoreDialect['names']['request']>): Step<readonly Place[]> {
  return ((yield call) as Result<Place>).rows;
}
