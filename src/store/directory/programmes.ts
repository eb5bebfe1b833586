import { CardwayError } from '../../errors.js';
import type { DirectoryAdmin } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, run, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';

export interface Programmes {
  put(input: Parameters<DirectoryAdmin['putProgramme']>[0]): Operation<void>;
  /** Errors: BAD_REQUEST for a programme that is not there. */
  require(programme: string | null): Step<void>;
}

export function createProgrammes({ compiler }: StoreDialect): Programmes {
  const find = compile((p: { programme: string }) =>
    compiler.selectFrom('programmes').select('name').where('programme', '=', p.programme),
  );
  const put = compile((p: { programme: string; name: string }) =>
    compiler
      .insertInto('programmes')
      .values({ programme: p.programme, name: p.name })
      .onConflict((conflict) => conflict.column('programme').doUpdateSet({ name: p.name })),
  );
  return {
    *put({ programme, name }) {
      const known = yield* first(find, { programme });
      const wanted = name ?? known?.name ?? programme;
      if (known?.name !== wanted) yield* run(put, { programme, name: wanted });
    },
    *require(programme) {
      if (programme === null || (yield* first(find, { programme })) !== null) return;
      throw new CardwayError('BAD_REQUEST', { field: 'programme', message: 'The programme is not known.' });
    },
  };
}
