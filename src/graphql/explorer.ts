/**
 * GraphiQL in one file, so that it works without internet; the build has rendered it (scripts/setup/render-explorer.mjs). The sandbox
 * fills in its public client key, so that a newcomer's first query runs.
 */
export function createExplorerPage(options: {
  readonly sandboxKey: string | undefined;
  /** The rendered page; throws where it was not built. */
  readonly readPage: () => string;
}): () => Promise<string> {
  let page: string | undefined;
  // Read on the first visit: it has 9 MB, which a gateway without visitors need not hold.
  return () => Promise.resolve((page ??= filled(options)));
}

function filled({ sandboxKey, readPage }: Parameters<typeof createExplorerPage>[0]): string {
  const authorization = sandboxKey === undefined ? 'Bearer YOUR_KEY' : `Bearer ${sandboxKey}`;
  const options = {
    title: 'Cardway',
    endpoint: '/graphql',
    headers: JSON.stringify({ authorization }),
    defaultQuery: FIRST_QUERY,
  };
  try {
    return readPage().replace(SLOT, () => JSON.stringify(options));
  } catch {
    return NOT_BUILT;
  }
}

/** What the build leaves where the options belong. */
const SLOT = '{"title":"Cardway","slot":"options"}';

const NOT_BUILT =
  '<!doctype html><title>Cardway</title><p>The explorer is not built: `npm start` builds it.</p>\n';

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
