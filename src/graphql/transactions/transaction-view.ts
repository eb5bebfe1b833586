import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { savedDataOf, savedEnvelope } from '../../core/transactions/saved-request.js';
import type { JsonValue } from '../../core/wire/json.js';
import { klvKey, klvTitle } from '../../core/wire/klv-keys.js';
import type { TextBudget } from '../../use-cases/transactions/history/read.js';
import type { TransactionTexts } from '../../use-cases/transactions/ledger-port.js';
import type { GraphQLContext } from '../context.js';

/** Returns an entry of the transaction data of a saved call; null where it has none. */
export function savedText({ request }: Pick<TransactionTexts, 'request'>, name: string): string | null {
  return textOf(savedDataOf(savedEnvelope(request))[name]);
}

/** Returns the KLV of a call, key by key, in the order of the keys. */
export function explainedKlv({ request }: Pick<TransactionTexts, 'request'>) {
  return Object.entries(savedDataOf(savedEnvelope(request))).flatMap(([name, value]) => {
    const key = klvKey(name);
    const text = textOf(value);
    return key === undefined || text === null ? [] : [{ key, name, title: klvTitle(key), value: text }];
  });
}

export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The fields that are read from the saved texts. */
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'request',
  'answer',
  'rawAnswer',
  'originalCurrencyCode',
  'originalTransactionAmount',
  'klv',
]);

/** Returns true if any field below this one, at any depth and through fragments, is read from saved texts. */
export function selectsTexts({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const seen = new Set<string>();
  const anyIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.FIELD)
        return TEXT_FIELDS.has(selection.name.value) || anyIn(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return anyIn(selection.selectionSet);
      const { value } = selection.name;
      if (seen.has(value)) return false;
      seen.add(value);
      return anyIn(fragments[value]?.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => anyIn(selectionSet));
}

const budgets = new WeakMap<GraphQLContext, TextBudget>();

/** Returns the budget of the request, which all of its fields share. */
export function textBudgetOf(context: GraphQLContext): TextBudget {
  const known = budgets.get(context);
  if (known !== undefined) return known;
  const budget = context.useCases.readTransactions.textBudget();
  budgets.set(context, budget);
  return budget;
}
