import { print } from 'graphql';
import { DigitizationsDocument } from '../generated/operations.js';
import type { DigitizationEvent } from './digitization-event.js';
import { subscribeTo, type SubscriptionOptions } from './subscription.js';

export { SubscriptionError } from './subscription.js';

export interface SubscribeOptions extends SubscriptionOptions {
  /** Of role integrator or operator. */
  readonly key: string;
  /** Only the events of this card. */
  readonly cardId?: number | undefined;
}

const DOCUMENT = print(DigitizationsDocument);

/**
 * Completed digitizations, in order, each once, for as long as it is iterated. A lost connection is made again, with growing pauses,
 * and goes on after the last event that came. Ends by `break`, `return()` or the signal.
 * Errors: SubscriptionError.
 */
export function subscribe(options: SubscribeOptions): AsyncGenerator<DigitizationEvent, void, void> {
  const variables = { cardId: options.cardId ?? null };
  return subscribeTo({ document: DOCUMENT, field: 'digitizationComplete', variables }, options);
}
