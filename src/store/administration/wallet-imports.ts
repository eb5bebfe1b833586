import type { ImportedLines, WalletImports, WalletLine } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import type { Step } from '../operation.js';
import type { Change } from './change.js';
import { createImportTables } from './import-tables.js';
import { mergeLines } from './merge-lines.js';

/** Imports of wallets, some lines to a commit; `forget` is told of what changed. */
export function createWalletImports(args: {
  readonly dialect: StoreDialect;
  readonly change: Change;
  readonly forget: (references: readonly string[]) => void;
}): WalletImports {
  const { dialect, change } = args;
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
    async take({ subject, lines, actor }) {
      const { touched, ...taken } = await change(function* (record) {
        const result = yield* take(lines);
        const { added, changed } = result;
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
