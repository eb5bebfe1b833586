import { badRequest, NAMES_CHECKED, unknownName } from '../../platform/errors.js';
import type { Programme, ProvisioningAdmin } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { all, first, firstOnce, runOnce, type Step } from '../engine/operation.js';
import { columnsOf } from '../engine/names.js';
import { everyOf } from '../engine/schema.js';
import { compile } from '../engine/statement.js';
import type { StoreParts } from '../parts.js';

export function createProgrammes({ compiler }: StoreDialect) {
  const find = compile((p: { programme: string }) =>
    compiler.selectFrom('programmes').select('currency').where('programme', '=', p.programme),
  );
  const some = compile(() =>
    compiler.selectFrom('programmes').select('programme').orderBy('programme').limit(NAMES_CHECKED),
  );

  /** Returns a sentence about an unknown programme, or null. */
  function* problem(programme: string): Step<string | null> {
    if ((yield* first(find, { programme })) !== null) return null;
    const known = (yield* all(some, {})).map((row) => row.programme);
    return unknownName('Programme', programme, known);
  }

  return {
    /** Returns null for an unknown programme. */
    currency: (programme: string) => first(find, { programme }),
    problem,
    /** Checks the programme; null passes. Errors: BAD_REQUEST for an unknown programme. */
    *require(programme: string | null): Step<void> {
      const found = programme === null ? null : yield* problem(programme);
      if (found !== null) throw badRequest('programme', found);
    },
  };
}

/** Creates the programmes for administration by operators. */
export function createProgrammeRecords({
  connection,
  dialect: { compiler },
  change,
}: StoreParts): Pick<ProvisioningAdmin, 'programmes' | 'putProgramme'> {
  const rows = compiler.selectFrom('programmes').select(everyOf('programmes'));
  return {
    programmes: async () => (await connection.readAside(runOnce(rows.orderBy('programme')))).rows,
    putProgramme({ actor, programme, ...input }) {
      return change(function* (record) {
        const known = yield* firstOnce(rows.where('programme', '=', programme));
        // Members that are left out keep their values. A new programme gets those of the schema.
        const wanted = {
          ...columnsOf(
            input,
            'currency',
            'digits',
            'algorithm',
            'stepMs',
            'derivation',
            'validityMs',
            'verifier',
          ),
          name: input.name ?? known?.name ?? programme,
        };
        const put = compiler
          .insertInto('programmes')
          .values({ programme, ...wanted })
          .onConflict((conflict) => conflict.column('programme').doUpdateSet(wanted))
          .returning(everyOf('programmes'));
        const after = (yield* runOnce(put)).rows[0] as Programme;
        if (JSON.stringify(known) !== JSON.stringify(after))
          record({ actor, action: 'put_programme', subject: programme, before: known, after });
        return after;
      });
    },
  };
}
