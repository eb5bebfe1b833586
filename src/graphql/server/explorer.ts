/**
 * GraphiQL in one file, so that it works without internet; the build has rendered it (scripts/setup/render-explorer.mjs). The sandbox
 * fills in its public client key, so that a newcomer's first query runs.
 */
export function explorerPage(options: {
  readonly sandboxKey: string | undefined;
  /** The rendered page; throws where it was not built. */
  readonly readPage: () => string;
}): string {
  const { sandboxKey, readPage } = options;
  const authorization = sandboxKey === undefined ? 'Bearer YOUR_KEY' : `Bearer ${sandboxKey}`;
  const filling = {
    title: 'Cardway',
    endpoint: '/graphql',
    headers: JSON.stringify({ authorization }),
    defaultQuery: FIRST_QUERY,
  };
  try {
    return readPage().replace(SLOT, () => JSON.stringify(filling));
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
