/**
 * Library for programs beside the gateway. `import { createClient, verifyWebhook } from 'cardway/client'` is for integrators and
 * backends, `verifyMessageSignature` for wallet services.
 */
export * from './client.js';
export {
  type SigningKey,
  type VerifiedWebhook,
  verifyMessageSignature,
  verifyWebhook,
  WebhookVerificationError,
} from './verify.js';
export type { DigitizationPayload as DigitizationEvent } from '../core/provisioning/digitization-event.js';
