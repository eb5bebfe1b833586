/**
 * GraphiQL, bundled whole, so that it works without internet. The sandbox fills in its public client key, so that a
 * newcomer's first query runs.
 */
export function createExplorerPage(options: {
  readonly sandboxKey: string | undefined;
}): () => Promise<string> {
  let page: Promise<string> | undefined;
  return () => (page ??= render(options.sandboxKey));
}

async function render(sandboxKey: string | undefined): Promise<string> {
  // Loaded on the first visit: the bundle has 9 MB, which a gateway without visitors need not hold.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const authorization = sandboxKey === undefined ? 'Bearer YOUR_KEY' : `Bearer ${sandboxKey}`;
  return renderGraphiQL({
    title: 'Cardway',
    endpoint: '/graphql',
    headers: JSON.stringify({ authorization }),
    defaultQuery: FIRST_QUERY,
  });
}

const FIRST_QUERY = `# The last transactions. Your key stands under Headers, below.
query LastTransactions {
  transactions(first: 5) {
    edges {
      node {
        requestId
        methodName
        state
        resultCode
        receivedAt
      }
    }
  }
}
`;
