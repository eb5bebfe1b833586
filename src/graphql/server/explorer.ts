import type { Role } from '../../use-cases/directory/directory-port.js';

/**
 * Returns the page of the explorer: GraphiQL in one file, which the build has rendered (scripts/setup/render-explorer.mjs), so
 * that it works without internet. It has a tab for each kind of call. A sandbox fills in its public keys and its data, so that a
 * newcomer's first call runs.
 */
export function explorerPage(options: {
  /** Public keys of the sandbox by role; empty elsewhere. */
  readonly keys: Readonly<Partial<Record<Role, string>>>;
  /** Returns the rendered page; throws where it was not built. */
  readonly readPage: () => string;
}): string {
  const { keys, readPage } = options;
  const headersOf = (role: Role): string =>
    JSON.stringify({ authorization: `Bearer ${keys[role] ?? 'YOUR_KEY'}` }, null, 2);
  const filling = {
    title: 'Cardway',
    // Queries go to the address of the page. With an `endpoint` subscriptions would go there too.
    subscriptionsEndpoint: '/graphql/stream',
    // Keys stay out of the storage of the browser.
    shouldPersistHeaders: false,
    headers: headersOf(TABS[0].role),
    defaultTabs: TABS.map(({ role, query, variables }) => ({
      query,
      variables: variables === undefined ? '' : JSON.stringify(variables, null, 2),
      headers: headersOf(role),
    })),
  };
  try {
    return readPage().replace(SLOT, () => JSON.stringify(filling));
  } catch {
    return NOT_BUILT;
  }
}

/** Text that the build leaves where the options belong. */
const SLOT = '{"title":"Cardway","slot":"options"}';

const NOT_BUILT =
  '<!doctype html><title>Cardway</title><p>The explorer is not built: `npm start` builds it.</p>\n';

interface Tab {
  readonly role: Role;
  readonly query: string;
  readonly variables?: object;
}

/** Fields of the calls, which concern this card of the sandbox. */
const CALL = {
  customerId: 1001,
  cardId: 5001,
  terminalId: '0068766621',
  reference: '43172792905',
  narrative: 'EXPLORER',
} as const;
const DEDUCT = { transactionId: 'E1', transactionDate: '20260131T12:00:00' } as const;

const OUTCOME = `requestId
    replayed
    response {
      resultCode
      resultText
      balanceAmount
    }`;

const TOKEN = {
  cardId: CALL.cardId,
  walletId: '103',
  tokenReference: 'EXPLORER-1',
  tokenRequestorId: '50110030273',
};

const TABS: readonly [Tab, ...Tab[]] = [
  {
    role: 'operator',
    query: `# The last transactions. Your key stands under Headers, below.
query LastTransactions {
  transactions(first: 5) {
    edges {
      node {
        id
        requestId
        methodName
        state
        resultCode
        receivedAt
      }
    }
  }
}
`,
  },
  {
    role: 'client',
    query: mutation('Balance'),
    variables: { input: { ...CALL, transactionId: 'E0', transactionDate: DEDUCT.transactionDate } },
  },
  {
    role: 'client',
    query: mutation('Deduct'),
    variables: { input: { ...CALL, ...DEDUCT, requestAmount: 200, transactionType: '00' } },
  },
  {
    role: 'client',
    query: mutation('DeductReversal'),
    variables: {
      input: {
        ...CALL,
        requestAmount: 200,
        referenceId: DEDUCT.transactionId,
        referenceDate: DEDUCT.transactionDate,
        transactionId: 'E2',
        transactionDate: '20260131T12:05:00',
      },
    },
  },
  {
    role: 'integrator',
    query: `mutation IssueSecret($cardId: SafeInt!) {
  generateProvisioningSecret(cardId: $cardId) {
    secret
    expiresAt
  }
}
`,
    variables: { cardId: CALL.cardId },
  },
  {
    role: 'network',
    query: `mutation AuthorizeToken($input: TokenAuthorizationInput!) {
  authorizeToken(input: $input) {
    decision
    reason
  }
}
`,
    variables: { input: TOKEN },
  },
  {
    role: 'network',
    query: `mutation ReportDigitization($input: DigitizationInput!) {
  reportDigitization(input: $input) {
    id
    type
  }
}
`,
    variables: { input: TOKEN },
  },
  {
    role: 'integrator',
    query: `# Runs until you stop it. It begins with the first event that is kept.
subscription Events {
  events(after: "evt_000000000000") {
    id
    type
    cardId
    occurredAt
    data
  }
}
`,
  },
  {
    role: 'operator',
    query: `query Directory {
  programmes {
    edges {
      node {
        id
        programme
        currency
        sharedKeys {
          keyId
          state
        }
      }
    }
  }
  terminals(first: 10) {
    edges {
      node {
        id
        terminalId
        enabled
      }
    }
  }
}
`,
  },
];

function mutation(name: string): string {
  const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `mutation ${name}($input: ${name}Input!) {\n  ${field}(input: $input) {\n    ${OUTCOME}\n  }\n}\n`;
}
