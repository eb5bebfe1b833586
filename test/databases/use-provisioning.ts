import { until } from '../life/until.js';
import { askGraphQL, KEYS } from '../support/channels/index.js';
import { BRIEF, MANY_CARDS, mutate } from './use-directory.js';
import type { InHand } from './in-hand.js';
import type { Using } from './use-everything.js';

const CARDS = MANY_CARDS.cards;
const TOKEN = { tokenRequestorId: '50110030273', walletId: '103', deviceType: '21' } as const;

/** Makes an attempt, an activation code and a token in each state. */
export async function provision({ url }: Using): Promise<Pick<InHand, 'cursor' | 'attempt'>> {
  const secretOf = (cardId: number) => issue(url, cardId);
  await secretOf(CARDS.issued);
  const secret = await secretOf(CARDS.verified);
  await verify(url, CARDS.verified, `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`);
  await verify(url, CARDS.verified, secret);
  for (const cardId of [CARDS.authorized, CARDS.digitized]) await verify(url, cardId, await secretOf(cardId));
  await authorize(url, CARDS.authorized, 'token-authorized');
  await authorize(url, CARDS.digitized, 'token-digitized');
  await verify(url, CARDS.declined, await secretOf(CARDS.declined));
  await authorize(url, CARDS.declined, 'token-declined', { path: 'RED' });
  await secretOf(CARDS.superseded);
  await secretOf(CARDS.superseded);
  await takeCodes(url);
  const cursor = await report(url, CARDS.digitized, 'token-digitized');
  const lifecycle = ['digitization.stopped', 'digitization.deleted', 'digitization.exception'];
  for (const event of lifecycle)
    await report(url, CARDS.issued, `token-${event}`, { event, reportId: `report-${event}` });
  await issueAs(url, BRIEF.cardId);
  const seen = (state: string) => attempts(url, state);
  await until('the brief attempt ends', async () => (await seen('expired')).length > 0);
  const [attempt] = await seen('digitized');
  if (attempt === undefined) throw new Error('No attempt was digitized.');
  return { cursor, attempt };
}

async function attempts(url: string, state: string): Promise<InHand['attempt'][]> {
  const query = `{ provisioningAttempts(filter: { state: ${state.toUpperCase()} }, first: 10) { edges { node { attemptId cardId tokenReference } } } }`;
  const { data, errors } = await askGraphQL<{
    provisioningAttempts: { edges: { node: InHand['attempt'] }[] };
  }>(url, query);
  if (data === null) throw new Error(JSON.stringify(errors));
  return data.provisioningAttempts.edges.map(({ node }) => node);
}

async function issue(url: string, cardId: number, key: string = KEYS.integrator): Promise<string> {
  const made = await mutate<{ generateProvisioningSecret: { secret: string } }>(
    url,
    '($cardId: SafeInt!) { generateProvisioningSecret(cardId: $cardId) { secret } }',
    { cardId },
    key,
  );
  return made.generateProvisioningSecret.secret;
}

/** Issues a secret with a key of the card's programme. */
async function issueAs(url: string, cardId: number): Promise<string> {
  const { createKey } = await mutate<{ createKey: { secret: string } }>(
    url,
    '($input: CreateKeyInput!) { createKey(input: $input) { secret } }',
    { input: { keyId: 'brief-integrator', role: 'INTEGRATOR', programme: 'brief' } },
  );
  return issue(url, cardId, createKey.secret);
}

async function verify(url: string, cardId: number, secret: string): Promise<void> {
  const field =
    '($cardId: SafeInt!, $secret: String!) { verifyProvisioningSecret(cardId: $cardId, secret: $secret) { valid } }';
  await mutate(url, field, { cardId, secret }, KEYS.network);
}

async function authorize(
  url: string,
  cardId: number,
  tokenReference: string,
  more: object = {},
): Promise<void> {
  const panSource = 'card_added_via_application';
  const input = { ...TOKEN, cardId, tokenReference, panSource, ...more };
  const field = '($input: TokenAuthorizationInput!) { authorizeToken(input: $input) { decision } }';
  await mutate(url, field, { input }, KEYS.network);
}

/** Reports a digitization. Resolves with the id of the event. */
async function report(
  url: string,
  cardId: number,
  tokenReference: string,
  more: object = {},
): Promise<string> {
  const { reportDigitization } = await mutate<{ reportDigitization: { id: string } }>(
    url,
    '($input: DigitizationInput!) { reportDigitization(input: $input) { id } }',
    { input: { ...TOKEN, cardId, tokenReference, panLastFour: '5112', ...more } },
    KEYS.network,
  );
  return reportDigitization.id;
}

async function takeCodes(url: string): Promise<void> {
  const take = async (cardId: number): Promise<string> => {
    const secret = await issue(url, cardId);
    const field =
      '($cardId: SafeInt!, $secret: String!) { issueActivationCode(cardId: $cardId, secret: $secret) { activationCode } }';
    const made = await mutate<{ issueActivationCode: { activationCode: string } }>(
      url,
      field,
      { cardId, secret },
      KEYS.network,
    );
    return made.issueActivationCode.activationCode;
  };
  await take(CARDS.codeIssued);
  await take(CARDS.codeSuperseded);
  await take(CARDS.codeSuperseded);
  const activationCode = await take(CARDS.codeChecked);
  const field =
    '($cardId: SafeInt!, $activationCode: String!) { verifyActivationCode(cardId: $cardId, activationCode: $activationCode) { valid } }';
  await mutate(url, field, { cardId: CARDS.codeChecked, activationCode }, KEYS.network);
}
