import type { ImportedLines, WalletImports, WalletLine } from '../../usecase/ports.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { first, run, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { Change } from './change.js';
import { createImportTables } from './import-tables.js';
import { mergeLines } from './merge-lines.js';

/** Imports of wallets, some lines to a commit; `forget` is told of what changed. */
export function createWalletImports(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly change: Change;
  readonly forget: (references: readonly string[]) => void;
}): WalletImports {
  const { dialect, connection, change } = args;
  const places = compilePlaces(dialect);
  const tables = createImportTables(dialect);

  function* take(
    lines: readonly WalletLine[],
  ): Step<ImportedLines & { readonly touched: readonly string[] }> {
    const references = unique(lines.map(({ reference }) => reference));
    const cardIds = unique(lines.flatMap(({ card }) => card?.cardId ?? []));
    const programmes = yield* tables.programmes();
    const wallets = yield* tables.wallets(references);
    const theirs = yield* tables.cardsOf(wallets.map(({ reference }) => reference));
    const cards = [...theirs, ...(yield* tables.cards(cardIds))];
    const merged = mergeLines(lines, { programmes, wallets, cards });
    yield* tables.putWallets(merged.wallets);
    yield* tables.putCards(merged.cards);
    for (const reference of merged.bereft) yield* tables.chooseDefault(reference);
    const { added, changed, rejected, touched } = merged;
    return { added, changed, rejected, touched };
  }

  return {
    async place(importId) {
      return (await connection.read(first(places.find, { importId })))?.place ?? null;
    },
    async take({ importId, subject, lines, placeAfter, actor }) {
      const { touched, ...taken } = await change(function* (record, nowMs) {
        const result = yield* take(lines);
        const { added, changed } = result;
        yield* run(places.put, { importId, nowMs, place: placeAfter(result) });
        if (added + changed > 0) {
          const range = rangeOf(lines);
          yield* record({
            actor,
            action: 'import_wallets',
            subject,
            before: null,
            after: { ...range, added, changed },
          });
        }
        return result;
      });
      if (touched.length > 0) args.forget(touched);
      return taken;
    },
    finish: (importId) =>
      change(function* () {
        yield* run(places.remove, { importId });
      }),
  };
}

/** Lines need not come in the order of the file. */
function rangeOf(lines: readonly WalletLine[]): { readonly firstLine: number; readonly lastLine: number } {
  let [firstLine, lastLine] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { line } of lines) {
    firstLine = Math.min(firstLine, line);
    lastLine = Math.max(lastLine, line);
  }
  return { firstLine, lastLine };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

function compilePlaces({ compiler }: StoreDialect) {
  return {
    find: compile((p: { importId: string }) =>
      compiler.selectFrom('wallet_imports').select('place').where('import_id', '=', p.importId),
    ),
    put: compile((p: { importId: string; nowMs: number; place: string }) => {
      const columns = { changed_at_ms: p.nowMs, place: p.place };
      return compiler
        .insertInto('wallet_imports')
        .values({ import_id: p.importId, ...columns })
        .onConflict((conflict) => conflict.column('import_id').doUpdateSet(columns));
    }),
    remove: compile((p: { importId: string }) =>
      compiler.deleteFrom('wallet_imports').where('import_id', '=', p.importId),
    ),
  };
}
