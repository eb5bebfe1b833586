import { openStore } from '../../src/store/store.js';
import { askGraphQL, KEYS, RPC2, sharedBench, XML_PROXY, type Channel } from '../support/channels/index.js';
import { ask, INTEGRATOR, PATHS } from '../support/provisioning/endpoints.js';
import { DPAN, message, mutate, postRest, REQUESTOR, tokenOf } from './network/network-calls.js';
import { machineClock } from '../support/machine-clock.js';
import { directoryOf } from '../support/directory.js';

/** Service.md 1.10 from the tap to the card in the wallet, each step through an interface, as a client of it would go. */

const MASTER_KEY = `hex:${'5a'.repeat(32)}`;
/** A card and a wallet for each path, so that none waits for another one's time step. */
const FIRST_CARD = 7001;
const CARDS_MAX = 10;

const bench = sharedBench({ env: { CARDWAY_MASTER_KEY: MASTER_KEY }, seed: seedWallets });

async function seedWallets(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock: machineClock });
  await store.migrate();
  const directoryAdmin = directoryOf(store);
  await directoryAdmin.putProgramme({ programme: 'sandbox', name: 'Sandbox' });
  for (let cardId = FIRST_CARD; cardId < FIRST_CARD + CARDS_MAX; cardId += 1) {
    await directoryAdmin.putWallet({
      reference: referenceOf(cardId),
      programme: 'sandbox',
      customerId: cardId + 1000,
      cards: [{ cardId, isDefault: true }],
    });
  }
  await store.close();
}

const referenceOf = (cardId: number): string => `wallet-of-${String(cardId)}`;

interface Front {
  issue(cardId: number): Promise<unknown>;
  verify(cardId: number, secret: unknown): Promise<unknown>;
  authorize(cardId: number, token: string): Promise<unknown>;
}

/** Completes a digitization. Resolves with the id of the event, where the interface returns it. */
type Complete = (cardId: number, token: string) => Promise<unknown>;

const REST: Front = {
  issue: async (cardId) =>
    (await ask(bench.url, PATHS.generate, { card_id: cardId })).envelope.payload['secret'],
  verify: async (cardId, secret) =>
    (await ask(bench.url, PATHS.verify, { card_id: cardId, secret })).envelope.payload['valid'],
  authorize: async (cardId, token) =>
    (await postRest(bench.url, 'token-authorizations', tokenOf(token, { card_id: cardId }))).body['decision'],
};

const GRAPHQL_ONLY: Front = {
  issue: async (cardId) =>
    (
      await askGraphQL<{ generateProvisioningSecret: { secret: string } }>(
        bench.url,
        'mutation ($cardId: SafeInt!) { generateProvisioningSecret(cardId: $cardId) { secret } }',
        { variables: { cardId }, key: INTEGRATOR },
      )
    ).data?.generateProvisioningSecret.secret,
  verify: async (cardId, secret) =>
    (
      await askGraphQL<{ verifyProvisioningSecret: { valid: boolean } }>(
        bench.url,
        'mutation ($cardId: SafeInt!, $secret: String!) { verifyProvisioningSecret(cardId: $cardId, secret: $secret) { valid } }',
        { variables: { cardId, secret }, key: KEYS.network },
      )
    ).data?.verifyProvisioningSecret.valid,
  authorize: async (cardId, token) =>
    (await mutate(bench.url, 'authorizeToken', tokenOf(token, { card_id: cardId }))).data?.['decision'],
};

const reported = (cardId: number) => ({ card_id: cardId, digitized_pan: DPAN, device: '21' });

const byRest: Complete = async (cardId, token) =>
  (await postRest(bench.url, 'digitizations', tokenOf(token, reported(cardId)))).body['id'];

const byGraphQL: Complete = async (cardId, token) =>
  (await mutate(bench.url, 'reportDigitization', tokenOf(token, reported(cardId)))).data?.['id'];

const byMessage =
  (channel: Channel): Complete =>
  async (cardId, token) => {
    const answer = await channel.call(bench.url, message(token, { reference: referenceOf(cardId) }));
    expect(answer.resultCode).toBe(1);
    return undefined;
  };

const WAYS: readonly { name: string; front: Front; complete: Complete; reporter: string }[] = [
  { name: 'REST', front: REST, complete: byRest, reporter: 'sandbox-network' },
  { name: 'GraphQL', front: GRAPHQL_ONLY, complete: byGraphQL, reporter: 'sandbox-network' },
  { name: 'REST and /RPC2', front: REST, complete: byMessage(RPC2), reporter: '0068766621' },
  { name: 'GraphQL and XML', front: GRAPHQL_ONLY, complete: byMessage(XML_PROXY), reporter: '0068766621' },
];

/** Returns what operators can see of a card afterwards. */
async function seen(cardId: number) {
  const query = `query ($cardId: SafeInt) {
    provisioningAttempts(filter: { cardId: $cardId }) { edges { node {
      attemptId programme cardId customerId keyId state walletId tokenReference wrongCodes
      issuedAt expiresAt verifiedAt authorizedAt digitizedAt
      history { actor from to reason at }
    } } }
    events(filter: { cardId: $cardId }) { edges { node { id type programme data } } }
    digitizations(filter: { cardId: $cardId }) { edges { node {
      state lastEvent cardId customerId walletId tokenReference tokenRequestorId deviceType panLastFour attemptId
    } } }
  }`;
  const { data } = await askGraphQL<Record<string, { edges: { node: Record<string, unknown> }[] }>>(
    bench.url,
    query,
    { variables: { cardId } },
  );
  const nodes = (list: string) => (data?.[list]?.edges ?? []).map(({ node }) => node);
  return {
    attempts: nodes('provisioningAttempts'),
    events: nodes('events'),
    digitizations: nodes('digitizations'),
  };
}

type Change = Record<'actor' | 'at' | 'to', string>;

/** Returns comparable data: ids and times always differ, everything else must not. */
function comparable(left: Awaited<ReturnType<typeof seen>>, cardId: number, token: string): unknown {
  const [attempt] = left.attempts;
  const [event] = left.events;
  return JSON.parse(
    JSON.stringify(left)
      .replaceAll(String(attempt?.['attemptId']), 'ATTEMPT')
      .replaceAll(String(event?.['id']), 'EVENT')
      .replaceAll(token, 'TOKEN')
      .replaceAll(`"customerId":${String(cardId + 1000)}`, '"customerId":"CUSTOMER"')
      .replaceAll(`"cardId":${String(cardId)}`, '"cardId":"CARD"')
      .replaceAll(/"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g, '"TIME"'),
    (name, value: unknown) => (name === 'actor' ? undefined : value),
  );
}

const CARD = { cardId: 'CARD', customerId: 'CUSTOMER' };
const TOKEN = { walletId: '103', tokenReference: 'TOKEN' };
const REPORTED = { tokenRequestorId: REQUESTOR, deviceType: '21', panLastFour: '0116', attemptId: 'ATTEMPT' };

const EXPECTED = {
  attempts: [
    {
      ...CARD,
      ...TOKEN,
      attemptId: 'ATTEMPT',
      programme: 'sandbox',
      keyId: '001',
      state: 'DIGITIZED',
      wrongCodes: 0,
      issuedAt: 'TIME',
      expiresAt: 'TIME',
      verifiedAt: 'TIME',
      authorizedAt: 'TIME',
      digitizedAt: 'TIME',
      history: [
        { from: null, to: 'ISSUED', reason: null, at: 'TIME' },
        { from: 'ISSUED', to: 'VERIFIED', reason: null, at: 'TIME' },
        { from: 'VERIFIED', to: 'AUTHORIZED', reason: 'attempt_verified', at: 'TIME' },
        { from: 'AUTHORIZED', to: 'DIGITIZED', reason: 'reported', at: 'TIME' },
      ],
    },
  ],
  events: [
    {
      id: 'EVENT',
      type: 'DIGITIZATION_COMPLETE',
      programme: 'sandbox',
      data: expect.objectContaining({
        ...CARD,
        ...TOKEN,
        ...REPORTED,
        programme: 'sandbox',
        wallet: 'APPLE_PAY',
      }) as object,
    },
  ],
  digitizations: [{ ...CARD, ...TOKEN, ...REPORTED, state: 'ACTIVE', lastEvent: 'DIGITIZATION_COMPLETE' }],
};

it('leaves equal attempts and one event each: REST only, GraphQL only, and with the administrative message', async () => {
  const sequences: unknown[] = [];
  for (const [index, { name, front, complete, reporter }] of WAYS.entries()) {
    const cardId = FIRST_CARD + index;
    const token = `whole-sequence-${String(index)}`;
    const secret = await front.issue(cardId);
    expect([name, secret]).toEqual([name, expect.stringMatching(/^001#\d{8}$/)]);
    expect([name, await front.verify(cardId, secret)]).toEqual([name, true]);
    expect([name, await front.authorize(cardId, token)]).toEqual([name, 'APPROVED']);
    const first = await complete(cardId, token);
    expect(await complete(cardId, token)).toBe(first);
    const left = await seen(cardId);
    if (first !== undefined) expect(left.events[0]?.['id']).toBe(first);
    const changes = left.attempts[0]?.['history'] as Change[];
    expect([name, ...changes.map(({ actor }) => actor)]).toEqual([
      name,
      ...['sandbox-integrator', 'sandbox-network', 'sandbox-network', reporter],
    ]);
    expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).sort());
    sequences.push(comparable(left, cardId, token));
  }
  expect(sequences[0]).toEqual(EXPECTED);
  for (const other of sequences) expect(other).toEqual(sequences[0]);
  expect(bench.wallet.calls).toHaveLength(0);
});

it('leaves neither the secret nor the digitized card number in a file or a log line', async () => {
  const cardId = FIRST_CARD + WAYS.length + 1;
  const secret = String(await REST.issue(cardId));
  expect(await GRAPHQL_ONLY.verify(cardId, secret)).toBe(true);
  await byRest(cardId, 'canaries');
  const logged = bench.gateway.lines.join('\n');
  for (const canary of [secret, secret.slice(4), DPAN]) {
    expect(bench.ledger.holds(canary)).toBe(false);
    expect(logged).not.toContain(canary);
  }
  expect(bench.ledger.holds('canaries')).toBe(true);
});
