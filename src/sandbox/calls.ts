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
  ${curl(`${url}/v1/proxy`, [ofKey('client'), JSON_TYPE], JSON.stringify(DEDUCT_REQUEST))}

XML-RPC
  ${curl(`${url}/RPC2`, ['Content-Type: text/xml'], BALANCE_CALL)}

GraphQL
  ${curl(`${url}/graphql`, [ofKey('client'), JSON_TYPE], GRAPHQL_DEDUCT)}

Provisioning secret
  ${curl(`${url}/debit/v1/digitization/generate-time-based-secret`, [ofKey('integrator'), JSON_TYPE], '{"card_id":5001}')}

`;
}

const JSON_TYPE = 'Content-Type: application/json';

function ofKey(role: 'client' | 'integrator'): string {
  return `Authorization: Bearer cardway_sandbox_${role}`;
}

function curl(address: string, headers: readonly string[], body: string): string {
  return `curl -s ${address} ${headers.map((header) => `-H '${header}'`).join(' ')} -d '${body}'`;
}

/** The processor's published sample, as JSON. */
export const DEDUCT_REQUEST = {
  request: {
    terminal_id: '0068766621',
    reference: '43172792905',
    request_amount: 200,
    narrative: 'KARINA FURNITURE       CURACAO       CUW',
    transaction_type: '00',
    transaction_id: '401897',
    checksum: '19C2E6C157EA6E0A5E9BB52B85D2EB771110CB54EA498D6F9D23637502669D01',
    method_name: 'Deduct',
    transaction_data: {
      tracking_number: '627028100000021',
      original_transaction_amount: '000000000200',
      merchant_category_code: '5712',
      original_currency_code: '840',
      markup_amount: '',
      capture_mode: 'EMV',
      network: 'MasterCard',
      last_four_digits_pan: '5112',
      mdes_digitized_pan: '',
      mdes_digitized_wallet_id: '',
    },
    transaction_date: '20200817T17:58:57',
  },
  customer_id: 1001,
  card_id: 5001,
  request_id: '5001_20200817175857_1',
};

/** The processor's published sample, as XML. */
export const BALANCE_CALL =
  '<?xml version="1.0"?><methodCall><methodName>Balance</methodName><params>' +
  '<param><value><string>0029504320</string></value></param>' +
  '<param><value><string>556789731480</string></value></param>' +
  '<param><value><string>STARBUCKS              HANOI         VNM</string></value></param>' +
  '<param><value><string>002157613861000015920041200000000000002604601103712127399089060041081234567804205123450490370405002300850025003MAG25110MasterCard252010253044562258010</string></value></param>' +
  '<param><value><string>415099</string></value></param>' +
  '<param><value><dateTime.iso8601>20200824T14:17:06</dateTime.iso8601></value></param>' +
  '<param><value><string>C1934E02B0D8582761453D56513BC8997C61AACB08B9AFB4A6571F78FE941BD1</string></value></param>' +
  '</params></methodCall>';

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
