import type { ReactNode } from 'react';
import type { KeyFieldsFragment } from '../../../../src/generated/operations.js';
import { Badge } from '../../parts/badge.js';

/** Shows whether a key may be used. */
export function KeyState({
  revoked,
  expiresAt,
}: Pick<KeyFieldsFragment, 'revoked' | 'expiresAt'>): ReactNode {
  if (revoked) return <Badge tone="bad">revoked</Badge>;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return isOver ? <Badge tone="quiet">expired</Badge> : <Badge tone="good">in use</Badge>;
}
