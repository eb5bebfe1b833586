import type { DigitizationPayload } from '../core/digitization-event.js';

/** A completed digitization, as subscriptions and webhooks deliver it: schema/events/digitization.complete.v1.json. */
export type DigitizationEvent = DigitizationPayload;
