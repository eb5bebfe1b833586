import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { sentenceOf } from '../gateway/gateway-error.js';
import { formatCount } from './numbers.js';

/** Tells the result of an action, in the corner of the page. Screen readers announce it. */
export function notifyDone(message: ReactNode): void {
  notifications.show({ message, color: 'teal' });
}

/** Tells that an action failed, until the person closes it. */
export function notifyFailed(error: unknown): void {
  notifications.show({ message: sentenceOf(error), color: 'red', autoClose: false });
}

/** Returns how many deliveries are due again. */
export function dueText(count: number): string {
  return count === 1 ? '1 delivery is due again.' : `${formatCount(count)} deliveries are due again.`;
}
