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
  NewestEventDocument,
  type NewestEventQuery,
  type EventsSubscription,
  TransactionDocument,
  type TransactionInput,
  type TransactionQuery,
  VerifyProvisioningSecretDocument,
  type VerifyProvisioningSecretMutation,
} from '../generated/client.js';
import { eventId, type EventType } from '../core/events/event.js';
import type { DigitizationPayload } from '../core/provisioning/digitization-event.js';
import { subscribeTo, type SubscriptionOptions } from './subscription.js';
import { createTransport, type TransportOptions } from './transport.js';

export type { BalanceInput, DeductInput, TransactionInput };

/** The answer of the wallet service, approved or declined: `response.resultCode` says which. */
export type TransactionOutcome = ClientOutcomeFragment;
export type SavedTransaction = NonNullable<TransactionQuery['transaction']>;
export type ProvisioningSecret = ClientGenerateSecretMutation['generateProvisioningSecret'];
export type SecretVerification = VerifyProvisioningSecretMutation['verifyProvisioningSecret'];

export interface CardwayClient {
  /** Asks for a balance. Role client. Amounts are minor units; `transactionDate` is `yyyyMMddTHH:mm:ss` in UTC. */
  balance(input: BalanceInput): Promise<TransactionOutcome>;
  /**
   * Debits a wallet. Role client. The same input is the same transaction, and is paid once. After an error whose
   * `isOutcomeUnknown` is true, call again with the same input to get the outcome.
   */
  deduct(input: DeductInput): Promise<TransactionOutcome>;
  /** Calls any method of the method table, by its name. Role client. */
  transact(input: TransactionInput): Promise<TransactionOutcome>;
  /** Returns a saved transaction; null for one that the gateway never saw. Role client. */
  transaction(requestId: string): Promise<SavedTransaction | null>;
  /** Generates a secret, valid for 60 s. Call it when the cardholder taps the button. Role integrator. */
  generateSecret(cardId: number): Promise<ProvisioningSecret>;
  /** Verifies a secret, which is valid once. Role network. */
  verifySecret(cardId: number, secret: string): Promise<SecretVerification>;
  /** Yields completed digitizations: see `subscribe`. Role integrator or operator. */
  digitizations(
    options?: Omit<SubscribeOptions, 'url' | 'key'>,
  ): AsyncGenerator<DigitizationEvent, void, void>;
  /** Yields events: see `subscribeEvents`. Role integrator or operator. */
  events(options?: Omit<SubscribeEventsOptions, 'url' | 'key'>): AsyncGenerator<CardwayEvent, void, void>;
}

export interface ClientOptions extends TransportOptions {
  /** URL of the gateway, for example `https://cards.example.com`. */
  readonly url: string;
  readonly key: string;
}

/**
 * Creates a client of a gateway, for backends and integrators. It retries a call that the gateway did not accept a few times,
 * where a repetition does nothing twice. Errors: TypeError for a wrong URL or key; CardwayCallError of every call.
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
    // No retries: the gateway may have accepted it although its reply was lost.
    verifySecret: async (cardId, secret) =>
      (await ask(VerifyProvisioningSecretDocument, { cardId, secret }, { retries: 0 }))
        .verifyProvisioningSecret,
    digitizations: (more = {}) => subscribe({ ...more, url, key }),
    events: (more = {}) => subscribeEvents({ ...more, url, key }),
  };
}

export { SubscriptionError } from './subscription.js';

export interface SubscribeOptions extends SubscriptionOptions {
  /** Key of role integrator or operator. */
  readonly key: string;
  /** Card whose events are yielded. Left out, events of every card are. */
  readonly cardId?: number | undefined;
}

/** A place before the first event serves a programme that has none yet. */
const NEWEST_EVENT = {
  document: NewestEventDocument,
  idOf: (data: unknown) => (data as NewestEventQuery).events.edges[0]?.node.id ?? eventId(0),
};

/**
 * Yields completed digitizations, in order, each once, while it is iterated. It reopens a lost connection, with growing pauses,
 * and continues after the last event. `break`, `return()` or the signal ends it. Errors: SubscriptionError.
 */
export function subscribe(options: SubscribeOptions): AsyncGenerator<DigitizationEvent, void, void> {
  const variables = { cardId: options.cardId ?? null };
  const followed = {
    document: DigitizationsDocument,
    field: 'digitizationComplete',
    variables,
    start: NEWEST_EVENT,
  };
  return subscribeTo<DigitizationEvent>(followed, options, plainType);
}

/** Yields events of every type that the role of the key may see, or of `types`. Otherwise it works like `subscribe`. */
export function subscribeEvents(options: SubscribeEventsOptions): AsyncGenerator<CardwayEvent, void, void> {
  const types = options.types?.map((type) => type.replaceAll('.', '_').toUpperCase()) ?? null;
  const variables = { types, cardId: options.cardId ?? null };
  const followed = { document: EventsDocument, field: 'events', variables, start: NEWEST_EVENT };
  return subscribeTo<CardwayEvent>(followed, options, plainType);
}

/** Writes GraphQL's DIGITIZATION_COMPLETE as digitization.complete, as webhooks do. A receiver of both reads one spelling. */
function plainType<Event extends { readonly type: string }>(event: Event): Event {
  return { ...event, type: event.type.toLowerCase().replace('_', '.') };
}

export interface SubscribeEventsOptions extends SubscribeOptions {
  /** Types of the events, for example `digitization.complete`. Default: every type that the role may see. */
  readonly types?: readonly EventType[] | undefined;
}

/** Entry of the event log. `data` is the payload that webhooks deliver. */
export type CardwayEvent = Omit<EventsSubscription['events'], 'type'> & { readonly type: EventType };

/** Completed digitization, as subscriptions and webhooks deliver it: schema/events/digitization.complete.v1.json. */
export type DigitizationEvent = DigitizationPayload;
