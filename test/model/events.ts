/** Checks of the events of a run: each fact is one event, and reaches those who may see it, and nobody else. */
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ReceivedWebhook } from '../support/webhooks/receiver.js';
import { until } from '../life/until.js';
import type { SeenEvent } from './follower.js';
import type { Look } from './looks.js';
import { Violation } from './outcome.js';
import type { ProvisionedCard, Token } from './provisioning.js';
import type { Run } from './run.js';
import type { Transaction } from './transaction.js';
import type { Programme } from './world.js';

/** Longest wait for a delivery, behind failed attempts and a lease of a process that died. */
const DELIVERED_MS = 60_000;

export async function checkEvents(run: Run, looks: ReadonlyMap<Transaction, Look>): Promise<void> {
  for (const token of run.provisioning.tokens) {
    const card = run.provisioning.cards.find(({ cardId }) => cardId === token.cardId)!;
    for (const eventId of token.eventIds) await checkCompletion(run, card, { ...token, eventId });
  }
  for (const card of run.provisioning.cards) checkNothingElse(run, card);
  for (const [tx, { state }] of looks) await checkTransactionEvents(run, tx, state);
}

const idOf = ({ data }: SeenEvent): string => String(data['id']);

async function checkCompletion(
  run: Run,
  card: ProvisionedCard,
  token: Token & { readonly eventId: string },
): Promise<void> {
  const { followers, receiver } = run.world;
  const isOfIt = ({ type, data }: SeenEvent): boolean =>
    type === 'DIGITIZATION_COMPLETE' && data['tokenReference'] === token.reference;
  const isIt = (event: SeenEvent): boolean => isOfIt(event) && idOf(event) === token.eventId;
  for (const follower of [followers.operator, followers[card.programme]]) {
    await until('the event is read', () => follower.events.some(isIt), DELIVERED_MS).catch(() => {
      throw new Violation(`${follower.name} never got the completion of ${token.reference}.`);
    });
    const got = follower.events.filter(isOfIt).map(idOf);
    if (!isDeepStrictEqual(got, token.eventIds))
      throw new Violation(
        `The completions of ${token.reference} are ${got.join(' and ')}; its reporter got ${token.eventIds.join(' and ')}.`,
      );
  }
  const event = followers.operator.events.find(isIt)!;
  const { id, cardId, programme } = event.data;
  if (cardId !== card.cardId || programme !== card.programme)
    throw new Violation(
      `The event of ${token.reference} names card ${String(cardId)} of ${String(programme)}.`,
    );
  const ofIt = ({ headers }: ReceivedWebhook): boolean => headers['webhook-id'] === id;
  await until('the webhook is acknowledged', () => run.world.isAcknowledged(String(id)), DELIVERED_MS).catch(
    () => {
      throw new Violation(`No webhook delivered the completion of ${token.reference} (${String(id)}).`);
    },
  );
  for (const webhook of receiver.received.filter(ofIt)) checkWebhook(run, webhook, event, card.programme);
}

function checkWebhook(run: Run, webhook: ReceivedWebhook, event: SeenEvent, programme: Programme): void {
  const { headers, body, path } = webhook;
  const about = `The webhook of ${idOf(event)}`;
  if (path !== `/${programme}`)
    throw new Violation(`${about} went to ${path}, and its card is of ${programme}.`);
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString('utf8')}`;
  const given = String(headers['webhook-signature']).split(' ');
  const isSigned = run.world.webhookSecrets[programme].some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return given.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  });
  if (!isSigned) throw new Violation(`${about} has no right signature.`);
  const { data } = JSON.parse(body.toString('utf8')) as { data: unknown };
  if (!isDeepStrictEqual(data, event.data))
    throw new Violation(
      `${about} says ${JSON.stringify(data)}, and the subscription ${JSON.stringify(event.data)}.`,
    );
}

/** No event of the card is one that the model does not know, and the other programme got none. */
function checkNothingElse(run: Run, { cardId, programme }: ProvisionedCard): void {
  const { followers } = run.world;
  const known = new Set(
    run.provisioning.tokens.filter(({ eventIds }) => eventIds.length > 0).map(({ reference }) => reference),
  );
  for (const { type, data } of followers.operator.events) {
    if (data['cardId'] !== cardId || !type.startsWith('DIGITIZATION_')) continue;
    if (!known.has(String(data['tokenReference'])))
      throw new Violation(
        `The event ${String(data['id'])} of card ${String(cardId)} reports what nobody reported.`,
      );
  }
  const other = followers[programme === 'model-a' ? 'model-b' : 'model-a'];
  if (other.events.some(({ data }) => data['cardId'] === cardId))
    throw new Violation(`${other.name} got an event of card ${String(cardId)} of ${programme}.`);
}

/** A doubt and a contradiction are events for operators: at least one of a row that is there, at most one for each attempt. */
async function checkTransactionEvents(run: Run, tx: Transaction, state: string): Promise<void> {
  const { operator } = run.world.followers;
  const eventsOf = (type: string): SeenEvent[] =>
    operator.events.filter((event) => event.type === type && event.data['requestId'] === tx.requestId);
  const required = { in_doubt: 'TRANSACTION_IN_DOUBT', contradicted: 'TRANSACTION_CONTRADICTED' }[state];
  if (required !== undefined)
    await until('the event is read', () => eventsOf(required).length > 0, DELIVERED_MS).catch(() => {
      throw new Violation(`${tx.name} is ${state}, and the operator got no event.`);
    });
  for (const type of ['TRANSACTION_IN_DOUBT', 'TRANSACTION_CONTRADICTED']) {
    const attempts = eventsOf(type).map(({ data }) => data['attempt']);
    if (new Set(attempts).size < attempts.length)
      throw new Violation(`${tx.name} has two events ${type} of one attempt.`);
  }
  for (const follower of [run.world.followers['model-a'], run.world.followers['model-b']])
    if (follower.events.some(({ type }) => type.startsWith('TRANSACTION_')))
      throw new Violation(`${follower.name} got an event of operators.`);
}
