/** For integrators' backends: `import { subscribe, verifyWebhook } from 'cardway/client'`. */
export { subscribe, SubscriptionError, type SubscribeOptions } from './subscribe.js';
export {
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type SignedWebhook,
  type VerifiedWebhook,
} from './webhook.js';
export type { DigitizationEvent } from './digitization-event.js';
