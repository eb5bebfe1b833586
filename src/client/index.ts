/**
 * Library for programs beside the gateway. `import { createClient, subscribe, verifyWebhook } from 'cardway/client'` is for
 * integrators and backends, `verifyMessageSignature` for wallet services.
 */
export {
  createClient,
  type BalanceInput,
  type CardwayClient,
  type ClientOptions,
  type DeductInput,
  type ProvisioningSecret,
  type SavedTransaction,
  type SecretVerification,
  type TransactionInput,
  type TransactionOutcome,
} from './client.js';
export { CardwayCallError } from './transport.js';
export { verifyMessageSignature, type SigningKey } from './verify.js';
export {
  subscribe,
  subscribeEvents,
  SubscriptionError,
  type CardwayEvent,
  type SubscribeEventsOptions,
  type SubscribeOptions,
} from './client.js';
export {
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type SignedWebhook,
  type VerifiedWebhook,
} from './verify.js';
export type { DigitizationEvent } from './client.js';
