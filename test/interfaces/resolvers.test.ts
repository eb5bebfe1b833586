/** Tests that every interface uses the same resolvers: each interface fails where the resolver fails. */
import 'reflect-metadata';
import { DigitizationResolver } from '../../src/graphql/provisioning/digitization.resolver.js';
import { SecretResolver } from '../../src/graphql/provisioning/secret.js';
import { TransactionResolver } from '../../src/graphql/transactions/transaction.resolver.js';
import { CardwayError } from '../../src/platform/errors.js';
import type { HttpReply } from '../support/channels/http.js';
import { askGraphQL, balance, deduct, CHANNELS, KEYS, reversalOf, send } from '../support/channels/index.js';
import { sharedInProcess } from '../support/in-process.js';
import { callEndpoint, INTEGRATOR, NETWORK, PATHS } from '../support/provisioning/endpoints.js';

const BROKEN = 'This resolver is broken.';

const gateway = sharedInProcess({});

const textOf = ({ bytes }: HttpReply): string => bytes.toString('utf8');

const transaction = (call: () => ReturnType<typeof deduct>) => () =>
  Promise.all(CHANNELS.map(async (channel) => textOf(await channel.call(gateway.url, call()))));

async function operation(key: string, document: string): Promise<string> {
  return JSON.stringify(await askGraphQL(gateway.url, document, { key }));
}

const mutation = (key: string, name: string, given: string): Promise<string> =>
  operation(key, `mutation { ${name}(${given}) { __typename } }`);

const secretCall = (path: string, name: string, key: string, given: Readonly<Record<string, unknown>>) => {
  const fields = Object.entries(given).map(([field, value]) => [
    field.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
    value,
  ]);
  const literals = fields.map(([field, value]) => `${String(field)}: ${JSON.stringify(value)}`);
  return () =>
    Promise.all([
      callEndpoint(gateway.url, path, { body: JSON.stringify(given) }).then(textOf),
      mutation(key, name, literals.join(', ')),
    ]);
};

const TOKEN = { card_id: 5001, wallet_id: '103', token_reference: 'T', token_requestor_id: '4' };

const networkCall = (path: string, name: string) => () => {
  const headers = { Authorization: `Bearer ${NETWORK}`, 'Content-Type': 'application/json' };
  const input = '{ cardId: 5001, walletId: "103", tokenReference: "T", tokenRequestorId: "4" }';
  return Promise.all([
    send(`${gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(TOKEN) }).then(textOf),
    mutation(NETWORK, name, `input: ${input}`),
  ]);
};

interface Case {
  readonly resolver: object;
  readonly method: string;
  /** Returns the replies of each interface. */
  readonly call: () => Promise<readonly string[]>;
}

const transactions = TransactionResolver.prototype;
const secrets = SecretResolver.prototype;
const digitizations = DigitizationResolver.prototype;

const CASES: readonly Case[] = [
  { resolver: transactions, method: 'run', call: transaction(() => balance()) },
  { resolver: transactions, method: 'run', call: transaction(() => deduct()) },
  { resolver: transactions, method: 'run', call: transaction(() => reversalOf(deduct())) },
  {
    resolver: transactions,
    method: 'transaction',
    call: () =>
      Promise.all([
        send(`${gateway.url}/v1/transactions/5001_20240101000000_1`, {
          method: 'GET',
          headers: { Authorization: `Bearer ${KEYS.operator}` },
          body: '',
        }).then(textOf),
        operation(KEYS.operator, '{ transaction(requestId: "5001_20240101000000_1") { id } }'),
      ]),
  },
  {
    resolver: secrets,
    method: 'generateProvisioningSecret',
    call: secretCall(PATHS.generate, 'generateProvisioningSecret', INTEGRATOR, { card_id: 5001 }),
  },
  {
    resolver: secrets,
    method: 'verifyProvisioningSecret',
    call: secretCall(PATHS.verify, 'verifyProvisioningSecret', NETWORK, { card_id: 5001, secret: 'K#1' }),
  },
  {
    resolver: secrets,
    method: 'issueActivationCode',
    call: secretCall(PATHS.activationCode, 'issueActivationCode', NETWORK, { card_id: 5001, secret: 'K#1' }),
  },
  {
    resolver: secrets,
    method: 'verifyActivationCode',
    call: secretCall(PATHS.verifyActivationCode, 'verifyActivationCode', NETWORK, {
      card_id: 5001,
      activation_code: '12345678',
    }),
  },
  {
    resolver: digitizations,
    method: 'authorizeToken',
    call: networkCall('/network/v1/token-authorizations', 'authorizeToken'),
  },
  {
    resolver: digitizations,
    method: 'reportDigitization',
    call: networkCall('/network/v1/digitizations', 'reportDigitization'),
  },
];

it.each(CASES)('$method', async ({ resolver, method, call }) => {
  const before = Object.getOwnPropertyDescriptor(resolver, method)!;
  Object.defineProperty(resolver, method, {
    ...before,
    value: () => Promise.reject(new CardwayError('BAD_REQUEST', { message: BROKEN })),
  });
  try {
    const replies = await call();
    for (const reply of replies) expect(reply).toContain(BROKEN);
  } finally {
    Object.defineProperty(resolver, method, before);
  }
});
