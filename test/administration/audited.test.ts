/** Tests that every change that a person can make stands in the audit log, under the name of the person. */
import type { GraphQLObjectType } from 'graphql';
import { rolesWith } from '../../src/core/access/permissions.js';
import { buildSchema } from '../../src/graphql/build-schema.js';
import { permissionOf } from '../../src/graphql/roles.js';
import {
  askGraphQL,
  deduct,
  JSON_PROXY,
  nodesOf,
  requestIdOf,
  reversalOf,
} from '../support/channels/index.js';
import { constants } from '../support/constants.js';
import { sharedGateway } from '../support/gateway.js';

/** Ids that the gateway chose, under the names by which later changes use them. */
const ids: Record<string, string> = {};

/**
 * Each mutation of people, in an order in which all of them work: its input, what its payload gives, and the action in the log. Null: the
 * test of an endpoint changes nothing.
 */
const CHANGES: readonly (readonly [name: string, input: string, gives: string, action: string | null])[] = [
  ['putProgramme', 'programme: "audited"', 'programme { id }', 'put_programme'],
  [
    'addSharedKey',
    'programme: "audited", keyId: "001", key: "00112233445566778899aabbccddeeff"',
    'sharedKey { id }',
    'add_shared_key',
  ],
  [
    'setSharedKeyState',
    'programme: "audited", keyId: "001", state: RETIRING',
    'sharedKey { id }',
    'set_shared_key_state',
  ],
  [
    'addTerminal',
    'terminalId: "0000000001", programme: "audited", password: "first password"',
    'terminal { id }',
    'add_terminal',
  ],
  ['setTerminal', 'terminalId: "0000000001", checksumAlgorithm: SHA1', 'terminal { id }', 'set_terminal'],
  ['disableTerminal', 'terminalId: "0000000001"', 'terminal { id }', 'disable_terminal'],
  ['enableTerminal', 'terminalId: "0000000001"', 'terminal { id }', 'enable_terminal'],
  [
    'rotateTerminalPassword',
    'terminalId: "0000000001", password: "second password"',
    'terminal { id }',
    'rotate_terminal_password',
  ],
  ['createKey', 'keyId: "till", role: CLIENT, programme: "audited"', 'key { id }', 'create_key'],
  ['setKeyExpiry', 'keyId: "till", expiresAt: "2100-01-01T00:00:00Z"', 'key { id }', 'set_key_expiry'],
  ['setKeyDocuments', 'keyId: "till", documents: PERSISTED', 'key { id }', 'set_key_documents'],
  ['revokeKey', 'keyId: "till"', 'key { id }', 'revoke_key'],
  [
    'putWallet',
    'reference: "W1", programme: "sandbox", customerId: 7, cards: [{ cardId: 71 }, { cardId: 72 }]',
    'wallet { id }',
    'put_wallet',
  ],
  ['putWallet', 'reference: "W2", programme: "sandbox", customerId: 7', 'wallet { id }', 'put_wallet'],
  ['blockWallet', 'reference: "W1"', 'wallet { id }', 'block_wallet'],
  ['blockWallet', 'reference: "W1", cardId: 71', 'wallet { id }', 'block_card'],
  ['unblockWallet', 'reference: "W1"', 'wallet { id }', 'unblock_wallet'],
  ['moveCard', 'cardId: 72, reference: "W2"', 'wallet { id }', 'move_card'],
  ['moveWallet', 'reference: "W1", programme: "audited"', 'wallet { id }', 'move_wallet'],
  [
    'importWallets',
    'file: "w.csv", lines: [{ line: 1, reference: "W3", programme: "audited", customerId: 8 }]',
    'added',
    'import_wallets',
  ],
  ['addEndpoint', 'programme: "sandbox", url: "https://example.com/hook"', 'endpoint { id }', 'add_endpoint'],
  ['setEndpoint', 'endpointId: "$addEndpoint", headers: ["X-Key: a"]', 'endpoint { id }', 'set_endpoint'],
  ['rotateEndpointSecret', 'endpointId: "$addEndpoint"', 'endpoint { id }', 'rotate_endpoint_secret'],
  ['testEndpoint', 'endpointId: "$addEndpoint"', 'delivery { id eventId }', null],
  ['disableEndpoint', 'endpointId: "$addEndpoint"', 'endpoint { id }', 'disable_endpoint'],
  ['enableEndpoint', 'endpointId: "$addEndpoint"', 'endpoint { id }', 'enable_endpoint'],
  ['resendEvent', 'eventId: "$event", endpointId: "$addEndpoint"', 'count', 'resend_event'],
  ['resendDelivery', 'deliveryId: "$testEndpoint"', 'delivery { id }', 'resend_delivery'],
  [
    'resendDeliveries',
    'endpointId: "$addEndpoint", undelivered: true, time: { from: "2026-01-02T00:00:00.000Z" }',
    'count',
    'resend_deliveries',
  ],
  [
    'settleTransaction',
    'requestId: "$doubt", resultCode: 1, reason: "the issuer has booked it"',
    'transaction { id }',
    'settle_transaction',
  ],
  [
    'settleTransactions',
    'requestIds: ["$otherDoubt"], state: IN_DOUBT, resultCode: 1, reason: "the issuer has booked it"',
    'refused { requestId }',
    'settle_transaction',
  ],
  ['sendTransaction', 'requestId: "$advice"', 'transaction { id }', 'send_transaction'],
];

/** Mutations that need two people. The suite test/contract/approvals covers them. */
const OF_TWO_PEOPLE = ['approveRequest', 'rejectRequest', 'purgeTransactions', 'purgeAuditLog'];

// The advice waits until it is sent by hand.
const gateway = sharedGateway({ env: constants({ ADVICE_RETRY_MIN_MS: 600_000 }) });

beforeAll(async () => {
  ids['doubt'] = await unanswered(deduct({ request_amount: '953' }));
  ids['otherDoubt'] = await unanswered(deduct({ request_amount: '953' }));
  ids['advice'] = await unanswered(reversalOf(deduct(), { request_amount: '953' }));
});

/** Makes a call without a usable answer, and returns its request id. */
async function unanswered(call: ReturnType<typeof deduct>): Promise<string> {
  await JSON_PROXY.call(gateway.url, call);
  return requestIdOf(call, JSON_PROXY.checksumForm);
}

interface Made {
  readonly id?: string;
  readonly eventId?: string;
}

/** Entries by the mutation that made them. */
const entries: Record<string, unknown> = {};

it.each(CHANGES)('%s(%s)', async (name, input, gives, action) => {
  const given = input.replace(/\$(\w+)/g, (_, id: string) => ids[id] ?? 'missing');
  const { data, errors } = await askGraphQL<Record<string, Record<string, Made>>>(
    gateway.url,
    `mutation { ${name}(input: { ${given} }) { ${gives} } }`,
  );
  expect(errors).toEqual([]);
  const { id = '', eventId = '' } = Object.values(data?.[name] ?? {})[0] ?? {};
  Object.assign(ids, { [name]: id }, eventId === '' ? {} : { event: eventId });
  [entries[name]] = await nodesOf(gateway.url, 'auditLog(first: 1)', 'action actor subject after');
  if (action !== null) expect(entries[name]).toMatchObject({ action, actor: 'sandbox-operator' });
});

it('a resend names its subject and its target', () => {
  const { addEndpoint: endpointId, event, testEndpoint: delivery } = ids;
  expect(entries).toMatchObject({
    resendEvent: { subject: event, after: { endpointId } },
    resendDelivery: { subject: delivery, after: { endpointId } },
    resendDeliveries: {
      subject: endpointId,
      after: { from: '2026-01-02T00:00:00.000Z', to: null, undelivered: true },
    },
  });
});

it('no change is left out', () => {
  const mutations = buildSchema().getMutationType() as GraphQLObjectType;
  const ofPeople = Object.values(mutations.getFields()).flatMap((field) => {
    const permission = permissionOf(field);
    return permission !== null && rolesWith(permission).includes('operator') ? [field.name] : [];
  });
  const tried = [...CHANGES.map(([name]) => name), ...OF_TWO_PEOPLE];
  expect([...new Set(tried)].sort()).toEqual(ofPeople.sort());
});
