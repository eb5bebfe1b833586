import { Box } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../gateway/gateway-error.js';
import { formatCount } from './format.js';
import { Code } from './value.js';

/** Tells the result of an action, in the corner of the page. Screen readers announce it. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** Tells that an action failed, until the person closes it. */
export function notifyFailed(error: unknown): void {
  notifications.show({ message: sentenceOf(error), color: 'red', autoClose: false });
}

/** A secret that the gateway returns once. */
export interface Secret {
  readonly title: string;
  /** Use of the secret, in whole sentences. */
  readonly use: string;
  readonly text: string;
}

/** Shows a secret until the person closes it, or the session ends: the person may have left the page meanwhile. */
export function notifySecret({ title, use, text }: Secret): void {
  const message = (
    <Box c="var(--text)">
      {use}
      <Code value={text} label={title} />
    </Box>
  );
  notifications.show({ title, message, color: 'teal', autoClose: false });
}

/** Returns how many deliveries are due again. */
export function dueText(count: number): string {
  return count === 1 ? '1 delivery is due again.' : `${formatCount(count)} deliveries are due again.`;
}
