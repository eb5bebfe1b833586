// Samples of the explorer page. They concern the data of the sandbox, so that a newcomer's first call runs.

/** Fields of the calls, which concern this card of the sandbox. */
const CALL = {
  customerId: 1001,
  cardId: 5001,
  terminalId: '0068766621',
  reference: '43172792905',
  narrative: 'EXPLORER',
};
const DEDUCT = { transactionId: 'E1', transactionDate: '20260131T12:00:00' };

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

/** Tabs of the page, a kind of call each. The role is that of the key under Headers. */
export const TABS = [
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

/** @param {string} name of a method */
function mutation(name) {
  const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `mutation ${name}($input: ${name}Input!) {\n  ${field}(input: $input) {\n    ${OUTCOME}\n  }\n}\n`;
}
