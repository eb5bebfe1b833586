import { askGraphQL } from '../support/channels/graphql.js';

/** Time that the gateway has for finding out by itself. */
const PATIENCE_MS = 15_000;

/**
 * Does an operator's daily work: decides doubts that nobody else can, and closes those that were made good. A failing wallet
 * service leaves doubts behind. Without an operator, a soak would test a growing pile of them.
 */
export async function settleOpen(url: string): Promise<number> {
  const to = new Date(Date.now() - PATIENCE_MS).toISOString();
  let settled = 0;
  for (const state of ['CONTRADICTED', 'IN_DOUBT']) {
    const variables = { filter: { state, time: { to } } };
    const { data, errors } = await askGraphQL<Transactions>(url, OPEN, { variables });
    if (data === null) throw new Error(errors[0]?.message ?? 'No answer.');
    for (const { node } of data.transactions.edges) {
      const resultCode = NOT_MOVED.has(node.requestAmount) ? -9 : 1;
      const decision = { requestId: node.requestId, resultCode, reason: 'Asked the issuer.' };
      const settling = await askGraphQL(url, SETTLE, { variables: decision });
      // A late answer may have come first, and nothing is left to settle.
      if (settling.errors.length === 0) settled += 1;
    }
  }
  return settled;
}

/** Amounts for which the simulated wallet service fails and no money moves. */
const NOT_MOVED: ReadonlySet<number> = new Set([951, 952]);

interface Transactions {
  readonly transactions: {
    readonly edges: readonly {
      readonly node: { readonly requestId: string; readonly requestAmount: number };
    }[];
  };
}

const OPEN = `query ($filter: TransactionFilter) {
  transactions(filter: $filter, first: 50) { edges { node { requestId requestAmount } } }
}`;
const SETTLE = `mutation ($requestId: String!, $resultCode: SafeInt!, $reason: String!) {
  settleTransaction(input: { requestId: $requestId, resultCode: $resultCode, reason: $reason }) { transaction { state } }
}`;
