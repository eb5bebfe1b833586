import type { TextBudget } from '../../usecase/transactions/read-transactions.js';
import type { GraphQLContext } from '../context.js';

const budgets = new WeakMap<GraphQLContext, TextBudget>();

/** One for all fields of one answer: its context is made for it alone. */
export function textBudgetOf(context: GraphQLContext): TextBudget {
  const known = budgets.get(context);
  if (known !== undefined) return known;
  const budget = context.useCases.readTransactions.textBudget();
  budgets.set(context, budget);
  return budget;
}
