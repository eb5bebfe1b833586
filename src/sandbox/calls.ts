import { DEDUCT_REQUEST, EXAMPLES } from '../adapters/openapi/examples.js';
import { type Directory, usable } from '../use-cases/directory/directory-port.js';
import { SANDBOX_API_KEYS, SANDBOX_PROGRAMME, SANDBOX_TERMINAL_PASSWORD, SANDBOX_TERMINALS } from './data.js';

/**
 * Returns one ready-to-paste call for each interface: the processor's published samples
 * (docs/reference/protocol.md#published-samples). Their checksums fit the sandbox's terminal password. The README shows the
 * same calls, and a test runs them.
 */
export function sandboxCalls(url: string): string {
  return `
Cardway sandbox on ${url}

  Console            ${url}/console      (open it in a browser)
  GraphQL explorer   ${url}/graphql
  Health             ${url}/health/ready
  Metrics            ${url}/metrics

One call for each interface, ready to paste:

JSON
${indent(jsonCall(url))}

XML-RPC
${indent(xmlRpcCall(url))}

GraphQL
${indent(graphQLCall(url))}

Provisioning secret
${indent(secretCall(url))}

`;
}

function jsonCall(url: string): string {
  return `curl -s ${url}/v1/proxy -H 'Authorization: Bearer cardway_sandbox_client' -H 'Content-Type: application/json' -d '${JSON.stringify(DEDUCT_REQUEST)}'`;
}

function xmlRpcCall(url: string): string {
  return `curl -s ${url}/RPC2 -H 'Content-Type: text/xml' -d '${EXAMPLES.balanceRpc.request}'`;
}

function graphQLCall(url: string): string {
  return `curl -s ${url}/graphql -H 'Authorization: Bearer cardway_sandbox_client' -H 'Content-Type: application/json' -d '${GRAPHQL_DEDUCT}'`;
}

function secretCall(url: string): string {
  return `curl -s ${url}/debit/v1/digitization/generate-time-based-secret -H 'Authorization: Bearer cardway_sandbox_integrator' -H 'Content-Type: application/json' -d '{"card_id":5001}'`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

const GRAPHQL_DEDUCT = JSON.stringify({
  query:
    'mutation Pay($input: DeductInput!) { deduct(input: $input) { status requestId replayed response { resultCode balanceAmount } } }',
  variables: {
    input: {
      terminalId: '0068766621',
      reference: '43172792905',
      requestAmount: 1439,
      narrative: 'CUR ESPERAMOS SUPERMAR CURACAO       CUW',
      transactionType: '01',
      transactionId: '411152',
      transactionDate: '20200817T18:43:42',
      transactionData: { network: 'MasterCard', captureMode: 'EMV' },
      customerId: 1001,
      cardId: 5001,
    },
  },
});

/** Returns public sandbox secrets in a database: names of public keys, and terminals with the public password. */
export async function publicSandboxSecretsIn(
  directory: Pick<Directory, 'apiKey' | 'terminal'>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { keyId, key } of SANDBOX_API_KEYS) {
    if (usable(await directory.apiKey(key)) !== null) found.push(`API key ${keyId}`);
  }
  const password = Buffer.from(SANDBOX_TERMINAL_PASSWORD);
  for (const terminalId of SANDBOX_TERMINALS) {
    const terminal = usable(await directory.terminal(terminalId));
    if (terminal?.programme !== SANDBOX_PROGRAMME) continue;
    if (terminal.passwords.some((one) => one.equals(password))) found.push(`terminal ${terminalId}`);
  }
  return found;
}
