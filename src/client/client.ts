import { print } from 'graphql';
import {
  type BalanceInput,
  ClientBalanceDocument,
  ClientDeductDocument,
  ClientGenerateSecretDocument,
  type ClientGenerateSecretMutation,
  type ClientOutcomeFragment,
  ClientTransactDocument,
  type DeductInput,
  DigitizationsDocument,
  EventsDocument,
  type EventsSubscription,
  TransactionDocument,
  type TransactionInput,
  type TransactionQuery,
  VerifyProvisioningSecretDocument,
  type VerifyProvisioningSecretMutation,
} from './generated/operations.js';
import type { EventType } from '../core/events/event.js';
import type { DigitizationPayload } from '../core/provisioning/digitization-event.js';
import { subscribeTo, type SubscriptionOptions } from './subscription.js';
import { createTransport, type TransportOptions } from './transport.js';

export type { BalanceInput, DeductInput, TransactionInput };

/** What the wallet service answered, approved or not: `response.resultCode` says which. */
export type TransactionOutcome = ClientOutcomeFragment;
export type SavedTransaction = NonNullable<TransactionQuery['transaction']>;
export type ProvisioningSecret = ClientGenerateSecretMutation['generateProvisioningSecret'];
export type SecretVerification = VerifyProvisioningSecretMutation['verifyProvisioningSecret'];

export interface CardwayClient {
  /** Role client. Amounts are minor units; `transactionDate` is `yyyyMMddTHH:mm:ss` in UTC. */
  balance(input: BalanceInput): Promise<TransactionOutcome>;
  /**
   * Role client. The same input is the same transaction, and is paid once: after an error whose `isOutcomeUnknown` is true, call again
   * with the same input, and hear what became of it.
   */
  deduct(input: DeductInput): Promise<TransactionOutcome>;
  /** Any method of the method table, by its name. Role client. */
  transact(input: TransactionInput): Promise<TransactionOutcome>;
  /** Where a transaction stands; null for one that was never seen. Role client. */
  transaction(requestId: string): Promise<SavedTransaction | null>;
  /** Role integrator. Ask when the cardholder taps the button; the secret is good for 60 s. */
  generateSecret(cardId: number): Promise<ProvisioningSecret>;
  /** Role network. A secret is good once. */
  verifySecret(cardId: number, secret: string): Promise<SecretVerification>;
  /** Role integrator or operator: see `subscribe`. */
  digitizations(
    options?: Omit<SubscribeOptions, 'url' | 'key'>,
  ): AsyncGenerator<DigitizationEvent, void, void>;
  /** Role integrator or operator: see `subscribeEvents`. */
  events(options?: Omit<SubscribeEventsOptions, 'url' | 'key'>): AsyncGenerator<CardwayEvent, void, void>;
}

export interface ClientOptions extends TransportOptions {
  /** Of the gateway, for example `https://cards.example.com`. */
  readonly url: string;
  readonly key: string;
}

/**
 * A gateway, for backends and integrators. What the gateway has not taken is sent again, a few times, where that can do nothing twice.
 * Errors of every call: CardwayCallError.
 */
export function createClient(options: ClientOptions): CardwayClient {
  const { url, key } = options;
  const ask = createTransport(options);
  return {
    balance: async (input) => (await ask(ClientBalanceDocument, { input })).balance,
    deduct: async (input) => (await ask(ClientDeductDocument, { input })).deduct,
    transact: async (input) => (await ask(ClientTransactDocument, { input })).transact,
    transaction: async (requestId) => (await ask(TransactionDocument, { requestId })).transaction,
    generateSecret: async (cardId) =>
      (await ask(ClientGenerateSecretDocument, { cardId })).generateProvisioningSecret,
    // Once only: the gateway may have taken it although its reply was lost.
    verifySecret: async (cardId, secret) =>
      (await ask(VerifyProvisioningSecretDocument, { cardId, secret }, { retries: 0 }))
        .verifyProvisioningSecret,
    digitizations: (more = {}) => subscribe({ ...more, url, key }),
    events: (more = {}) => subscribeEvents({ ...more, url, key }),
  };
}

export { SubscriptionError } from './subscription.js';

export interface SubscribeOptions extends SubscriptionOptions {
  /** Of role integrator or operator. */
  readonly key: string;
  /** Only the events of this card. */
  readonly cardId?: number | undefined;
}

const DIGITIZATIONS = print(DigitizationsDocument);
const EVENTS = print(EventsDocument);

/**
 * Yields completed digitizations, in order, each once, for as long as it is iterated. A lost connection is opened again, with growing
 * pauses, and goes on after the last event. It ends by `break`, `return()` or the signal. Errors: SubscriptionError.
 */
export async function* subscribe(options: SubscribeOptions): AsyncGenerator<DigitizationEvent, void, void> {
  const variables = { cardId: options.cardId ?? null };
  const followed = { document: DIGITIZATIONS, field: 'digitizationComplete', variables };
  for await (const event of subscribeTo<DigitizationEvent>(followed, options)) yield plainType(event);
}

/** Yields events of every type that the role of the key may see, or of `types`. Everything else is as for `subscribe`. */
export async function* subscribeEvents(
  options: SubscribeEventsOptions,
): AsyncGenerator<CardwayEvent, void, void> {
  const types = options.types?.map((type) => type.replaceAll('.', '_').toUpperCase()) ?? null;
  const variables = { types, cardId: options.cardId ?? null };
  const followed = { document: EVENTS, field: 'events', variables };
  for await (const event of subscribeTo<CardwayEvent>(followed, options)) yield plainType(event);
}

/** GraphQL writes DIGITIZATION_COMPLETE where webhooks write digitization.complete; a receiver of both reads one spelling. */
function plainType<Event extends { readonly type: string }>(event: Event): Event {
  return { ...event, type: event.type.toLowerCase().replace('_', '.') };
}

export interface SubscribeEventsOptions extends SubscribeOptions {
  /** Only events of these types, for example `digitization.complete`. Default: every type that the role may see. */
  readonly types?: readonly EventType[] | undefined;
}

/** An entry of the event log; `data` is the payload that webhooks deliver. */
export type CardwayEvent = Omit<EventsSubscription['events'], 'type'> & { readonly type: EventType };

/** A completed digitization, as subscriptions and webhooks deliver it: schema/events/digitization.complete.v1.json. */
export type DigitizationEvent = DigitizationPayload;
