import { notifications } from '@mantine/notifications';
import { type ReactNode, useRef } from 'react';
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

/** Returns a function that tells a failure where the person closed the dialog of the action meanwhile. An open one shows it. */
export function useLateFailure(isOpen: boolean): (error: unknown) => void {
  const isShown = useRef(isOpen);
  isShown.current = isOpen;
  return (error) => {
    if (!isShown.current) notifyFailed(error);
  };
}

/** Tells how many deliveries are due again. */
export function notifyDue(count: number): void {
  notifyDone(count === 1 ? '1 delivery is due again.' : `${formatCount(count)} deliveries are due again.`);
}
