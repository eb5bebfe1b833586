import { keepAnswer, keepText } from '../keep.js';
import { hasRequestIdShape } from '../transactions/transaction.js';
import { HIDDEN } from '../wire/card-numbers.js';
import { inOrder, type JsonObject, type JsonValue } from '../wire/json.js';

/** States of an approval. One that is `pending` or `approved` expires at its time. */
export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'used', 'expired'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Returns the arguments of a call as JSON with sorted names. Equal arguments have equal texts. */
export function canonicalText(args: unknown): string {
  return JSON.stringify(inOrder(JSON.parse(JSON.stringify(args)) as JsonValue));
}

/**
 * Returns arguments as an approver may see them, and as they may be kept: without secrets and card numbers. Nothing has checked them
 * yet, so that an id may be anything that a person pasted.
 */
export function shownArguments(args: object): JsonObject {
  const text = JSON.stringify(args, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (SECRET_NAME.test(name)) return HIDDEN;
    return hasRequestIdShape(value) ? value : keepText(value);
  });
  return keepAnswer(JSON.parse(text) as JsonObject);
}

const SECRET_NAME = /password|secret|^key$/i;
