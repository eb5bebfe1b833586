import type { AttemptLineFragment, ProvisioningAttemptState } from '../../../../src/generated/operations.js';
import { StateBadge } from '../../parts/badge.js';
import type { Column } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { between } from '../../parts/numbers.js';
import { Time } from '../../parts/time.js';

/** States of attempts, as filters offer them. */
export const STATES: readonly ProvisioningAttemptState[] = [
  'issued',
  'verified',
  'authorized',
  'digitized',
  'expired',
  'superseded',
  'declined',
];

/** Columns of lists of attempts. */
export const ATTEMPT_COLUMNS: readonly Column<AttemptLineFragment>[] = [
  { title: 'Issued', minPx: 84, cell: ({ issuedAt }) => <Time at={issuedAt} /> },
  { title: 'State', minPx: 84, cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Card', minPx: 64, cell: ({ cardId }) => <Id kind="card" id={cardId} isInList /> },
  {
    title: 'Customer',
    minPx: 72,
    cell: ({ customerId }) => <Id kind="customer" id={customerId} isInList />,
  },
  {
    title: 'Programme',
    minPx: 96,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
  {
    title: 'To the wallet',
    minPx: 84,
    isNumber: true,
    cell: ({ issuedAt, digitizedAt }) => between(issuedAt, digitizedAt),
  },
  { title: 'Token reference', minPx: 140, cell: ({ tokenReference }) => tokenReference ?? '–' },
];
