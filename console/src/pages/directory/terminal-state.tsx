import type { ReactNode } from 'react';
import type { TerminalFieldsFragment } from '../../../../src/generated/operations.js';
import { Badge } from '../../parts/badge.js';

/** Shows whether the gateway accepts calls of a terminal. */
export function TerminalState({ enabled }: Pick<TerminalFieldsFragment, 'enabled'>): ReactNode {
  return <Badge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'enabled' : 'disabled'}</Badge>;
}
