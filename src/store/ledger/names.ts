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

export interface ChecksumName {
  readonly terminalId: string;
  readonly checksum: string;
  readonly checksumKey: string;
}

/** Finds rows by what they are called. What is found nowhere, as almost always, costs one look. */
export interface Names {
  place(requestId: string): Step<Place | null>;
  /** Any row of a terminal with this checksum. */
  withChecksum(named: ChecksumName): Step<Head | null>;
  /** The oldest of them that came without a key. */
  keyless(named: ChecksumName): Step<Head | null>;
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

  /** One look and one row, whatever there is beside: two checksums of one key are less than a chance. */
  function* withChecksum(named: ChecksumName, isKeyless: boolean): Step<Head | null> {
    for (const place of yield* placesOf(names.checksum({ ...named, isKeyless, limit: ALIKE_MAX }))) {
      const row = yield* first(head, place);
      if (row?.checksum === named.checksum) return row;
    }
    return null;
  }

  return {
    *place(requestId) {
      const [place] = yield* placesOf(names.request(requestKey(requestId)));
      return place ?? null;
    },
    withChecksum: (named) => withChecksum(named, false),
    keyless: (named) => withChecksum(named, true),
  };
}

/** Keys hold 48 bits of the checksum; beyond so many that share them by chance none is looked at. */
const ALIKE_MAX = 8;

function* placesOf(call: ReturnType<StoreDialect['names']['request']>): Step<readonly Place[]> {
  return ((yield call) as Result<Place>).rows;
}
